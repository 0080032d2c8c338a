import { creditsOfLine } from "#areas/finance/finance.server.ts";
import { rejectedLine, type RejectedLine } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import type { CostAnswer } from "./nonconformance.model.ts";
import type { NonconformanceStored } from "./nonconformance.noun.ts";

/**
 * What the records tell of the cost: goods that went back at the price of their order, and what the vendor
 * credited of their line since. Both are about the same goods, so the greater one counts, and beside it what was
 * entered as no record tells it.
 */
export const costOf = async (
  db: Db,
  row: Pick<NonconformanceStored, "receiptLineId" | "otherCents">,
): Promise<{ cost: CostAnswer; line: RejectedLine | null }> => {
  const line = row.receiptLineId ? await rejectedLine(db, row.receiptLineId) : null;
  const credits = line ? await creditsOfLine(db, line.orderLineId, line.receivedOn) : [];
  const creditedCents = credits.reduce((sum, { cents }) => sum + cents, 0);
  const returnedOn = line?.returnedOn ?? null;
  const returnedCents = line && returnedOn ? line.cents : 0;
  const { otherCents } = row;
  return {
    line,
    cost: {
      ...{ goodsCents: line?.cents ?? null, returnedOn, returnedCents, credits, creditedCents },
      ...{ otherCents, costCents: Math.max(returnedCents, creditedCents) + otherCents },
    },
  };
};
