import { pointsText, shareOf } from "#kernel/scoring.ts";
import { type PriceFormula } from "#areas/sourcing/sourcing.public.ts";

/**
 * A price as it is judged (preference included), in cents; null = the bid has no complete price.
 */
export type Offer = { bidId: string; priceCents: number | null };
/** Points for one price in hundredths, and how they came about. */
export type PricePoints = { bidId: string; hundredths: number; steps: readonly string[] };

const money = (cents: number): string =>
  `${Math.floor(cents / 100).toLocaleString("en-US")}.${String(cents % 100).padStart(2, "0")}`;

/**
 * How each formula works, in words, with its rounding: the screen shows this beside the worked
 * numbers.
 */
export const formulaTexts: Readonly<Record<PriceFormula, string>> = {
  lowest:
    "The price alone decides among responsive and responsible bids: the lowest has all points, the others none.",
  proportional:
    "Weight × lowest price ÷ this price, rounded half up to two decimals. The lowest price has all points.",
  linear:
    "Weight × (highest price − this price) ÷ (highest price − lowest price), rounded half up to two decimals. The lowest price has all points, the highest none.",
  qualifications:
    "The price has no points. It is negotiated with the best qualified bidder, and with the next one if that fails.",
};

type Formula = (
  weight: number,
  price: number,
  low: number,
  high: number,
) => { hundredths: number; step: string };
const worked: Readonly<Record<Exclude<PriceFormula, "qualifications">, Formula>> = {
  lowest: (weight, price, low) => ({
    hundredths: price === low ? weight : 0,
    step:
      price === low
        ? `${money(price)} is the lowest: ${pointsText(weight)}`
        : `${money(price)} is above the lowest, ${money(low)}: 0.00`,
  }),
  proportional: (weight, price, low) => {
    const hundredths = price === 0 ? weight : shareOf(weight, low, price);
    return {
      hundredths,
      step: `${pointsText(weight)} × ${money(low)} ÷ ${money(price)} = ${pointsText(hundredths)}`,
    };
  },
  linear: (weight, price, low, high) => {
    const hundredths = high === low ? weight : shareOf(weight, high - price, high - low);
    return {
      hundredths,
      step:
        high === low
          ? `All prices are the same: ${pointsText(weight)}`
          : `${pointsText(weight)} × (${money(high)} − ${money(price)}) ÷ (${money(high)} − ${money(low)}) = ${pointsText(hundredths)}`,
    };
  },
};

/**
 * Points for the prices that take part, in the order given; `weight` in hundredths of a point. A
 * bid without a complete price has none.
 * With qualifications the price has no points, whatever the weight.
 */
export const pricePoints = (
  formula: PriceFormula,
  weight: number,
  offers: readonly Offer[],
): readonly PricePoints[] => {
  const prices = offers.flatMap((offer) => (offer.priceCents === null ? [] : [offer.priceCents]));
  const low = Math.min(...prices);
  const high = Math.max(...prices);
  return offers.map(({ bidId, priceCents }) => {
    if (formula === "qualifications")
      return { bidId, hundredths: 0, steps: [formulaTexts.qualifications] };
    if (priceCents === null)
      return { bidId, hundredths: 0, steps: ["No complete price: no points"] };
    const { hundredths, step } = worked[formula](weight, priceCents, low, high);
    return {
      bidId,
      hundredths,
      steps: [`Lowest price ${money(low)}, highest ${money(high)}`, step],
    };
  });
};
