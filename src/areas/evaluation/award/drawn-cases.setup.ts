import type { Highs } from "highs";
import { beforeAll } from "vitest";
import fc from "fast-check";
import type { AwardCase, Part } from "./award.model.ts";
import { highsEngine, openHighs } from "#server/optimum/highs.engine.ts";
import { solveAward, type AwardAnswer, type Engine } from "./optimum.model.ts";

export let highs: Highs;
export let engine: Engine;
export const solve = (c: AwardCase): AwardAnswer => solveAward(c, engine, { secondsLimit: 30 });

/** What every test of these files begins with; called once at the head of a file. */
export const solverSetUp = (): void => {
  beforeAll(async () => {
    highs = await openHighs();
    engine = highsEngine(highs);
  });
};

const optionsOf = (c: AwardCase, lot: number): Part[][] => {
  const bidders = c.prices[lot]!.flatMap((price, vendor) => (price === null ? [] : [vendor]));
  const alone = bidders.map((vendor) => [{ lot, vendor, percent: 100 }]);
  if (c.lots[lot]!.maxVendors === 1) return alone;
  const pairs: Part[][] = [];
  for (const a of bidders)
    for (const b of bidders)
      if (a < b)
        for (let p = c.minSharePercent; p <= 100 - c.minSharePercent; p += c.stepPercent)
          pairs.push([
            { lot, vendor: a, percent: p },
            { lot, vendor: b, percent: 100 - p },
          ]);
  return [...alone, ...pairs];
};

/**
 * Every award there is, one by one, priced without the product's functions: in cents, whole because
 * the drawn prices are. Null when none keeps the rules.
 */
export const exhaustive = (c: AwardCase): number | null => {
  const options = c.lots.map((_, lot) => optionsOf(c, lot));
  const list = c.vendors.map(() => 0);
  const lots = c.vendors.map(() => 0);
  const won = c.vendors.map(() => c.lots.map(() => 0));
  let best = Infinity;
  let switching = 0;
  const judge = () => {
    let cost = switching;
    let paid = 0;
    let counts = 0;
    let used = 0;
    for (const [v, sum] of list.entries())
      if (lots[v]! > 0) {
        const one = c.vendors[v]!;
        const reached = one.tiersBy === "lots" ? lots[v]! : sum;
        if (sum > (one.capacityCents ?? Infinity) || lots[v]! > (one.maxLots ?? Infinity)) return;
        const off = one.tiers.reduce(
          (most, tier) => (reached >= tier.from && tier.bps > most ? tier.bps : most),
          0,
        );
        const some = (one.lotDiscounts ?? []).filter(
          (each) => each.lots.reduce((n, lot) => n + won[v]![lot]!, 0) >= each.from,
        );
        const pays = won[v]!.reduce(
          (n, value, lot) =>
            n +
            (value *
              (10_000 -
                Math.max(
                  off,
                  ...some.filter((each) => each.lots.includes(lot)).map((each) => each.bps),
                ))) /
              10_000,
          0,
        );
        paid += pays;
        if (one.counts) counts += pays;
        cost += pays + (one.preferred ? 0 : (pays * c.preferenceBps) / 10_000);
        used += 1;
      }
    if (
      used <= (c.maxVendors ?? Infinity) &&
      used >= (c.minVendors ?? 0) &&
      10_000 * counts >= (c.goalBps ?? 0) * paid - 1e-6
    )
      best = Math.min(best, cost);
  };
  const next = (lot: number) => {
    if (lot === c.lots.length) return judge();
    const { incumbent, switchingCents } = c.lots[lot]!;
    for (const option of options[lot]!) {
      const changes = option.reduce(
        (sum, { vendor }) =>
          sum + (incumbent === null || incumbent === vendor ? 0 : switchingCents),
        0,
      );
      for (const { vendor, percent } of option) {
        const value = (c.prices[lot]![vendor]! * percent) / 100;
        list[vendor]! += value;
        won[vendor]![lot] = value;
        lots[vendor]!++;
      }
      switching += changes;
      next(lot + 1);
      switching -= changes;
      for (const { vendor, percent } of option) {
        list[vendor]! -= (c.prices[lot]![vendor]! * percent) / 100;
        won[vendor]![lot] = 0;
        lots[vendor]!--;
      }
    }
  };
  next(0);
  return best === Infinity ? null : Math.round(best);
};

