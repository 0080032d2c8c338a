import fc from "fast-check";
import type { Highs } from "highs";
import { beforeAll, describe, expect, test } from "vitest";
import { openHighs } from "../highs.ts";
import { solveModel, type Solve } from "../solve.model.ts";
import {
  brokenRules,
  costOf,
  lotByLot,
  lotByLotWithinRules,
  priceRules,
  sharesOf,
  solveAward,
  tiersOf,
  without,
  type Assignment,
  type AwardCase,
} from "./award.model.ts";
import { firstAnswer, firstCase, firstRulePrices } from "./award.example.ts";

let highs: Highs;
const solve: Solve = async (lp, onStanding) => solveModel(highs, lp, 20, onStanding);
beforeAll(async () => {
  highs = await openHighs();
});

/**
 * Every award there is, one by one, counted without the model's functions; the least cost in cents
 * of those that keep the rules.
 */
const exhaustive = (c: AwardCase): number | null => {
  const spent = c.vendors.map(() => 0);
  const off = (v: number) =>
    c.vendors[v]!.tiers.reduce(
      (most, tier) => (spent[v]! >= tier.from && tier.percent > most ? tier.percent : most),
      0,
    );
  let best = Infinity;
  const judge = () => {
    let cost = 0;
    let local = 0;
    let used = 0;
    for (const [v, sum] of spent.entries())
      if (sum > 0) {
        if (sum > (c.vendors[v]!.capacity ?? Infinity)) return;
        const cents = sum * (100 - off(v));
        cost += cents;
        used += 1;
        if (c.vendors[v]!.local) local += cents;
      }
    if (used <= (c.maxVendors ?? Infinity) && 100 * local >= (c.localShare ?? 0) * cost)
      best = Math.min(best, cost);
  };
  const next = (lot: number) => {
    if (lot === c.lots.length) return judge();
    for (const [vendor, price] of c.prices[lot]!.entries())
      if (price !== null) {
        spent[vendor]! += price;
        next(lot + 1);
        spent[vendor]! -= price;
      }
  };
  next(0);
  return best === Infinity ? null : best;
};

const cases: fc.Arbitrary<AwardCase> = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 }))
  .chain(([lots, vendors]) =>
    fc.record({
      lots: fc.constant(Array.from({ length: lots }, (_, i) => `Lot ${i + 1}`)),
      vendors: fc.array(
        fc.record({
          name: fc.constant("V"),
          local: fc.boolean(),
          capacity: fc.option(fc.integer({ min: 50_000, max: 400_000 })),
          tiers: fc.array(
            fc.record({
              from: fc.integer({ min: 0, max: 300_000 }),
              percent: fc.integer({ min: 1, max: 25 }),
            }),
            { maxLength: 2 },
          ),
        }),
        { minLength: vendors, maxLength: vendors },
      ),
      prices: fc.array(
        fc
          .tuple(
            fc.integer({ min: 1, max: 99_999 }),
            fc.array(fc.option(fc.integer({ min: 1, max: 120_000 }), { freq: 5 }), {
              minLength: vendors - 1,
              maxLength: vendors - 1,
            }),
          )
          .map(([sure, rest]) => [sure, ...rest]),
        { minLength: lots, maxLength: lots },
      ),
      maxVendors: fc.option(fc.integer({ min: 1, max: vendors })),
      localShare: fc.option(fc.integer({ min: 1, max: 70 })),
    }),
  );

