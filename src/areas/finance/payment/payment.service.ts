import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { invoiceNoun } from "../invoice/invoice.service.ts";
import { holdAfterReturn } from "./hold.service.ts";
import { returnCodeFault, type PaymentStatus } from "./payment.model.ts";
import { asSystem, paymentNoun, type PaymentRecord } from "./payment.noun.ts";
import { tellStopped, type PaidInvoice } from "./remittance.service.ts";
import { proposeRun } from "./run.service.ts";

// The invoices of a payment that did not reach the vendor are approved and unpaid again, and the
// vendor is told.
const stop = async (
  tx: Tx,
  actor: Actor,
  row: PaymentRecord,
  reason: string | null,
  returnCode: string | null,
) => {
  const invoices = await tx.rows<
    PaidInvoice & { invoiceId: string; vendor: string; email: string | null }
  >(sql`
    update payment_invoice x
    set live = false
    from invoice i, vendor v
    where x.org_id = ${row.orgId}
      and x.payment_id = ${row.id}
      and x.live
      and i.org_id = x.org_id
      and i.id = x.invoice_id
      and v.org_id = i.org_id
      and v.id = ${row.vendorId}
    returning x.invoice_id, x.amount, x.part, i.number, i.vendor_number, v.name as vendor, v.email
  `);
  for (const i of invoices.toSorted((a, b) => (a.invoiceId < b.invoiceId ? -1 : 1)))
    await transition(tx, asSystem(actor), invoiceNoun, {
      id: i.invoiceId,
      action: "unpay",
      reason,
      effect: async (invoice) => ({
        to: invoice.status === "scheduled" ? "scheduled" : "approved",
        patch: { paidAmount: invoice.paidAmount - i.amount },
        note: row.number,
      }),
    });
  const [payee] = invoices;
  if (payee)
    await tellStopped(
      tx,
      { ...row, vendor: payee.vendor, email: payee.email },
      invoices,
      returnCode,
    );
};

/**
 * Voids a released payment that has not cleared; its invoices are open again, and the vendor gets a
 * letter. The check keeps its number, so that the register has no gap.
 */
export const voidPayment = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string | null,
): Promise<PaymentRecord> =>
  transition(tx, actor, paymentNoun, {
    id,
    action: "void",
    version,
    reason,
    effect: async (row) => {
      await stop(tx, actor, row, reason, null);
      return { patch: { voidReason: reason } };
    },
  });

const notInFuture = (tx: Tx, path: string, on: string | null | undefined): string => {
  const today = businessDate(tx.scope);
  if (on && on > today) throw invalidField(path, "This day has not come yet.");
  return on || today;
};

/**
 * Records that the bank sent the money of an ACH payment back, with its code; one that says that
 * the account is wrong holds payment of the vendor (`holdAfterReturn`). 422 for a code that does
 * not return money: a notification of change (C01 …) leaves the payment as it is.
 */
export const returnPayment = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  input: { returnCode: string; returnedOn?: string | null; reason: string | null },
): Promise<PaymentRecord> =>
  transition(tx, actor, paymentNoun, {
    id,
    action: "return",
    version,
    reason: input.reason,
    effect: async (row) => {
      const fault = returnCodeFault(input.returnCode);
      if (fault) throw invalidField("returnCode", fault, "not_a_return");
      const returnedOn = notInFuture(tx, "returnedOn", input.returnedOn);
      await holdAfterReturn(tx, actor, row, input.returnCode);
      await stop(tx, actor, row, `${input.returnCode}: ${input.reason ?? ""}`, input.returnCode);
      return {
        patch: {
          returnedOn,
          returnCode: input.returnCode,
          voidReason: input.reason,
          clearedOn: null,
        },
      };
    },
  });

/** Records that a payment cleared at the bank. */
export const clearPayment = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  clearedOn: string | null,
): Promise<PaymentRecord> =>
  transition(tx, actor, paymentNoun, {
    id,
    action: "clear",
    version,
    effect: async () => ({ patch: { clearedOn: notInFuture(tx, "clearedOn", clearedOn) } }),
  });

/**
 * Pays what a voided or returned payment covered once more, through a run of its own that takes the
 * same three people. The new payment
 * names the one that it replaces. Returns the new run's id.
 */
export const reissuePayment = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<string> => {
  let runId = "";
  await transition(tx, actor, paymentNoun, {
    id,
    action: "reissue",
    version,
    effect: async (row) => {
      const invoices = await tx.rows<{ id: string }>(sql`
        select invoice_id as id
        from payment_invoice
        where org_id = ${row.orgId} and payment_id = ${id}
      `);
      const run = await proposeRun(
        tx,
        actor,
        {
          invoiceIds: invoices.map((i) => i.id),
          payThrough: null,
          payOn: null,
          methods: null,
          note: `Reissue of ${row.number}`,
        },
        row,
      );
      runId = run.id;
      return { to: row.status as PaymentStatus, note: run.number };
    },
  });
  return runId;
};
