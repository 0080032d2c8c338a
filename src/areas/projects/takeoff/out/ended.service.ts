import { requestedLines } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";

/** Statuses in which a requisition buys nothing, and never will. */
export const endedStatuses: readonly string[] = ["cancelled", "rejected", "withdrawn"];

/** Measurements whose requisition is over and bought nothing of them, by id. */
export const endedOf = async (
  db: Db,
  rows: readonly { id: string; status: string; requisitionId: string | null }[],
): Promise<ReadonlySet<string>> => {
  const sent = rows.filter(({ status, requisitionId }) => status === "sent" && requisitionId);
  if (sent.length === 0) return new Set();
  const lines = await requestedLines(db, [...new Set(sent.map((row) => row.requisitionId!))]);
  const over = new Set(
    lines.flatMap((line) => (endedStatuses.includes(line.status) ? [line.requisitionId] : [])),
  );
  return new Set(sent.flatMap((row) => (over.has(row.requisitionId!) ? [row.id] : [])));
};
