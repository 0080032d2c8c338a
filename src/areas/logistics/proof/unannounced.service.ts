import { ownOrShipped } from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import { unannouncedReceipts } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { proofRule } from "./proof-rule.data.ts";
import { demandedWitnesses } from "./proof-rule.model.ts";

/**
 * Numbers of an order's receipts without a notice of which the rule of their day demands that the place
 * is witnessed: a driver's link is of a notice, so nobody could.
 */
export const withoutWitness = async (db: Db, orderId: string): Promise<string[]> => {
  const receipts = await unannouncedReceipts(db, orderId);
  if (receipts.length === 0) return [];
  const rules = await rulesOfKeys(db, [proofRule.key]);
  return receipts
    .filter(({ receivedOn, amount, federal, incidentId }) =>
      demandedWitnesses(ownOrShipped(rules, proofRule.key, receivedOn), {
        ...{ amount, federal },
        incident: incidentId !== null,
      }).includes("place"),
    )
    .map(({ number }) => number);
};
