import { quantityText, quantity } from "#kernel/quantity.ts";
import type { Db } from "#server/db/db.ts";
import { shelvesOf } from "../ledger/balance.service.ts";

/** How much of an item lies in the stores, at whatever place, in its unit, as decimal text. */
export const onHandOf = async (db: Db, itemId: string): Promise<string> => {
  const shelves = await shelvesOf(db, [itemId]);
  return quantityText(shelves.reduce((sum, { onHand }) => sum + quantity(onHand), 0n));
};
