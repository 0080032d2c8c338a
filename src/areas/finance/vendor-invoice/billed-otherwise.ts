import { conflict } from "#kernel/errors.ts";
import { extensionPoint } from "#server/area.ts";
import type { Tx } from "#server/db/db.ts";

/** How the vendor bills this order instead of by an invoice of its own, in words for it; null for every other. */
export type BilledOtherwise = (tx: Tx, orderId: string) => Promise<string | null>;

const ways: BilledOtherwise[] = [];
/** Whose documents bill an order in place of the vendor's invoices says so here: applications for payment. */
export const billedOtherwise = extensionPoint<BilledOtherwise>(
  "who bills orders otherwise than by the vendor's invoices",
  (way) => void ways.push(way),
);

/** 409 `billed_otherwise` for an order whose work is billed in another way. */
export const refuseBilledOtherwise = async (tx: Tx, orderId: string): Promise<void> => {
  for (const way of ways) {
    const why = await way(tx, orderId);
    if (why) throw conflict("billed_otherwise", why);
  }
};
