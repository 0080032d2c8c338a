import { compareQuantity } from "#kernel/quantity.ts";

/** An item of a contract's rate sheet, with its price by quantity. */
export type RatedItem = {
  id: string;
  code: string;
  description: string;
  commodityCode: string | null;
  unit: string;
  tiers: { from: string; unitPrice: string }[];
};

/**
 * The unit price for a quantity: that of the highest tier that the quantity reaches; null below the
 * lowest.
 */
export const priceAt = (tiers: RatedItem["tiers"], quantity: string): string | null =>
  tiers
    .filter(({ from }) => compareQuantity(quantity, from) >= 0)
    .toSorted((a, b) => compareQuantity(a.from, b.from))
    .at(-1)?.unitPrice ?? null;
