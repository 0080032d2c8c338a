import { Download } from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { PaperRun } from "./paper.model.ts";

const fetchFile = (run: PaperRun) =>
  void download(`/api/v1/paper-runs/${run.id}/file`).catch((error: unknown) =>
    notify.failed("The file could not be fetched", error),
  );

function Run({ run }: { run: PaperRun }) {
  const { timeZone } = useAgency();
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0">{run.title}</h2>
        <span className="text-13 text-t3">
          {run.made} of {counted(run.asked, "record")} filled in ·{" "}
          {formatInstant(run.createdAt, timeZone)}
          {!run.ended && " · under way"}
        </span>
        {run.ready && (
          <button
            type="button"
            className="btn btn-small ml-auto"
            aria-label={`Download ${run.title}`}
            onClick={() => fetchFile(run)}
          >
            <Download aria-hidden="true" />
            {run.form === "zip" ? "ZIP" : "PDF"}
          </button>
        )}
      </div>
      {run.refused.length > 0 && (
        <details>
          <summary className="text-13">
            {counted(run.refused.length, "record")} not filled in
          </summary>
          <ul className="mt-2 grid gap-1 text-13 text-t2">
            {run.refused.map((each, at) => (
              <li key={`${at}:${each.number}`}>
                <span className="mono">{each.number}</span> {each.reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** What one had filled in from lists, with the file and the records that could not be. */
export function FilledPapers() {
  const runs = useGet<{ items: PaperRun[] }>("paper-runs", "/api/v1/paper-runs");
  if (runs.isPending) return <TableSkeleton columns={3} label="Loading filled PDFs" />;
  if (!runs.data) return <ErrorPanel error={runs.error} what="Filled PDFs" />;
  if (runs.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="No PDFs filled in yet">
        Tick records in a list and choose Fill a form. The files stay here for you.
      </EmptyState>
    );
  return (
    <ul className="grid gap-5">
      {runs.data.items.map((run) => (
        <Run key={run.id} run={run} />
      ))}
    </ul>
  );
}
