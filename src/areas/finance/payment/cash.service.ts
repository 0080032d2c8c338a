import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import type { PaymentRecord } from "./payment.noun.ts";
import { cashEntry } from "./payment.tables.ts";
import { requireNotReconciled } from "./reconciled.service.ts";

type Paid = Pick<PaymentRecord, "orgId" | "id" | "amount" | "agencyAccountId">;
type Kind = "issued" | "voided" | "returned" | "cleared" | "uncleared";

// What a step does to the books and to what is out, as parts of the payment's amount. A payment that
// cleared before it came back is not out any more.
const effects: Record<Kind, { book: -1 | 0 | 1; outstanding: -1 | 0 | 1 }> = {
  issued: { book: -1, outstanding: 1 },
  voided: { book: 1, outstanding: -1 },
  returned: { book: 1, outstanding: -1 },
  cleared: { book: 0, outstanding: -1 },
  uncleared: { book: 0, outstanding: 1 },
};

/**
 * Writes what a step of payments does to the cash of their accounts, on its day. `settled` says that
 * the payments had cleared before, so that they are out no more. 409 `reconciled` for a day up to which
 * an account is reconciled.
 */
export const postCash = async (
  tx: Tx,
  actor: Actor,
  kind: Kind,
  onDay: Day,
  payments: readonly Paid[],
  { settled = false }: { settled?: boolean } = {},
): Promise<void> => {
  await requireNotReconciled(
    tx,
    payments.map(({ agencyAccountId }) => ({ agencyAccountId, onDay })),
  );
  await insertRows(
    tx,
    cashEntry,
    payments.map((p) => ({
      orgId: p.orgId,
      id: newId(),
      kind,
      onDay,
      agencyAccountId: p.agencyAccountId,
      paymentId: p.id,
      book: effects[kind].book * p.amount,
      outstanding: settled ? 0 : effects[kind].outstanding * p.amount,
      postedBy: actor.personId,
    })),
  );
};

/** Writes that payments are made on another day than their entries say: off the one, onto the other. */
export const moveCash = async (
  tx: Tx,
  actor: Actor,
  payments: readonly (Paid & { paidOn: Day })[],
  onDay: Day,
): Promise<void> => {
  const entries = payments
    .filter((p) => p.paidOn !== onDay)
    .flatMap((p) =>
      ([1, -1] as const).map((sign) => ({
        orgId: p.orgId,
        id: newId(),
        kind: "moved",
        onDay: sign === 1 ? p.paidOn : onDay,
        agencyAccountId: p.agencyAccountId,
        paymentId: p.id,
        book: sign * p.amount,
        outstanding: -sign * p.amount,
        postedBy: actor.personId,
      })),
    );
  await requireNotReconciled(tx, entries);
  await insertRows(tx, cashEntry, entries);
};

/** Writes that `cents` of an invoice are withheld no more (more than nothing) or again (less). */
export const postRetainage = (
  tx: Tx,
  actor: Actor,
  invoice: { orgId: string; id: string },
  onDay: Day,
  cents: number,
): Promise<void> =>
  insertRows(
    tx,
    cashEntry,
    cents === 0
      ? []
      : [
          {
            orgId: invoice.orgId,
            id: newId(),
            kind: cents > 0 ? "retainage" : "withheld",
            onDay,
            invoiceId: invoice.id,
            retainage: cents,
            postedBy: actor.personId,
          },
        ],
  );
