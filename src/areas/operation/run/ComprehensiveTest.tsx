import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { Progress } from "#web/kit/Progress.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Results } from "./Results.tsx";
import { Changes, PdfButton, RunFacts } from "./RunParts.tsx";
import { useChecks, useRun } from "./useRun.ts";
import type { RunRecord } from "./run.model.ts";

function Buttons({ run, onBegun }: { run: RunRecord | undefined; onBegun: (id: string) => void }) {
  const { can } = useAuth();
  const act = useMutationAction<{ id: string }>("check-runs");
  const running = run?.status === "running";
  const begin = () =>
    act.mutate(
      { path: "/api/v1/comprehensive-tests", body: {} },
      {
        onSuccess: ({ id }) => onBegun(id),
        onError: (error) => notify.failed("Not begun", error),
      },
    );
  const stop = () =>
    act.mutate(
      { path: `/api/v1/check-runs/${run!.id}/actions/stop`, body: {} },
      {
        onSuccess: () => notify.done("It stops", "What is done stays."),
        onError: (error) => notify.failed("Not stopped", error),
      },
    );
  return (
    <>
      <Link className="btn" to={`${pathTo("testingDashboard")}?kind=books`}>
        Past runs
      </Link>
      {run?.status === "done" && <PdfButton id={run.id} />}
      {can("check.run") && running && (
        <button type="button" className="btn" disabled={act.isPending} onClick={stop}>
          Stop
        </button>
      )}
      {can("check.run") && !running && (
        <button type="button" className="btn btn-primary" disabled={act.isPending} onClick={begin}>
          Run now
        </button>
      )}
    </>
  );
}

/** /comprehensive-test: the books of the agency against the rules that they must keep. */
export default function ComprehensiveTest() {
  const checks = useChecks();
  const [begun, setBegun] = useState<string | null>(null);
  const shown = begun ?? checks.data?.running.books ?? checks.data?.last.books ?? null;
  const run = useRun(shown);
  if (checks.isPending) return <RecordSkeleton />;
  if (checks.isError)
    return (
      <ErrorPanel error={checks.error} what="The checks" onRetry={() => void checks.refetch()} />
    );
  return (
    <div className="grid min-w-0 max-w-[1000px] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="mr-auto">
          <h1>Comprehensive test</h1>
          <p className="max-w-[70ch] text-t2">
            Counts every balance anew and follows every link, in all records of your agency. It
            changes nothing; people can go on with their work.
          </p>
        </div>
        <Buttons run={run.data} onBegun={setBegun} />
      </div>
      <div aria-live="polite" className="grid gap-2">
        {run.data && <RunFacts run={run.data} />}
        {run.data?.status === "running" && (
          <Progress value={run.data.done} max={run.data.checks} label="Comprehensive test" />
        )}
      </div>
      <Results known={checks.data.invariants} run={run.data} />
      {run.data?.status === "done" && <Changes run={run.data} />}
    </div>
  );
}
