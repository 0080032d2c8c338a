import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useList } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { OperationsFinding } from "../incident/OperationsFinding.tsx";
import { incidentCycle } from "../incident/incident.labels.ts";
import type { Incident } from "../incident/incident.model.ts";
import { RequestTable } from "./RequestTable.tsx";

const places = [
  ["organization", "Organization"],
  ["periods", "Periods and plans"],
  ["requests", "Requests"],
  ["log", "Log"],
  ["releases", "Releases"],
] as const;

/** The workspace of everybody assigned: the open incidents, and what is asked for in them. */
export default function Response() {
  const open = useList<Incident>("/api/v1/incidents", "open=true&limit=20");
  if (open.isPending) return <RecordSkeleton />;
  if (!open.data) return <ErrorPanel error={open.error} what="Incidents" />;
  return (
    <div className="stack">
      <h1 className="text-22 font-semibold">Disaster response</h1>
      <OperationsFinding />
      {open.data.items.length === 0 && (
        <Panel title="No incident is open">
          <p>When one is activated, its positions, periods and requests stand here.</p>
        </Panel>
      )}
      {open.data.items.map((i) => (
        <Panel key={i.id} title={`${i.number} ${i.title}`}>
          <div className="flex flex-wrap items-center gap-2">
            <StatusBadge statuses={incidentCycle.statuses} status={i.status} />
            {places.map(([tab, label]) => (
              <Link key={tab} className="btn" to={`${pathTo("incident", { id: i.id })}?tab=${tab}`}>
                {label}
                <span className="visually-hidden"> of {i.number}</span>
              </Link>
            ))}
          </div>
        </Panel>
      ))}
      <RequestTable />
    </div>
  );
}
