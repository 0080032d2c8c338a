import { formatInstant } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, TableSkeleton } from "#web/kit/states.tsx";
import type { CallRow } from "./connection.model.ts";

/** What a directory asked, each with what it changed. */
export function Calls({ directoryId }: { directoryId: string }) {
  const { timeZone } = useAgency();
  const list = useGet<{ items: CallRow[] }>(
    "directory-calls",
    `/api/v1/directories/${directoryId}/calls`,
  );
  if (list.isPending) return <TableSkeleton columns={3} label="Loading the calls" />;
  if (!list.data) return <ErrorPanel error={list.error} what="The calls" />;
  const { items } = list.data;
  return (
    <section className="grid gap-2">
      <h3>Calls</h3>
      {items.length === 0 ? (
        <p className="text-t2">It has not called yet. Calls are kept for thirty days.</p>
      ) : (
        <div className="max-h-96 overflow-auto" tabIndex={0} role="region" aria-label="Calls">
          <table className="ledger" aria-label="Calls of the directory">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">Asked</th>
                <th scope="col">Effect</th>
              </tr>
            </thead>
            <tbody>
              {items.map((call) => (
                <tr key={call.id}>
                  <td>{formatInstant(call.at, timeZone)}</td>
                  <td className="mono break-all">
                    {call.method} {call.path}
                  </td>
                  <td>
                    {call.effect}{" "}
                    {call.status >= 400 && (
                      <span className="badge tone-warning">{call.status}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
