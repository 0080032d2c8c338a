/** Damage of an event that comes once in so many years, before and after the work, in cents. */
export type Recurrence = { years: number; before: number; after: number };
export type BenefitCost = {
  expectedBefore: number;
  expectedAfter: number;
  yearly: number;
  factor: number;
  benefits: number;
  costs: number;
  ratio: number;
};

/** What one cent a year is worth today over n years at a yearly rate: (1 − (1+r)^−n) / r. */
export const annuity = (rate: number, years: number): number =>
  rate === 0 ? years : (1 - (1 + rate) ** -years) / rate;

/**
 * Expected damage of a year: the area under damage by yearly probability, between the recurrences
 * by trapezoids, beyond the rarest one as the damage of that one. Cents.
 */
export const expectedAnnual = (points: readonly { years: number; damage: number }[]): number => {
  const sorted = points
    .map(({ years, damage }) => ({ p: 1 / years, damage }))
    .toSorted((a, b) => b.p - a.p);
  let sum = 0;
  for (let n = 1; n < sorted.length; n += 1) {
    const [left, right] = [sorted[n - 1]!, sorted[n]!];
    sum += ((left.damage + right.damage) / 2) * (left.p - right.p);
  }
  const rarest = sorted.at(-1);
  return Math.round(sum + (rarest ? rarest.damage * rarest.p : 0));
};

/** Benefits over costs, both as of today: avoided damage by the annuity, maintenance as a cost. */
export const benefitCost = (of: {
  recurrences: readonly Recurrence[];
  costCents: number;
  maintenanceCents: number;
  usefulYears: number;
  ratePercent: number;
}): BenefitCost => {
  const expectedBefore = expectedAnnual(
    of.recurrences.map((r) => ({ years: r.years, damage: r.before })),
  );
  const expectedAfter = expectedAnnual(
    of.recurrences.map((r) => ({ years: r.years, damage: r.after })),
  );
  const factor = annuity(of.ratePercent / 100, of.usefulYears);
  const yearly = expectedBefore - expectedAfter;
  const benefits = Math.round(yearly * factor);
  const costs = of.costCents + Math.round(of.maintenanceCents * factor);
  return {
    expectedBefore,
    expectedAfter,
    yearly,
    factor,
    benefits,
    costs,
    ratio: costs === 0 ? 0 : benefits / costs,
  };
};

/** Discount rates of benefit-cost analysis with the day from which they hold. */
export const discountRates = [
  {
    percent: 7,
    name: "7%, projects not awarded by 8 April 2025",
    source: "FEMA's change of 2025, as alternativerecoveryconsulting.com reports it",
    verified: true,
  },
  {
    percent: 3.1,
    name: "3.1%, projects awarded by 8 April 2025",
    source: "FEMA's rate until April 2025, from the same report",
    verified: true,
  },
] as const;
