import { quantity, quantityText } from "#kernel/quantity.ts";
import type { Replay } from "./cost.model.ts";
import { shareOf, type CostMethod } from "./pool.model.ts";

/** What is left of a receipt: ten-thousandths of the item's unit, and integer cents. */
export type LeftOf = { receipt: string; quantity: bigint; cents: number };

/** What is left of each receipt of a pool, each at what the pool is worth under its method. */
export const leftOf = (
  { layers, value, quantity: whole }: Pick<Replay, "layers" | "value" | "quantity">,
  method: CostMethod,
): LeftOf[] =>
  layers.map((layer) => ({
    receipt: layer.receipt,
    quantity: layer.quantity,
    cents: method === "fifo" ? layer.cents : shareOf(value, layer.quantity, whole),
  }));

/**
 * What of it is unused: whole packs as they were bought; an opened pack does not count. `pack`: how many
 * of the item's unit the pack holds, as decimal text; null where it was bought by the unit itself.
 */
export const unopened = (
  left: { quantity: bigint; cents: number },
  pack: string | null,
): { quantity: string; cents: number } => {
  const size = pack === null ? 10_000n : quantity(pack);
  const whole = left.quantity - (left.quantity % size);
  return {
    quantity: quantityText(whole),
    cents: whole === 0n ? 0 : shareOf(left.cents, whole, left.quantity),
  };
};
