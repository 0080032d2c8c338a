import { useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { Finding } from "#web/kit/Finding.tsx";
import { useList } from "#web/kit/queries.ts";
import { incidentCycle } from "../incident/incident.labels.ts";
import type { Incident } from "../incident/incident.model.ts";
import { TimelineList, timelineKinds } from "./TimelineList.tsx";

// Which incidents run now, each opening its page.
const findingOf = (incidents: readonly Incident[]) =>
  incidents
    .filter(({ status }) => status !== "closed")
    .slice(0, 3)
    .map(({ id, number, title, status }) => ({
      text: `${number} ${title}: ${incidentCycle.statuses[status].label.toLowerCase()}`,
      to: pathTo("incident", { id }),
    }));

/** Incidents in order: warnings, log, requests, orders, plans, releases, each with its record. */
export default function Timeline() {
  const [search, setSearch] = useSearchParams();
  const incidents = useList<Incident>("/api/v1/incidents", "limit=100");
  const set = (name: string, value: string) =>
    setSearch(
      (now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true },
    );
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Incident timeline</h1>
      {incidents.data && (
        <Finding parts={findingOf(incidents.data.items)} none="No incident is under way." />
      )}
      <div className="flex flex-wrap gap-3 no-print">
        <label className="field">
          <span className="label">Incident</span>
          <select
            className="field-control"
            value={search.get("incidentId") ?? ""}
            onChange={(event) => set("incidentId", event.target.value)}
          >
            <option value="">All</option>
            {(incidents.data?.items ?? []).map((i) => (
              <option key={i.id} value={i.id}>
                {i.number} {i.title}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="label">Kind</span>
          <select
            className="field-control"
            value={search.get("kind") ?? ""}
            onChange={(event) => set("kind", event.target.value)}
          >
            <option value="">All</option>
            {Object.entries(timelineKinds).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <TimelineList
        incidentId={search.get("incidentId") ?? undefined}
        kind={search.get("kind") ?? undefined}
      />
    </div>
  );
}
