import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";

/** Hears that an invoice was rejected or voided, in its transaction. What it throws undoes both. */
export type InvoiceEnding = (
  tx: Tx,
  actor: Actor,
  ended: { invoiceId: string; number: string; how: "rejected" | "voided"; reason: string },
) => Promise<void>;

const listeners: InvoiceEnding[] = [];
/** Lets any number of areas hear of invoices that end unpaid. */
export const invoiceEndings = extensionPoint<InvoiceEnding>(
  "who hears of invoices that end unpaid",
  (hear) => void listeners.push(hear),
);

/** Tells whoever hears of them, one after the other. */
export const tellOfEnding: InvoiceEnding = async (tx, actor, ended) => {
  for (const hear of listeners) await hear(tx, actor, ended);
};
