import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { postCash } from "./cash.service.ts";
import { paymentNoun, type PaymentRecord } from "./payment.noun.ts";
import { payment } from "./payment.tables.ts";

/** Why a payment's clearing is not taken back by hand, or null: a line of its bank stands behind it. */
type MatchOf = (db: Db, paymentId: string) => Promise<string | null>;
let matchOf: MatchOf = async () => null;
/** Who knows which payments a line of a bank statement stands behind, in words. */
export const matchedAtBank = extensionPoint<MatchOf>("matches of bank lines", (one) => {
  matchOf = one;
});

/** Takes a payment's clearing back by which a bank line was matched; one that came back stays so. */
export const unclearMatched = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
): Promise<void> => {
  const { status } = await getRow(tx, payment, id, "payment");
  if (status === "cleared") await unclearPayment(tx, actor, { id, version: null, reason });
};

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
      const matched = actor.kind === "system" ? null : await matchOf(tx, id);
      if (matched) throw conflict("matched_at_bank", matched);
      await postCash(tx, actor, "uncleared", row.clearedOn!, [row]);
      return { patch: { clearedOn: null } };
    },
  });
