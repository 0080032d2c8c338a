import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { Finding, type FindingPart } from "#web/kit/Finding.tsx";
import { Held } from "#web/kit/Held.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { planStatuses } from "../plan/plan.labels.ts";
import type { PlanRow, Unplanned } from "../plan/plan.model.ts";
import { mile } from "../plan/problem-of.model.ts";

const PlanDialog = dialogOnDemand(async () => (await import("./PlanDialog.tsx")).PlanDialog);

type Row = Unplanned["items"][number];
type Out = { items: PlanRow[] };

const parts: readonly LinePart<Row>[] = [
  {
    label: "What",
    as: "title",
    cell: ({ href, number, title }) => (
      <Link to={href}>
        <span className="mono">{number}</span> {title}
      </Link>
    ),
  },
  { label: "Kind", words: true, cell: ({ label }) => label },
  {
    label: "Where",
    words: true,
    cell: ({ place, placed }) => (placed ? place : `${place || "Its place"}, without a position`),
  },
  { label: "Expected", as: "amount", cell: ({ due }) => (due ? formatDate(due) : "any day") },
];

const columns: readonly Column<PlanRow>[] = [
  { id: "number", label: "Number", kind: "plate", value: (row) => row.number },
  { id: "name", label: "Plan", kind: "text", value: (row) => row.name, title: true },
  { id: "onDay", label: "Day", kind: "day", value: (row) => row.onDay },
  { id: "stops", label: "Stops", kind: "number", value: (row) => row.stops },
  { id: "done", label: "Done", kind: "number", value: (row) => row.done },
  { id: "failed", label: "Not delivered", kind: "number", value: (row) => row.failed },
  {
    id: "meters",
    label: "Miles",
    kind: "number",
    value: (row) => (row.meters === null ? null : Math.round((row.meters / mile) * 10) / 10),
  },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: planStatuses,
  },
];
const filters: readonly Filter[] = [
  { id: "mine", label: "I drive", kind: "flag", pinned: true },
  { id: "onDay", label: "Day", kind: "day" },
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: Object.entries(planStatuses).map(([value, { label }]) => ({ value, label })),
  },
];

const partsOf = (waiting: Unplanned | undefined, out: Out | undefined): FindingPart[] => {
  const failed = (out?.items ?? []).reduce((sum, plan) => sum + plan.failed, 0);
  return [
    ...(failed > 0 ? [{ text: `${counted(failed, "stop")} could not be delivered today` }] : []),
    ...(out && out.items.length > 0
      ? [
          {
            text: `${counted(out.items.length, "plan is", "plans are")} being driven`,
            to: `${pathTo("routes")}?status=released`,
          },
        ]
      : []),
    ...(waiting && waiting.items.length > 0
      ? [
          {
            text: `${waiting.more ? "More than " : ""}${counted(waiting.items.length, "errand is", "errands are")} in no plan`,
          },
        ]
      : []),
  ];
};

function Waiting({ items }: { items: readonly Row[] }) {
  if (items.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>Waits to be driven to</h2>
      <LineTable
        label="Transfers and work orders that are in no plan"
        parts={parts}
        lines={items.slice(0, 12)}
        keyOf={({ id }) => id}
      />
      {items.length > 12 && (
        <p className="text-13 text-t2">
          {items.length - 12} more: a plan lists them all under Add what waits.
        </p>
      )}
    </section>
  );
}

/** Plans of routes by day, and what waits to be driven to. */
export default function RoutesPage() {
  const navigate = useNavigate();
  const [planning, setPlanning] = useState(false);
  const waiting = useGet<Unplanned>("route-plans", "/api/v1/route-errands");
  const out = useGet<Out>("route-plans", "/api/v1/route-plans?status=released&limit=50");
  return (
    <div className="stack">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Routes</h1>
          <Link className="btn" to={pathTo("roads")}>
            Roads and closures
          </Link>
          <Held permission="route.plan" what="Plan a day">
            <button type="button" className="btn btn-primary" onClick={() => setPlanning(true)}>
              Plan a day
            </button>
          </Held>
        </div>
        <Finding
          parts={partsOf(waiting.data, out.data)}
          none="Nothing waits to be driven to, and no plan is being driven."
        />
        {waiting.error && <ErrorPanel error={waiting.error} what="What waits" />}
      </header>
      <Waiting items={waiting.data?.items ?? []} />
      <section className="grid gap-3">
        <h2>Plans</h2>
        <DataTable<PlanRow>
          name="route-plans"
          title="Routes"
          path="/api/v1/route-plans"
          columns={columns}
          filters={filters}
          defaultSort="-onDay"
          exportable
          embedded
          rowHref={(row) => pathTo("routePlan", { id: row.id })}
          empty={{
            title: "No plan yet",
            text: "Plan a day: say which vehicles there are, and add what waits.",
          }}
        />
      </section>
      <p className="text-13 text-t2">
        Routes are found by search on ordinary machines, and held against a bound that no plan can
        be below. No quantum computer takes part.
      </p>
      {planning && (
        <PlanDialog
          plan={null}
          onClose={() => setPlanning(false)}
          onDone={({ id }) => void navigate(pathTo("routePlan", { id }))}
        />
      )}
    </div>
  );
}
