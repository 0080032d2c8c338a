import { Link, useSearchParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { saveText } from "#web/kit/csv.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { growthSteps, mostDays, type GrowthStep } from "./growth.labels.ts";
import type { Growth, StepOfGrowth } from "./growth.model.ts";
import { figuresCsv, inDays } from "./growth-words.ts";
import { GrowthFlow } from "./GrowthFlow.tsx";
import { GrowthStops } from "./GrowthStops.tsx";
import { PathTable } from "./PathTable.tsx";

type Department = { id: string; name: string };

const slowest = (steps: readonly StepOfGrowth[]) =>
  steps
    .filter(({ medianDays }) => medianDays !== null)
    .toSorted((a, b) => b.medianDays! - a.medianDays!)[0];

const partsOf = (data: Growth, rows: (step: GrowthStep) => string): FindingPart[] => {
  const slow = slowest(data.steps);
  const [drafts] = data.drafts;
  return [
    ...(data.whole.medianDays === null
      ? []
      : [
          {
            text: `half of what was paid took ${inDays(data.whole.medianDays)} from the need`,
            to: rows("paid"),
          },
        ]),
    ...(slow
      ? [
          {
            text: `the longest wait is ${inDays(slow.medianDays!)}, from ${growthSteps[slow.step].from} to ${growthSteps[slow.step].label.toLowerCase()}`,
            to: rows(slow.step),
          },
        ]
      : []),
    ...(drafts && drafts.count > 0
      ? [
          {
            text: `${counted(drafts.count, "requisition lies", "requisitions lie")} as drafts for over a month`,
            to: `${pathTo("requisitions")}?status=draft&requestedOn.max=${drafts.before}`,
          },
        ]
      : []),
  ];
};

function Period({ data, onPick }: { data: Growth; onPick: (name: string, value: string) => void }) {
  const { data: named } = useGet<{ items: Department[] }>("departments", "/api/v1/departments");
  const [given] = useSearchParams();
  const day = (name: "from" | "to", label: string) => (
    <label className="field">
      <span className="label">{label}</span>
      <input
        type="date"
        className="field-control"
        value={data[name]}
        onChange={({ target }) => target.value && onPick(name, target.value)}
      />
    </label>
  );
  return (
    <div className="flex flex-wrap items-end gap-3">
      {day("from", "Requested from")}
      {day("to", "To")}
      <label className="field">
        <span className="label">Department</span>
        <select
          className="field-control"
          value={given.get("departmentId") ?? ""}
          onChange={({ target }) => onPick("departmentId", target.value)}
        >
          <option value="">All departments</option>
          {named?.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="btn"
        onClick={() => saveText(`growth-${data.from}-${data.to}.csv`, figuresCsv(data))}
      >
        Export figures
      </button>
    </div>
  );
}

/** How a purchase goes from need to payment, where it waits, and what is left lying. */
export default function GrowthPage() {
  const [given, setGiven] = useSearchParams();
  const query = new URLSearchParams(
    ["from", "to", "departmentId"].flatMap((name) => {
      const value = given.get(name);
      return value ? [[name, value]] : [];
    }),
  ).toString();
  const read = useGet<Growth>("growth", `/api/v1/growth?${query}`);
  const pick = (name: string, value: string) => {
    const next = new URLSearchParams(given);
    if (value) next.set(name, value);
    else next.delete(name);
    setGiven(next, { replace: true });
  };
  const rows = (step: GrowthStep) => {
    const next = new URLSearchParams(given);
    next.set("step", step);
    return `${pathTo("growth")}?${next.toString()}`;
  };
  if (read.isPending) return <RecordSkeleton />;
  if (!read.data)
    return <ErrorPanel error={read.error} what="The figures" onRetry={() => void read.refetch()} />;
  const { data } = read;
  const step = given.get("step");
  const shown = step && step in growthSteps ? (step as GrowthStep) : null;
  return (
    <div className="stack">
      <h1>Growth</h1>
      <Finding
        parts={partsOf(data, rows)}
        none={`Fewer than five purchases that began between ${formatDate(data.from)} and ${formatDate(data.to)} took any step.`}
      />
      <Period data={data} onPick={pick} />
      <section className="grid gap-3">
        <h2>The path of a purchase</h2>
        <GrowthFlow steps={data.steps} rows={rows} shown={shown} />
        <p className="text-13 text-t2">
          {counted(data.purchases, "purchase")} began in these days
          {data.measured < data.purchases && `; the newest ${data.measured} are measured`}. At most{" "}
          {mostDays} days at once; nothing is said of fewer than five.
        </p>
      </section>
      <section className="grid gap-3">
        <h2>
          {shown ? `Purchases that were ${growthSteps[shown].label.toLowerCase()}` : "Purchases"}
        </h2>
        {shown && (
          <p>
            The longest wait first. <Link to={`${pathTo("growth")}?${query}`}>All purchases</Link>
          </p>
        )}
        <PathTable data={data} step={shown} departmentId={given.get("departmentId")} />
      </section>
      <Panel title="Where work stops or comes in whole">
        <GrowthStops data={data} />
      </Panel>
    </div>
  );
}
