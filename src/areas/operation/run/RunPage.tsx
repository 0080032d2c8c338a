import { useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ErrorPanel, isMissing, NoSuchRecord, RecordSkeleton } from "#web/kit/states.tsx";
import { Results } from "./Results.tsx";
import { Changes, NotYours, PdfButton, RunFacts } from "./RunParts.tsx";
import { runKinds } from "./run.labels.ts";
import { useRun } from "./useRun.ts";

/** One run of the checks: what each found, and what differs from the run before. */
export default function RunPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const run = useRun(can("check.read") ? id : null);
  if (!can("check.read"))
    return <NotYours title="The checks are for managers and administrators" />;
  if (run.isPending) return <RecordSkeleton />;
  if (isMissing(run.error))
    return <NoSuchRecord back={{ path: pathTo("testingDashboard"), title: "Testing dashboard" }} />;
  if (run.isError)
    return <ErrorPanel error={run.error} what="This run" onRetry={() => void run.refetch()} />;
  return (
    <div className="grid min-w-0 max-w-[1000px] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto">{runKinds[run.data.kind].label}</h1>
        {run.data.status !== "running" && <PdfButton id={run.data.id} />}
      </div>
      <RunFacts run={run.data} />
      <Changes run={run.data} />
      <Results known={[]} run={run.data} />
    </div>
  );
}
