import type { Actor } from "#kernel/access.ts";
import { addQuantity, compareQuantity, subtractQuantity } from "#kernel/quantity.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";
import type { OrderRecord } from "../order/order.service.ts";

/**
 * A line of a receipt as something happens to it; quantities are decimal text (`kernel/quantity.ts`).
 * Posted: what was accepted, and what was rejected at the door.
 * Reversed: what was accepted until now and counts no more, and what stood rejected.
 * Rejected: `rejected` is what goes back now, `accepted` what of the line is kept.
 * Returned: what was rejected has left; nothing of it counted as received.
 */
export type ReceiptLineHeard = {
  receiptLineId: string;
  orderLineId: string;
  accepted: string;
  rejected: string;
};

/** What happened to a receipt, with its lines that it concerns; the order stands as it does after it. */
export type ReceiptEvent = {
  kind: "posted" | "reversed" | "rejected" | "returned";
  receiptId: string;
  /** The shipment that it is of, null where none was announced. */
  shipNoticeId: string | null;
  orderId: string;
  order: Pick<OrderRecord, "id" | "number" | "status" | "vendorId" | "incidentId">;
  lines: readonly ReceiptLineHeard[];
};

/** Hears of a receipt in the transaction of what happens to it: what it throws undoes both. */
export type ReceiptListener = (tx: Tx, actor: Actor, event: ReceiptEvent) => Promise<void>;

const listeners: ReceiptListener[] = [];
/** Lets any number of areas hear that a receipt was posted, reversed, or that goods of it go back. */
export const receiptListeners = extensionPoint<ReceiptListener>(
  "who hears of receipts",
  (hear) => void listeners.push(hear),
);

type Kept = { id: string; purchaseOrderLineId: string; quantity: string; rejectedQuantity: string };
/** A stored line of a receipt as its listeners hear of it: what of it counts as received. */
export const heardLine = (l: Kept): ReceiptLineHeard => ({
  receiptLineId: l.id,
  orderLineId: l.purchaseOrderLineId,
  accepted: subtractQuantity(l.quantity, l.rejectedQuantity),
  rejected: addQuantity(l.rejectedQuantity, "0"),
});

const some = ({ accepted, rejected }: ReceiptLineHeard): boolean =>
  compareQuantity(accepted, "0") > 0 || compareQuantity(rejected, "0") > 0;

/** Tells whoever hears of receipts, one after the other; a line of which nothing came is left out. */
export const tellOfReceipt = async (
  tx: Tx,
  actor: Actor,
  { order, lines, ...event }: Omit<ReceiptEvent, "orderId" | "order"> & { order: OrderRecord },
): Promise<void> => {
  const { id, number, status, vendorId, incidentId } = order;
  const told: ReceiptEvent = {
    ...event,
    orderId: id,
    order: { id, number, status, vendorId, incidentId },
    lines: lines.filter(some),
  };
  for (const hear of listeners) await hear(tx, actor, told);
};
