import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { costsOf, liveClaims, paidDays } from "#areas/finance/finance.server.ts";
import { receivedOf } from "../award/books.service.ts";
import { award } from "../grants.tables.ts";
import { outOf, type CashMove } from "./cash.model.ts";

/** Money of an award on hand, day by day: what came, less what of it was paid out, as it was then. */
export const cashDays = async (
  db: Db,
  awardId: string,
): Promise<(CashMove & { balance: number })[]> => {
  await getRow(db, award, awardId, "award");
  const [received, claims] = await Promise.all([
    receivedOf(db, awardId),
    liveClaims(db, { funderId: awardId }),
  ]);
  const came = new Map(received.map((r) => [r.id, r.on]));
  const mine = claims.filter((c) => came.has(c.claimerId));
  const ids = [...new Set(mine.map((c) => c.costLineId))];
  const [costs, paid] = await Promise.all([costsOf(db, { ids }), paidDays(db, ids)]);
  const moves = [
    ...received.map((r) => ({ on: r.on, what: `${r.number} came in`, cents: r.cents })),
    ...costs.flatMap((cost) =>
      outOf({
        documentNumber: cost.documentNumber,
        paid: paid.filter((p) => p.costLineId === cost.id),
        claims: mine
          .filter((c) => c.costLineId === cost.id)
          .map((c) => ({ on: came.get(c.claimerId)!, share: c.share, cents: c.cents })),
      }),
    ),
  ].toSorted((a, b) => (a.on === b.on ? b.cents - a.cents : a.on < b.on ? -1 : 1));
  let balance = 0;
  return moves.map((m) => ({ ...m, balance: (balance += m.cents) }));
};
