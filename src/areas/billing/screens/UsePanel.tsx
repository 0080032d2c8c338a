import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { fileSize } from "#web/kit/form/DropZone.tsx";
import { Chart } from "#web/kit/chart/Chart.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { OwnBilling, OwnPlan } from "../own/own.model.ts";

type Usage = OwnBilling["usage"];
const number = (value: number): string => value.toLocaleString("en-US");

const ofLimit = (used: string, limit: string | null) =>
  limit ? `${used} of ${limit}` : `${used}; the plan does not limit it`;

function Entries({ days }: { days: Usage["days"] }) {
  const busiest = days.reduce((most, day) => (day.acts > most.acts ? day : most), days[0]!);
  return (
    <Chart
      finding={
        busiest.acts === 0
          ? "Nothing was done in these days"
          : `${formatDate(busiest.day)} was the busiest: ${counted(busiest.acts, "entry", "entries")} by ${counted(busiest.people, "person", "people")}`
      }
      kind="bar"
      axis="Day"
      series={[{ id: "acts", label: "Entries in the ledger" }]}
      points={days.map(({ day, acts }) => ({ label: formatDate(day), values: { acts } }))}
      format={number}
      height={160}
    />
  );
}

const callsFinding = (counts: Usage["counts"], limit: number | null): string => {
  const over = limit === null ? 0 : counts.filter(({ calls }) => calls >= limit).length;
  if (over > 0)
    return `The plan's ${number(limit!)} calls were used up on ${counted(over, "day", "days")}`;
  const most = counts.reduce((a, b) => (b.calls > a.calls ? b : a));
  if (most.calls === 0) return "No calls were counted yet";
  return `${formatDate(most.countedOn)} had the most calls: ${number(most.calls)}`;
};

function Calls({ counts, limit }: { counts: Usage["counts"]; limit: number | null }) {
  if (counts.length === 0) return null;
  return (
    <Chart
      finding={callsFinding(counts, limit)}
      kind="bar"
      axis="Day"
      series={[{ id: "calls", label: "Calls of screens and programs" }]}
      points={counts.map(({ countedOn, calls }) => ({
        label: formatDate(countedOn),
        values: { calls },
      }))}
      format={number}
      height={160}
    />
  );
}

/** What the agency used on each of the last days, beside what its plan includes. */
export function UsePanel({ usage, plan }: { usage: Usage; plan: OwnPlan | null }) {
  const today = usage.counts.at(-1);
  return (
    <Panel title="Use in the last 30 days">
      <div className="grid gap-3">
        <Entries days={usage.days} />
        <Calls counts={usage.counts} limit={plan?.callsPerDay ?? null} />
        <Facts
          rows={[
            [
              "People",
              ofLimit(
                counted(usage.people, "person", "people"),
                plan?.people == null ? null : number(plan.people),
              ),
            ],
            [
              "Files",
              ofLimit(
                fileSize(usage.storedBytes),
                plan?.storageGb == null ? null : `${plan.storageGb} GB`,
              ),
            ],
            [
              "Calls today",
              today
                ? ofLimit(
                    counted(today.calls, "call", "calls"),
                    plan?.callsPerDay == null ? null : number(plan.callsPerDay),
                  )
                : "Not counted yet: it is counted every quarter of an hour",
            ],
          ]}
        />
      </div>
    </Panel>
  );
}
