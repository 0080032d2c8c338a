import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { StatusBadge } from "#web/kit/StatusBadge.tsx";
import { runOutcomes } from "../connector/connector.labels.ts";
import type { ConnectorRecord, RunRow } from "../connector/connector.model.ts";

// A file that goes out whole has no rows; its message says what became of it.
const countsOf = ({ outcome, dry, read, created, updated, skipped, rejected }: RunRow): string =>
  read === 0 && (outcome === "sent" || outcome === "checked")
    ? ""
    : outcome === "sent"
      ? `${counted(read, "row")} sent`
      : outcome === "done" || outcome === "checked"
        ? `${counted(read, "row")} read: ${created} ${dry ? "would be new" : "new"}, ${updated} ${dry ? "would change" : "changed"}, ${skipped} the same, ${rejected} refused`
        : read > 0
          ? `${counted(read, "row")} read, none brought in`
          : "";

function Problems({ run }: { run: RunRow }) {
  if (run.rejected === 0 || run.problems.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-13">
        {run.rejected} refused, the first {run.problems.length} with their reason
      </summary>
      <ul className="mt-2 grid gap-1 text-13">
        {run.problems.map((problem) => (
          <li key={`${problem.row}-${problem.column}`}>
            Row {problem.row}, {problem.column}: <span className="mono">{problem.found}</span>.{" "}
            {problem.fix}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Line({ run, onAccept }: { run: RunRow; onAccept: (() => void) | null }) {
  const { timeZone } = useAgency();
  return (
    <li className="grid gap-1 border-b border-hair pb-4 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>{formatInstant(run.beganAt, timeZone)}</span>
        <StatusBadge statuses={runOutcomes} status={run.outcome} />
        {onAccept && (
          <button type="button" className="btn btn-small ml-auto" onClick={onAccept}>
            It is whole: let it come in
          </button>
        )}
      </div>
      {countsOf(run) && <p className="text-13 text-t2">{countsOf(run)}</p>}
      {run.message && <p className="text-13">{run.message}</p>}
      <Problems run={run} />
      {run.calls > 0 && (
        <p className="text-13 text-t3">
          {counted(run.calls, "call")}
          {run.watermark && `, read up to ${run.watermark}`}
        </p>
      )}
      {run.sha256 && <p className="mono text-12 break-all text-t3">SHA-256 {run.sha256}</p>}
    </li>
  );
}

/** The last runs of a connector, each with what came in and why the rest did not. */
export function Runs({
  connector,
  onAccept,
}: {
  connector: ConnectorRecord;
  onAccept: () => void;
}) {
  const { can } = useAuth();
  const list = useGet<{ items: RunRow[] }>("connectors", `/api/v1/connectors/${connector.id}/runs`);
  if (list.isPending) return <TableSkeleton columns={3} label="Loading the runs" />;
  if (!list.data)
    return <ErrorPanel error={list.error} what="The runs" onRetry={() => void list.refetch()} />;
  const { items } = list.data;
  if (items.length === 0)
    return (
      <EmptyState kind="first-use" title="It never ran">
        Begin with a dry run: it fetches, reads every row, and writes nothing.
      </EmptyState>
    );
  return (
    <ul className="grid gap-4">
      {items.map((run, at) => (
        <Line
          key={run.id}
          run={run}
          onAccept={at === 0 && run.outcome === "asks" && can("connector.edit") ? onAccept : null}
        />
      ))}
    </ul>
  );
}