describe("the award", () => {
  test("is what an exhaustive search finds, keeps every rule, and its bound meets it", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (c) => {
        const answer = await solveAward(c, solve);
        const least = exhaustive(c);
        expect(answer.costCents).toBe(least);
        expect(answer.status).toBe(least === null ? "infeasible" : "optimal");
        if (least === null) return;
        expect(brokenRules(c, answer.award!)).toEqual([]);
        expect(answer.boundCents).toBe(least);
      }),
      { numRuns: 150 },
    );
  }, 120_000);

  test("of eight lots and six vendors is what an exhaustive search of 6 to the power of 8 finds", async () => {
    const [c] = fc.sample(
      fc.record({
        prices: fc.array(
          fc.array(fc.integer({ min: 20_000, max: 40_000 }), { minLength: 6, maxLength: 6 }),
          { minLength: 8, maxLength: 8 },
        ),
      }),
      { numRuns: 1, seed: 7 },
    );
    const large: AwardCase = {
      lots: c!.prices.map((_, i) => `Lot ${i}`),
      prices: c!.prices,
      maxVendors: 3,
      localShare: 40,
      vendors: [0, 1, 2, 3, 4, 5].map((i) => ({
        name: `V${i}`,
        local: i % 3 === 0,
        capacity: 100_000,
        tiers: [
          { from: 60_000, percent: 3 },
          { from: 90_000, percent: 5 + i },
        ],
      })),
    };
    expect((await solveAward(large, solve)).costCents).toBe(exhaustive(large));
  }, 120_000);

  test("without a rule never costs more, and going lot by lot never costs less", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async (c) => {
        const { costCents } = await solveAward(c, solve);
        for (const price of await priceRules(c, solve))
          if (costCents !== null) expect(price.costCents!).toBeLessThanOrEqual(costCents);
        const byHand = lotByLotWithinRules(c);
        if (byHand) expect(costOf(c, byHand)).toBeGreaterThanOrEqual(costCents!);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  test("written on the page: three lots, a discount from 50,000 on", async () => {
    const page: AwardCase = {
      lots: ["Gravel", "Pipe", "Signs"],
      prices: [
        [41_200, 39_800, 43_100],
        [27_500, 29_900, 26_400],
        [12_900, 13_400, 11_700],
      ],
      maxVendors: null,
      localShare: null,
      vendors: ["A", "B", "C"].map((name) => ({
        name,
        local: false,
        capacity: null,
        tiers: name === "B" ? [{ from: 50_000, percent: 6 }] : [],
      })),
    };
    expect(costOf(page, lotByLot(page))).toBe(77_900_00);
    expect((await solveAward(page, solve)).costCents).toBe(76_408_00);
    expect(exhaustive(page)).toBe(76_408_00);
  });

  test("shown before any script runs is the solver's answer to the figures shown", async () => {
    const { seconds, nodes, ...answer } = await solveAward(firstCase, solve);
    expect(answer).toEqual(firstAnswer);
    expect([seconds > 0, nodes >= 0]).toEqual([true, true]);
    expect(await priceRules(firstCase, solve)).toEqual(firstRulePrices);
    expect(exhaustive(firstCase)).toBe(firstAnswer.costCents);
  });
});

describe("the parts of an award", () => {
  const vendor = (tiers: { from: number; percent: number }[]) => ({
    name: "V",
    local: false,
    capacity: null,
    tiers,
  });
  test("a tier that is no better than one reached earlier does not count; of equal thresholds the better one does", () => {
    expect(
      tiersOf(
        vendor([
          { from: 500, percent: 3 },
          { from: 100, percent: 5 },
        ]),
      ),
    ).toEqual([
      { from: 0, percent: 0 },
      { from: 100, percent: 5 },
    ]);
    expect(
      tiersOf(
        vendor([
          { from: 100, percent: 3 },
          { from: 100, percent: 5 },
        ]),
      ),
    ).toEqual([
      { from: 0, percent: 0 },
      { from: 100, percent: 5 },
    ]);
    expect(tiersOf(vendor([{ from: 0, percent: 2 }]))).toEqual([{ from: 0, percent: 2 }]);
  });

  test("a discount counts from its threshold on, exactly", () => {
    const c = (price: number): AwardCase => ({
      lots: ["L"],
      prices: [[price]],
      vendors: [vendor([{ from: 1000, percent: 10 }])],
      maxVendors: null,
      localShare: null,
    });
    expect(costOf(c(999), [0])).toBe(999_00);
    expect(costOf(c(1000), [0])).toBe(900_00);
    expect(sharesOf(c(1000), [0])).toEqual([
      { vendor: 0, lots: 1, listDollars: 1000, percent: 10, costCents: 900_00 },
    ]);
  });

  test("a share that is met exactly is met", async () => {
    const c: AwardCase = {
      lots: ["a", "b"],
      prices: [
        [30, null],
        [null, 70],
      ],
      vendors: [{ ...vendor([]), local: true }, vendor([])],
      maxVendors: null,
      localShare: 30,
    };
    expect(brokenRules(c, [0, 1] as Assignment)).toEqual([]);
    expect((await solveAward(c, solve)).costCents).toBe(100_00);
    expect((await solveAward({ ...c, localShare: 31 }, solve)).status).toBe("infeasible");
    expect(
      (await solveAward(without({ ...c, localShare: 31 }, "localShare"), solve)).costCents,
    ).toBe(100_00);
  });
});
