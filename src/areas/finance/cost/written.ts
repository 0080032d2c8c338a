import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";

/** Hears in the transaction that bills of an order are costs now, or are none any more. */
export type CostListener = (
  tx: Tx,
  actor: Actor,
  written: { purchaseOrderId: string },
) => Promise<void>;

const listeners: CostListener[] = [];
/** Areas hear when bills of orders are written as costs, and when these are reversed. */
export const costListeners = extensionPoint<CostListener>(
  "listeners of costs",
  (listener) => void listeners.push(listener),
);

/** Tells of the costs of an order that changed. */
export const tellOfCosts: CostListener = async (tx, actor, written) => {
  for (const listener of listeners) await listener(tx, actor, written);
};
