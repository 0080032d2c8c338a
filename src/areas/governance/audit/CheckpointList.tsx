import { Copy } from "lucide-react";
import { formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useList } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import type { AuditCheckpointRow } from "./audit.model.ts";

const copy = async (row: AuditCheckpointRow) => {
  try {
    await navigator.clipboard.writeText(row.note);
    notify.done("Copied!", "The signed checkpoint. Keep it outside of this system.");
  } catch (error) {
    notify.failed("The checkpoint was not copied", error);
  }
};

/** The newest signed checkpoints. */
export function CheckpointList() {
  const { timeZone } = useAgency();
  const list = useList<AuditCheckpointRow>("/api/v1/audit-checkpoints", "limit=50");
  if (list.isError)
    return (
      <ErrorPanel error={list.error} what="The checkpoints" onRetry={() => void list.refetch()} />
    );
  if (!list.data) return <TableSkeleton columns={4} label="Loading the checkpoints" />;
  if (list.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="No checkpoint yet">
        The first is signed within a minute of the first recorded change.
      </EmptyState>
    );
  return (
    <section className="grid gap-3 pt-4" aria-label="Checkpoints">
      <p className="max-w-[68ch] text-t2">
        A checkpoint is the fingerprint of the whole ledger at one moment, signed. Whoever keeps one
        can later prove that nothing before it was changed. Send them to your auditor; they say
        nothing about the records.
      </p>
      <div className="overflow-x-auto">
        <table className="ledger" data-density="36">
          <caption className="visually-hidden">Signed checkpoints, newest first</caption>
          <thead>
            <tr>
              <th scope="col" className="num">
                Entries
              </th>
              <th scope="col">Signed</th>
              <th scope="col">Root</th>
              <th scope="col">
                <span className="visually-hidden">Copy</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.data.items.map((row) => (
              <tr key={row.id}>
                <td className="num">{row.size.toLocaleString("en-US")}</td>
                <td>{formatInstant(row.at, timeZone)}</td>
                <td className="mono">{row.root}</td>
                <td>
                  <button
                    type="button"
                    className="btn btn-quiet btn-small"
                    aria-label={`Copy the checkpoint of ${counted(row.size, "entry", "entries")}`}
                    onClick={() => void copy(row)}
                  >
                    <Copy aria-hidden="true" />
                    Copy
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(list.data.total ?? 0) > 50 && (
        <p className="text-t3">
          The newest 50 of {list.data.total!.toLocaleString("en-US")}. A bundle of the whole ledger
          holds the others.
        </p>
      )}
    </section>
  );
}
