import { lineTotalCents } from "#kernel/money.ts";
import type { Expanded } from "./expand.model.ts";

/**
 * What items cost at these unit prices, in cents, each rounded to the cent, and how many of them have a
 * quantity and a price.
 */
export const costOf = (
  items: readonly Expanded[],
  prices: ReadonlyMap<string, { unitPrice: string | null }>,
): { cents: number; priced: number } => {
  const costs = items.flatMap(({ key, found }) => {
    const unitPrice = prices.get(key)?.unitPrice ?? null;
    return found && unitPrice !== null ? [lineTotalCents(found.bought, unitPrice)] : [];
  });
  return { cents: costs.reduce((sum, cents) => sum + cents, 0), priced: costs.length };
};
