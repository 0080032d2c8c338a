import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import type { InvoiceFacts } from "./invoice.lifecycle.model.ts";
import { invoiceNoun, type InvoiceRecord } from "./invoice.service.ts";
import { paymentDueOn } from "./match.model.ts";
import { payable, releasable, withheld } from "./retainage.model.ts";

type Loaded = InvoiceRecord & InvoiceFacts;

// Whether a payment holds the invoice's newest part: then what is released now is a part of its
// own.
const partIsPaid = async (tx: Tx, i: InvoiceRecord) =>
  (await tx.maybe(sql`
    select 1
    from payment_invoice
    where org_id = ${i.orgId} and invoice_id = ${i.id} and part = ${i.lastPart} and live
  `)) !== null;

const amountOf = (asked: number | null, most: number, path: string, more: string): number => {
  if (asked !== null && asked > most) throw invalidField(path, `${more} ${formatCents(most)}.`);
  return asked ?? most;
};

/**
 * Releases `amount` cents of what is withheld, or all of it (null): the invoice is approved and
 * waits for a payment run, due by its terms from today.
 * The expenditure was posted with the invoice, so the budget does not change. 422 for more than is
 * withheld, 409 for who entered the invoice.
 */
export const releaseRetainage = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
  { amount = null }: { amount?: number | null },
): Promise<InvoiceRecord> =>
  transition(tx, actor, invoiceNoun, {
    id,
    action: "releaseRetainage",
    version,
    reason,
    effect: async (record) => {
      const i = record as Loaded;
      const today = businessDate(tx.scope);
      const released = amountOf(amount, withheld(i), "amount", "No more is withheld than");
      const next = { ...i, retainageReleased: i.retainageReleased + released };
      return {
        patch: {
          retainageReleased: next.retainageReleased,
          lastPart: i.lastPart + ((await partIsPaid(tx, i)) ? 1 : 0),
          dueOn: i.status === "paid" ? paymentDueOn(today, today, i.termsDays, null) : i.dueOn,
        },
      };
    },
  });

/**
 * Withholds again what was released and is not paid yet; the way back from a release. The invoice
 * is paid again where nothing else is left to pay.
 */
export const withholdRetainage = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<InvoiceRecord> =>
  transition(tx, actor, invoiceNoun, {
    id,
    action: "withholdRetainage",
    version,
    reason,
    effect: async (record) => {
      const i = record as Loaded;
      const next = { ...i, retainageReleased: i.retainageReleased - releasable(i) };
      return {
        to: payable(next) === 0 && i.paidAmount !== 0 ? "paid" : "approved",
        patch: {
          retainageReleased: next.retainageReleased,
          lastPart: i.lastPart - (i.lastPart > 0 && !(await partIsPaid(tx, i)) ? 1 : 0),
        },
      };
    },
  });
