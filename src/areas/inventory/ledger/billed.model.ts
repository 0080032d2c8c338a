import { lineTotalCents } from "#kernel/money.ts";
import { quantity, quantityText } from "#kernel/quantity.ts";
import { shareOf } from "./pool.model.ts";

/**
 * What goods of an order's line cost, in integer cents by receipt, oldest first: as far as they are
 * billed what the bills say, to the cent; the rest at the order's price. Bills of more than came count
 * with the part that came; what was credited in full counts as not billed. Quantities are decimal text.
 */
export const billedCosts = (
  kept: readonly { id: string; quantity: string }[],
  unitPrice: string,
  billed: { quantity: string; cents: number },
): ReadonlyMap<string, number> => {
  const came = kept.reduce((sum, each) => sum + quantity(each.quantity), 0n);
  const all = quantity(billed.quantity);
  const none = all <= 0n || billed.cents < 0;
  let left = none ? 0n : all < came ? all : came;
  let cents = none ? 0 : shareOf(billed.cents, left, all);
  return new Map(
    kept.map(({ id, quantity: text }) => {
      const whole = quantity(text);
      const part = whole < left ? whole : left;
      const ofBills = part === 0n ? 0 : shareOf(cents, part, left);
      left -= part;
      cents -= ofBills;
      return [id, ofBills + lineTotalCents(quantityText(whole - part), unitPrice)] as const;
    }),
  );
};
