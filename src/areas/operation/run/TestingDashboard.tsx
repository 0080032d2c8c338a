import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { options } from "#kernel/labels.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { DataTable } from "#web/kit/table/DataTable.tsx";
import type { Column } from "#web/kit/table/columns.tsx";
import type { Filter } from "#web/kit/table/filters.ts";
import { Changes, NotYours, RunBadge, RunFacts } from "./RunParts.tsx";
import { runKinds, runStatuses, runTriggers, type RunKind } from "./run.labels.ts";
import type { RunRow } from "./run.model.ts";
import { Schedule } from "./Schedule.tsx";
import { useChecks, useRun } from "./useRun.ts";

const columns: readonly Column<RunRow>[] = [
  { id: "startedAt", label: "Began", kind: "instant", value: (row) => row.startedAt },
  { id: "kind", label: "What", kind: "text", value: (row) => runKinds[row.kind].label },
  {
    id: "status",
    label: "Status",
    kind: "status",
    value: (row) => row.status,
    statuses: runStatuses,
    cell: (row) => <RunBadge run={row} />,
  },
  { id: "red", label: "Red", kind: "number", value: (row) => row.red },
  { id: "findings", label: "Findings", kind: "number", value: (row) => row.findings },
  { id: "productVersion", label: "Version", kind: "text", value: (row) => row.productVersion },
  {
    id: "trigger",
    label: "Begun",
    kind: "text",
    value: (row) => `${runTriggers[row.trigger].label}, ${row.startedName}`,
  },
];
const filters: readonly Filter[] = [
  { id: "kind", label: "What", kind: "set", pinned: true, options: options(runKinds) },
  { id: "red", label: "Found something", kind: "flag" },
  { id: "trigger", label: "Begun", kind: "set", options: options(runTriggers) },
  { id: "status", label: "Status", kind: "set", options: options(runStatuses) },
  { id: "startedAt", label: "Began", kind: "day" },
];

function Last({ kind, id, to }: { kind: RunKind; id: string | null; to: string }) {
  const run = useRun(id);
  return (
    <div className="grid content-start gap-3">
      <Panel
        title={runKinds[kind].label}
        aside={
          <Link className="btn btn-small" to={to}>
            Open
          </Link>
        }
      >
        {run.data ? <RunFacts run={run.data} /> : <p className="text-t2">No run yet.</p>}
      </Panel>
      {run.data?.status === "done" && <Changes run={run.data} />}
    </div>
  );
}

/** /testing-dashboard: runs of the product's own checks, by version, and when they run by themselves. */
export default function TestingDashboard() {
  const { can } = useAuth();
  return can("check.read") ? (
    <Dashboard />
  ) : (
    <NotYours title="The checks are for managers and administrators" />
  );
}

/** The newest runs, and when they run by themselves. */
function Newest() {
  const checks = useChecks();
  if (checks.isPending) return <RecordSkeleton />;
  if (checks.isError)
    return (
      <ErrorPanel error={checks.error} what="The checks" onRetry={() => void checks.refetch()} />
    );
  const { machine, last } = checks.data;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <Last kind="books" id={last.books} to={pathTo("comprehensiveTest")} />
      {machine && <Last kind="machine" id={last.machine} to={pathTo("systemTest")} />}
      <Schedule />
    </div>
  );
}

function Dashboard() {
  return (
    <div className="grid min-w-0 gap-4">
      <div>
        <h1>Testing dashboard</h1>
        <p className="max-w-[70ch] text-t2">
          The product checks itself: the machine that it runs on, and the books of your agency.
        </p>
      </div>
      <Newest />
      <DataTable<RunRow>
        name="check-runs"
        title="Runs"
        path="/api/v1/check-runs"
        columns={columns}
        filters={filters}
        defaultSort="-startedAt"
        embedded
        rowHref={(row) => pathTo("checkRun", { id: row.id })}
        empty={{ title: "No run yet", text: "Begin one under System test or Comprehensive test." }}
      />
    </div>
  );
}
