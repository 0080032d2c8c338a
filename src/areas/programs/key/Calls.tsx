import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import type { CallRow } from "./key.model.ts";

const toneOf = (status: number) => (status >= 400 ? "badge tone-warning" : "badge tone-success");

/** The last calls of a program: what was asked, and how it was answered. */
export function Calls({ programId }: { programId: string }) {
  const { timeZone } = useAgency();
  const list = useGet<{ items: CallRow[] }>("program-calls", `/api/v1/programs/${programId}/calls`);
  if (list.isPending) return <TableSkeleton columns={4} label="Loading the calls" />;
  if (!list.data)
    return <ErrorPanel error={list.error} what="The calls" onRetry={() => void list.refetch()} />;
  if (list.data.items.length === 0)
    return (
      <EmptyState kind="first-use" title="No calls yet">
        The last 200 calls of each key are kept for thirty days.
      </EmptyState>
    );
  return (
    <div className="max-h-[32rem] overflow-auto" tabIndex={0} role="region" aria-label="Calls">
      <table className="ledger" aria-label="Calls of the program">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Asked</th>
            <th scope="col">Answer</th>
            <th scope="col">Key</th>
          </tr>
        </thead>
        <tbody>
          {list.data.items.map((call) => (
            <tr key={call.id}>
              <td>{formatInstant(call.at, timeZone)}</td>
              <td className="mono break-all">
                {call.method} {call.path}
              </td>
              <td>
                <span className={toneOf(call.status)}>{call.status}</span>
              </td>
              <td className="mono">{call.prefix}…</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
