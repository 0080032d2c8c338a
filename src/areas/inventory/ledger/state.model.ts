import { quantity, quantityText } from "#kernel/quantity.ts";
import type { Day, Instant } from "#kernel/time.ts";
import type { CostMethod, Layer, Pool } from "./pool.model.ts";

/** What is left of a receipt: its line, its lot, decimal text of the item's unit, integer cents. */
type StoredLayer = readonly [string, string | null, string, number];

/** How a pool stood behind its last movement, and when that was. */
export type StoredPool = {
  method: CostMethod;
  layers: readonly StoredLayer[];
  until: { movedOn: Day; postedAt: Instant } | null;
};

/** A pool as it is kept: without the receipts of which nothing is left. */
export const storedPool = (pool: Pool, until: StoredPool["until"]): StoredPool => ({
  method: pool.method,
  layers: pool.layers
    .filter((layer) => layer.quantity > 0n)
    .map(({ receipt, lot, quantity: left, cents }) => [receipt, lot, quantityText(left), cents]),
  until,
});

/** The pool that was kept. `value` is integer cents. */
export const poolOf = ({ method, layers }: StoredPool, value: number): Pool => {
  const kept = layers.map(([receipt, lot, left, cents]): Layer => ({
    receipt,
    lot,
    quantity: quantity(left),
    cents,
  }));
  return {
    method,
    quantity: kept.reduce((sum, layer) => sum + layer.quantity, 0n),
    value,
    layers: kept,
  };
};

/** Whether what moved on this day and is posted at this instant comes behind all that moved before. */
export const isLast = (
  until: StoredPool["until"],
  next: { movedOn: Day; postedAt: Instant },
): boolean =>
  until === null ||
  next.movedOn > until.movedOn ||
  (next.movedOn === until.movedOn && next.postedAt >= until.postedAt);
