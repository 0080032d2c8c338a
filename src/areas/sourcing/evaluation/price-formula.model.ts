import type { PriceFormula } from "../solicitation/solicitation.labels.ts";

/**
 * A price as it is judged (preference included), in cents; null = the bid has no complete price.
 */
export type Offer = { bidId: string; priceCents: number | null };
/** Points for one price in hundredths, and how they came about. */
export type PricePoints = { bidId: string; hundredths: number; steps: readonly string[] };

const points = (hundredths: number): string => (hundredths / 100).toFixed(2);
const money = (cents: number): string =>
  `${Math.floor(cents / 100).toLocaleString("en-US")}.${String(cents % 100).padStart(2, "0")}`;

/** value × factor ÷ by, rounded half up, exactly. All non-negative, `by` above zero. */
const share = (value: number, factor: number, by: number): number =>
  Number((2n * BigInt(value) * BigInt(factor) + BigInt(by)) / (2n * BigInt(by)));

/** A decimal of at most two places, such as a weight, as hundredths. */
export const hundredthsOf = (text: string): number => {
  const [whole = "0", part = ""] = text.split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0").slice(0, 2));
};

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
        ? `${money(price)} is the lowest: ${points(weight)}`
        : `${money(price)} is above the lowest, ${money(low)}: 0.00`,
  }),
  proportional: (weight, price, low) => {
    const hundredths = price === 0 ? weight : share(weight, low, price);
    return {
      hundredths,
      step: `${points(weight)} × ${money(low)} ÷ ${money(price)} = ${points(hundredths)}`,
    };
  },
  linear: (weight, price, low, high) => {
    const hundredths = high === low ? weight : share(weight, high - price, high - low);
    return {
      hundredths,
      step:
        high === low
          ? `All prices are the same: ${points(weight)}`
          : `${points(weight)} × (${money(high)} − ${money(price)}) ÷ (${money(high)} − ${money(low)}) = ${points(hundredths)}`,
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

/**
 * Points of a score: weight × score ÷ most, rounded half up to two decimals; scores in hundredths.
 */
export const scorePoints = (
  weight: number,
  score: number,
  most: number,
): { hundredths: number; step: string } => {
  const hundredths = share(weight, score, most * 100);
  return {
    hundredths,
    step: `${points(weight)} × ${points(score)} ÷ ${most} = ${points(hundredths)}`,
  };
};

export const pointsText = points;
