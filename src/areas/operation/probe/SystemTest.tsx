import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { ErrorPanel, RecordSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Results } from "../run/Results.tsx";
import { Changes, NotYours, PdfButton, RunFacts } from "../run/RunParts.tsx";
import { useChecks, useRun } from "../run/useRun.ts";

/** /admin/system-test: the machine tried live, each result as it comes. */
export default function SystemTest() {
  const { can } = useAuth();
  const checks = useChecks();
  const [begun, setBegun] = useState<string | null>(null);
  const start = useMutationAction<{ id: string }>("check-runs");
  const shown = begun ?? checks.data?.running.machine ?? checks.data?.last.machine ?? null;
  const run = useRun(shown);
  if (checks.isPending) return <RecordSkeleton />;
  if (checks.isError)
    return (
      <ErrorPanel error={checks.error} what="The checks" onRetry={() => void checks.refetch()} />
    );
  if (!checks.data.machine)
    return <NotYours title="The machine is another agency's to look after" />;
  const running = run.data?.status === "running";
  const begin = () =>
    start.mutate(
      { path: "/api/v1/system-tests", body: {} },
      {
        onSuccess: ({ id }) => setBegun(id),
        onError: (error) => notify.failed("Not begun", error),
      },
    );
  return (
    <div className="grid min-w-0 max-w-[1000px] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="mr-auto">
          <h1>System test</h1>
          <p className="max-w-[70ch] text-t2">
            Tries what the product stands on, one after the other. Nothing of it mails anyone or
            stays behind.
          </p>
        </div>
        <Link className="btn" to={`${pathTo("testingDashboard")}?kind=machine`}>
          Past runs
        </Link>
        {run.data?.status === "done" && <PdfButton id={run.data.id} />}
        {can("systemTest.run") && (
          <button
            type="button"
            className="btn btn-primary"
            disabled={running || start.isPending}
            onClick={begin}
          >
            {running ? "Running …" : "Run now"}
          </button>
        )}
      </div>
      <div aria-live="polite">{run.data && <RunFacts run={run.data} />}</div>
      <Results known={checks.data.probes} run={run.data} />
      {run.data?.status === "done" && <Changes run={run.data} />}
    </div>
  );
}
