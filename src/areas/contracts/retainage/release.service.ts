import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { releaseRetainage } from "#areas/finance/finance.server.ts";
import { contract } from "../contracts.tables.ts";
import { spreadRelease, type ReleaseInput } from "./retainage.model.ts";
import { retainageStanding } from "./retainage.service.ts";

/**
 * Releases cents of what a contract withholds: over its approved invoices, the oldest first, each of which
 * then waits for a payment run. All of it or nothing.
 * 404; 422 for more than those invoices withhold; 409 as where one invoice is released.
 */
export const releaseOfContract = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { amount, reason }: ReleaseInput,
) => {
  const c = await lockRow(tx, contract, id, "contract");
  const { invoices } = await retainageStanding(tx, c);
  const parts = spreadRelease(invoices, amount);
  if (!parts) {
    const most = invoices
      .filter(({ releasable }) => releasable)
      .reduce((sum, { withheld }) => sum + withheld, 0);
    throw invalidField(
      "amount",
      `Approved invoices withhold ${formatCents(most)}. Release that or less.`,
    );
  }
  for (const part of parts)
    await releaseRetainage(tx, actor, { id: part.id, version: null, reason }, part);
  return { parts };
};
