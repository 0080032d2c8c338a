import type { Actor } from "#kernel/access.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { refuseByTerms } from "#areas/budget/budget.server.ts";
import { termCharges } from "../cost/incurred.service.ts";
import { withdrawApproval } from "#areas/workflow/workflow.server.ts";
import { invoiceNoun, type InvoiceRecord, type LoadedInvoice } from "./invoice.service.ts";
import { tellContract } from "./retainage.service.ts";
import { refuseUnmatched } from "./match.service.ts";
import { tellOfEnding } from "./endings.ts";
import { dropReserves } from "./reserves.ts";
import { postInvoice, sharesToPost, unpostInvoice, yearOfPosting } from "./posting.service.ts";

/**
 * What the end of an approval does: approving posts the expenditure and releases the order's
 * encumbrance. What comes to nothing is paid with that: no payment of nothing can exist.
 */
export const invoiceApproval = {
  approved: async (tx: Tx, actor: Actor, id: string) =>
    void (await transition(tx, actor, invoiceNoun, {
      id,
      action: "approve",
      effect: async (record) => {
        const row = record as LoadedInvoice;
        const shares = await sharesToPost(tx, id);
        await refuseUnmatched(tx, row);
        await refuseByTerms(tx, row.createdBy, shares, () => termCharges(tx, row, shares));
        const fiscalYearId = await yearOfPosting(tx, row);
        await postInvoice(tx, actor, { ...row, fiscalYearId }, shares);
        return {
          patch: {
            approvedAt: businessNow(tx.scope).toISOString(),
            ...(fiscalYearId !== row.fiscalYearId && { fiscalYearId }),
          },
          ...(row.total === 0 && {
            to: "paid",
            note: "It comes to nothing, so it is settled without a payment.",
          }),
        };
      },
    })),
  returned: async (tx: Tx, actor: Actor, id: string, comment: string) =>
    void (await transition(tx, actor, invoiceNoun, { id, action: "return", reason: comment })),
  rejected: async (tx: Tx, actor: Actor, id: string, comment: string) => {
    const { number } = await transition(tx, actor, invoiceNoun, {
      id,
      action: "reject",
      reason: comment,
      effect: async () => void (await dropReserves(tx, actor, id)),
    });
    await tellOfEnding(tx, actor, { invoiceId: id, number, how: "rejected", reason: comment });
  },
};

/**
 * Stops an invoice with the vendor: the prompt-payment clock is shown as paused, the reason is
 * kept.
 */
export const disputeInvoice = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<InvoiceRecord> =>
  transition(tx, actor, invoiceNoun, {
    id,
    action: "dispute",
    version,
    reason,
    effect: async () => ({
      patch: { disputeReason: reason, dueOn: null, disputedOn: businessDate(actor) },
    }),
  });

/**
 * Voids an invoice that is not scheduled and of which nothing was paid (one that comes to nothing
 * included); what it had posted is reversed.
 */
export const voidInvoice = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<InvoiceRecord> => {
  const row = await transition(tx, actor, invoiceNoun, {
    id,
    action: "void",
    version,
    reason,
    effect: async (record) => {
      if (record.status === "approved" || record.status === "paid")
        await unpostInvoice(tx, actor, record as LoadedInvoice, reason ?? "");
      else await withdrawApproval(tx, actor, id);
      await dropReserves(tx, actor, id);
    },
  });
  await tellContract(tx, actor, row);
  await tellOfEnding(tx, actor, {
    invoiceId: id,
    number: row.number,
    how: "voided",
    reason: reason ?? "",
  });
  return row;
};