// Prices are multiples of 1,000 dollars and rates whole percents, so that every cost is a whole
// cent and nothing is rounded.
export const unit = 100_000;
export const cases = (
  most: { lots: number; vendors: number },
  split: boolean,
): fc.Arbitrary<AwardCase> =>
  fc
    .tuple(fc.integer({ min: 1, max: most.lots }), fc.integer({ min: 1, max: most.vendors }))
    .chain(([lots, vendors]) =>
      fc.record({
        lots: fc.array(
          fc.record({
            id: fc.constant("l"),
            name: fc.constant("Lot"),
            maxVendors: split ? fc.integer({ min: 1, max: 2 }) : fc.constant(1),
            incumbent: fc.option(fc.integer({ min: 0, max: vendors - 1 })),
            switchingCents: fc.integer({ min: 0, max: 8 }).map((n) => n * unit),
          }),
          { minLength: lots, maxLength: lots },
        ),
        vendors: fc.array(
          fc
            .record({
              id: fc.constant("v"),
              name: fc.constant("V"),
              preferred: fc.boolean(),
              counts: fc.boolean(),
              capacityCents: fc.option(fc.integer({ min: 30, max: 400 }).map((n) => n * unit)),
              maxLots: fc.option(fc.integer({ min: 1, max: lots }), { freq: 3 }),
              tiersBy: fc.constantFrom("value" as const, "lots" as const),
              tiers: fc.array(
                fc.record({
                  from: fc.integer({ min: 1, max: 200 }),
                  bps: fc.integer({ min: 1, max: 20 }).map((n) => n * 100),
                }),
                { maxLength: 2 },
              ),
            })
            .map((v) => ({
              ...v,
              tiers: v.tiers.map((tier) => ({
                ...tier,
                from: v.tiersBy === "lots" ? (tier.from % 4) + 1 : tier.from * unit,
              })),
            })),
          { minLength: vendors, maxLength: vendors },
        ),
        prices: fc.array(
          fc
            .tuple(
              fc.integer({ min: 10, max: 100 }),
              fc.array(fc.option(fc.integer({ min: 10, max: 110 }), { freq: 6 }), {
                minLength: vendors - 1,
                maxLength: vendors - 1,
              }),
            )
            .map(([sure, rest]) => [sure, ...rest].map((price) => price && price * unit)),
          { minLength: lots, maxLength: lots },
        ),
        minVendors: fc.option(fc.integer({ min: 1, max: 3 })),
        maxVendors: fc.option(fc.integer({ min: 1, max: vendors })),
        goalBps: fc.option(fc.integer({ min: 1, max: 60 }).map((n) => n * 100)),
        preferenceBps: fc.constantFrom(0, 500, 1000),
        stepPercent: fc.constant(25),
        minSharePercent: fc.constant(25),
      }),
    );

/**
 * The same cases, where vendors also have discounts on some of their lots: sets that overlap,
 * thresholds that are met exactly or missed.
 */
export const withLotDiscounts = (
  most: { lots: number; vendors: number },
  split: boolean,
): fc.Arbitrary<AwardCase> =>
  cases(most, split).chain((c) =>
    fc
      .array(
        fc.array(
          fc.record({
            lots: fc.uniqueArray(fc.integer({ min: 0, max: c.lots.length - 1 }), {
              minLength: 1,
              maxLength: c.lots.length,
            }),
            from: fc.integer({ min: 0, max: 220 }).map((n) => n * unit),
            bps: fc.integer({ min: 1, max: 30 }).map((n) => n * 100),
          }),
          { maxLength: 3 },
        ),
        { minLength: c.vendors.length, maxLength: c.vendors.length },
      )
      .map((discounts) => ({
        ...c,
        vendors: c.vendors.map((vendor, v) =>
          discounts[v]!.length ? { ...vendor, lotDiscounts: discounts[v]! } : vendor,
        ),
      })),
  );
