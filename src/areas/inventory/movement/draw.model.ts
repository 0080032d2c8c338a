import { quantity, quantityText } from "#kernel/quantity.ts";
import type { Piece } from "../ledger/pool.model.ts";

/** What a line took of the goods of an order's line: decimal text of the item's unit, integer cents. */
export type Draw = { lineId: string; orderLineId: string; quantity: string; cents: number };

/**
 * What the pieces of a line are of the goods of orders. What was there before (an opening balance, a
 * find) came by no order and is left out. `orderLineOf`: the order's line by the receipt of the stores.
 */
export const drawsOf = (
  lineId: string,
  pieces: readonly Piece[],
  orderLineOf: ReadonlyMap<string, string>,
): Draw[] => {
  const sums = new Map<string, { quantity: bigint; cents: number }>();
  for (const piece of pieces) {
    const orderLineId = orderLineOf.get(piece.receipt);
    if (!orderLineId) continue;
    const sum = sums.get(orderLineId) ?? { quantity: 0n, cents: 0 };
    sums.set(orderLineId, {
      quantity: sum.quantity + piece.quantity,
      cents: sum.cents + piece.cents,
    });
  }
  return [...sums].map(([orderLineId, sum]) => ({
    ...{ lineId, orderLineId },
    quantity: quantityText(sum.quantity),
    cents: sum.cents,
  }));
};

/** Whether two lists of draws of one line say the same. */
export const sameDraws = (a: readonly Draw[], b: readonly Draw[]): boolean =>
  a.length === b.length &&
  a.every((one) =>
    b.some(
      (other) =>
        other.orderLineId === one.orderLineId &&
        other.cents === one.cents &&
        quantity(other.quantity) === quantity(one.quantity),
    ),
  );
