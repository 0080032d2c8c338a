/** What the cost of a position is worked out from: cents a year, thousandths, hundredths of a percent. */
export type Priced = {
  annualPay: number;
  annualBenefits: number;
  fteThousandths: number;
  months: number;
  raiseHundredths: number;
  raiseFromMonth: number;
};

// Half a cent is rounded up; all amounts are positive.
const divided = (value: bigint, by: bigint): bigint => (value + by / 2n) / by;

/**
 * Pay and benefits of a position in its year, in cents: the months of the year's end that it is
 * there (twelve months begin with the first), at its share of full time; the raise counts for pay
 * from its month on. One rounding each.
 */
export const costOf = (p: Priced): { pay: number; benefits: number } => {
  const first = 13 - p.months;
  let weights = 0;
  for (let month = first; month <= 12; month++)
    weights += 10_000 + (month >= p.raiseFromMonth ? p.raiseHundredths : 0);
  const fte = BigInt(p.fteThousandths);
  return {
    pay: Number(divided(BigInt(p.annualPay) * fte * BigInt(weights), 1000n * 10_000n * 12n)),
    benefits: Number(divided(BigInt(p.annualBenefits) * fte * BigInt(p.months), 1000n * 12n)),
  };
};

/** Parts an amount by weights so that the parts come to it: the largest remainders get the cents. */
export const parted = (cents: number, weights: readonly number[]): number[] => {
  const all = BigInt(weights.reduce((sum, w) => sum + w, 0));
  if (all === 0n) return weights.map(() => 0);
  const sign = cents < 0 ? -1 : 1;
  const amount = BigInt(Math.abs(cents));
  const exact = weights.map((w, at) => {
    const product = amount * BigInt(w);
    return { at, floor: product / all, rest: product % all };
  });
  let left = Number(amount - exact.reduce((sum, e) => sum + e.floor, 0n));
  const parts = exact.map((e) => Number(e.floor));
  for (const { at } of exact.toSorted((a, b) => Number(b.rest - a.rest) || a.at - b.at)) {
    if (left-- <= 0) break;
    parts[at]! += 1;
  }
  return parts.map((part) => part * sign || 0);
};
