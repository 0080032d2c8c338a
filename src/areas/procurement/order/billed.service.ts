import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";

/**
 * Hears that a bill of an order was posted or taken back, in its transaction, behind the order's row;
 * the lines say by then what is billed of them. What it throws undoes both.
 */
export type BillListener = (
  tx: Tx,
  actor: Actor,
  event: { orderId: string; orderLineIds: readonly string[] },
) => Promise<void>;

const listeners: BillListener[] = [];
/** Lets any number of areas hear of bills of orders. */
export const billListeners = extensionPoint<BillListener>(
  "who hears of bills of orders",
  (hear) => void listeners.push(hear),
);

/** Tells whoever hears of bills, one after the other. */
export const tellOfBill: BillListener = async (tx, actor, event) => {
  for (const hear of listeners) await hear(tx, actor, event);
};
