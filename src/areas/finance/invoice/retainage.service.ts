import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { keepBackOfContract, withheldChanged } from "#areas/procurement/procurement.server.ts";
import { postRetainage } from "../payment/cash.service.ts";
import type { InvoiceFacts } from "./invoice.lifecycle.model.ts";
import { invoiceNoun, withheldBut, type InvoiceRecord } from "./invoice.service.ts";
import { agreedTerms, paymentDueOn } from "./match.model.ts";
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

const contractOf = async (tx: Tx, { purchaseOrderId }: InvoiceRecord): Promise<string | null> =>
  purchaseOrderId
    ? ((
        await tx.maybe<{ contractId: string | null }>(sql`
          select contract_id
          from purchase_order
          where org_id = ${tx.scope.orgId} and id = ${purchaseOrderId}
        `)
      )?.contractId ?? null)
    : null;

/** Tells the contract of an invoice, where it has one, that more or less is withheld. */
export const tellContract = async (tx: Tx, actor: Actor, i: InvoiceRecord): Promise<void> => {
  if (i.retainage !== 0) await withheldChanged(tx, actor, await contractOf(tx, i));
};

/** 409 where the law does not let so much be held any more, after substantial completion. */
const requireLaw = async (tx: Tx, i: InvoiceRecord, again: number): Promise<void> => {
  const contractId = await contractOf(tx, i);
  const limits = await keepBackOfContract(tx, contractId);
  if (!contractId || limits?.atMost == null) return;
  if ((await withheldBut(tx, contractId, i.id)) + again > limits.atMost)
    throw conflict(
      "law_limits",
      `The work is substantially complete: ${formatCents(limits.atMost)} may be held in all (${limits.citation}).`,
    );
};

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
export const releaseRetainage = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
  { amount = null }: { amount?: number | null },
): Promise<InvoiceRecord> => {
  const row = await transition(tx, actor, invoiceNoun, {
    id,
    action: "releaseRetainage",
    version,
    reason,
    effect: async (record) => {
      const i = record as Loaded;
      const today = businessDate(tx.scope);
      const released = amountOf(amount, withheld(i), "amount", "No more is withheld than");
      const next = { ...i, retainageReleased: i.retainageReleased + released };
      await postRetainage(tx, actor, i, today, released);
      return {
        patch: {
          retainageReleased: next.retainageReleased,
          lastPart: i.lastPart + ((await partIsPaid(tx, i)) ? 1 : 0),
          dueOn:
            i.status === "paid" ? paymentDueOn(today, today, agreedTerms(i.termsDays)) : i.dueOn,
        },
      };
    },
  });
  await tellContract(tx, actor, row);
  return row;
};

/**
 * Withholds again what was released and is not paid yet; the way back from a release. The invoice
 * is paid again where nothing else is left to pay.
 */
export const withholdRetainage = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<InvoiceRecord> => {
  const row = await transition(tx, actor, invoiceNoun, {
    id,
    action: "withholdRetainage",
    version,
    reason,
    effect: async (record) => {
      const i = record as Loaded;
      const next = { ...i, retainageReleased: i.retainageReleased - releasable(i) };
      await requireLaw(tx, i, withheld(next));
      await postRetainage(tx, actor, i, businessDate(tx.scope), -releasable(i));
      return {
        to: payable(next) === 0 && i.paidAmount !== 0 ? "paid" : "approved",
        patch: {
          retainageReleased: next.retainageReleased,
          lastPart: i.lastPart - (i.lastPart > 0 && !(await partIsPaid(tx, i)) ? 1 : 0),
        },
      };
    },
  });
  await tellContract(tx, actor, row);
  return row;
};
