import type { Actor } from "#kernel/access.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";

/** Hears that goods of an order came, in the transaction of their receipt. */
export type GoodsHeard = (tx: Tx, actor: Actor, orderId: string) => Promise<void>;
const listeners: GoodsHeard[] = [];
/** Lets an area hear of every posted receipt, such as the match of the order's invoices. */
export const goodsCame = extensionPoint<GoodsHeard>(
  "who hears that goods came",
  (hear) => void listeners.push(hear),
);

/** Tells whoever hears of receipts that goods of this order came. */
export const tellGoodsCame = async (tx: Tx, actor: Actor, orderId: string): Promise<void> => {
  for (const hear of listeners) await hear(tx, actor, orderId);
};
