import { conflict } from "#kernel/errors.ts";
import { hoursHeldElsewhere, lockHours, type FieldHour } from "#areas/assets/assets.server.ts";
import type { Tx } from "#server/db/db.ts";

/**
 * Hours that no other funder has, kept for this transaction; `funded`: how many another one has. 409
 * `hours_billed` where that leaves none.
 */
export const ownToFund = async (
  tx: Tx,
  all: readonly FieldHour[],
): Promise<{ hours: FieldHour[]; funded: number }> => {
  const ids = all.map(({ id }) => id);
  await lockHours(tx, ids);
  const elsewhere = await hoursHeldElsewhere(tx, "recovery", ids);
  const hours = all.filter(({ id }) => !elsewhere.has(id));
  if (hours.length === 0)
    throw conflict(
      "hours_billed",
      "All hours between these days are billed to agencies that are served: an hour has one funder.",
    );
  return { hours, funded: elsewhere.size };
};
