import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { postCash } from "./cash.service.ts";
import { paymentNoun, type PaymentRecord } from "./payment.noun.ts";

/**
 * Takes back, with a reason, that a payment cleared: it is released again, and can be voided or
 * cleared anew. 409 unless it is marked as cleared (a voided or returned one is not).
 */
export const unclearPayment = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<PaymentRecord> =>
  transition(tx, actor, paymentNoun, {
    id,
    action: "unclear",
    version,
    reason,
    // On the day that it had cleared on: as of then it never did.
    effect: async (row) => {
      await postCash(tx, actor, "uncleared", row.clearedOn!, [row]);
      return { patch: { clearedOn: null } };
    },
  });
