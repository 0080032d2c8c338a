import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";
import { paidStanding, type PaidInvoice } from "./paid-standing.service.ts";

/** Hears how invoices stand after a payment went out or came back, in its transaction. */
export type InvoicePayment = (tx: Tx, invoices: readonly PaidInvoice[]) => Promise<void>;

const listeners: InvoicePayment[] = [];
/** Lets any number of areas hear of payments of invoices. */
export const invoicePayments = extensionPoint<InvoicePayment>(
  "who hears of payments of invoices",
  (hear) => void listeners.push(hear),
);

/** Tells whoever hears of them how the invoices of these payments stand now. */
export const tellOfPayments = async (tx: Tx, paymentIds: readonly string[]): Promise<void> => {
  const found = await paidStanding(tx, paymentIds);
  for (const hear of listeners) await hear(tx, found);
};
