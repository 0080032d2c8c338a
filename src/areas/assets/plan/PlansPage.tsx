import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { options } from "#kernel/labels.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { Held } from "#web/kit/Held.tsx";
import { DefinitionList } from "#web/kit/definition/DefinitionList.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Tabs } from "#web/kit/Tabs.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { MaintenanceNav } from "../MaintenanceNav.tsx";
import { meterKinds } from "../meter/meter.labels.ts";
import { cycleStatuses, planUnits } from "./plan.labels.ts";
import type { CycleRow, PlanRow, RunAnswer } from "./plan.model.ts";

const path = "/api/v1/maintenance-plans";

const when = (p: PlanRow): string => {
  const calendar =
    p.every && p.unit
      ? `every ${p.every === 1 ? "" : `${p.every} `}${planUnits[p.unit].toLowerCase().slice(0, p.every === 1 ? -1 : undefined)}`
      : "";
  const meter =
    p.meterEvery && p.meterKind
      ? `every ${p.meterEvery.toLocaleString("en-US")} ${meterKinds[p.meterKind].toLowerCase()}`
      : "";
  if (p.dueBy === "meter") return meter;
  return p.dueBy === "first" ? `${calendar} or ${meter}, whichever comes first` : calendar;
};

const aboutOf = (p: PlanRow, timeZone: string): string =>
  [
    when(p),
    p.floating ? "from the last time it was done" : "",
    p.seasonFrom && p.seasonTo ? `season ${p.seasonFrom} to ${p.seasonTo}` : "",
    p.route ? "one round" : "",
    p.assetIds.length > 0 ? counted(p.assetIds.length, "asset") : "all of a class",
    p.publishedAt ? `in force since ${formatDate(dateIn(p.publishedAt, timeZone))}` : "",
  ]
    .filter(Boolean)
    .join(" · ");

function Plans({ all }: { all: readonly PlanRow[] }) {
  const { can } = useAuth();
  const { timeZone } = useAgency();
  if (all.length === 0)
    return (
      <EmptyState kind="first-use" title="No plans yet">
        A plan makes work orders by itself: by the calendar, by a meter, or whichever comes first.
      </EmptyState>
    );
  return (
    <DefinitionList
      path={path}
      all={all}
      shown={all.filter((one) => one.status !== "retired")}
      what="plan"
      to={(plan) => pathTo("plan", { id: plan.id })}
      edit="Change"
      mayChange={can("maintenancePlan.edit")}
      about={(plan) => <p className="text-13 text-t2">{aboutOf(plan, timeZone)}</p>}
      texts={{
        publish:
          "From now on it makes work each morning. Who publishes it approves that work; the version before it is retired.",
        retire: "It makes no more work. What it made stays.",
      }}
      unchanging="A version that was published stays as it was: its work says by which one it was made."
    />
  );
}

const columns: readonly Column<CycleRow>[] = [
  { id: "dueOn", label: "Due", kind: "day", value: (c) => c.dueOn },
  { id: "plan", label: "Plan", kind: "text", sortable: false, value: (c) => c.plan },
  { id: "asset", label: "Asset", kind: "text", sortable: false, value: (c) => c.asset },
  {
    id: "workOrder",
    label: "Work",
    kind: "text",
    sortable: false,
    value: (c) => c.workOrder ?? c.inspection,
    cell: (c) =>
      c.workOrderId ? (
        <Link to={pathTo("workOrder", { id: c.workOrderId })}>{c.workOrder}</Link>
      ) : (
        c.inspectionId && (
          <Link to={pathTo("inspection", { id: c.inspectionId })}>{c.inspection}</Link>
        )
      ),
  },
  { id: "doneOn", label: "Done", kind: "day", sortable: false, value: (c) => c.doneOn },
  { id: "why", label: "Why", kind: "text", sortable: false, value: (c) => c.why },
  {
    id: "status",
    label: "Status",
    kind: "status",
    sortable: false,
    value: (c) => c.status,
    statuses: cycleStatuses,
  },
];
const filters: readonly Filter[] = [
  {
    id: "status",
    label: "Status",
    kind: "set",
    pinned: true,
    options: options(cycleStatuses),
  },
  { id: "dueOn", label: "Due", kind: "day" },
  { id: "late", label: "Late", kind: "flag" },
  { id: "counted", label: "Counted for compliance", kind: "flag" },
  { id: "inTime", label: "Done in time", kind: "flag" },
];

function Cycles() {
  return (
    <DataTable<CycleRow>
      name="plan-cycles"
      title="Cycles"
      path="/api/v1/plan-cycles"
      columns={columns}
      filters={filters}
      defaultSort="-dueOn"
      embedded
    />
  );
}

function RunNow() {
  const run = useMutationAction<RunAnswer>("maintenance-plans", "plan-cycles", "work-orders");
  const go = async () => {
    try {
      const told = await run.mutateAsync({ path: `${path}/actions/run` });
      notify.done(
        `${counted(told.made, "order")} made`,
        `${told.missed} missed, ${told.covered} covered`,
      );
    } catch (error) {
      notify.failed("The plans did not run", error);
    }
  };
  return (
    <button type="button" className="btn" disabled={run.isPending} onClick={() => void go()}>
      Make what is due now
    </button>
  );
}

function InForce() {
  const plans = useGet<{ items: PlanRow[] }>("maintenance-plans", path, { first: true });
  if (plans.isPending) return <RecordSkeleton />;
  if (!plans.data)
    return <ErrorPanel error={plans.error} what="The plans" onRetry={() => void plans.refetch()} />;
  return (
    <Panel title="Plans">
      <Plans all={plans.data.items} />
    </Panel>
  );
}

/** /maintenance-management/plans: plans in force and in draft, and what came of their dates. */
export default function PlansPage() {
  const { can } = useAuth();
  return (
    <>
      <MaintenanceNav open="plans" />
      <div className="list-head">
        <h1>Plans</h1>
        {can("maintenancePlan.publish") && <RunNow />}
        <Held permission="maintenancePlan.edit" what="New plan">
          <Link className="btn btn-primary" to={pathTo("plan", { id: "new" })}>
            New plan
          </Link>
        </Held>
      </div>
      <Tabs
        label="Plans and their cycles"
        tabs={[
          {
            id: "plans",
            label: "Plans",
            content: () => <InForce />,
          },
          { id: "cycles", label: "Completion", content: () => <Cycles /> },
        ]}
      />
    </>
  );
}
