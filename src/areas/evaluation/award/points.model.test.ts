import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rankLots } from "../evaluation/lot-ranking.model.ts";
import type { SheetInput } from "../evaluation/sheet.model.ts";
import { brokenRules, isComplete, type Award, type AwardCase } from "./award.model.ts";
import { departuresFrom, departureText, readDeparture } from "./departure.model.ts";
import { cases, engine, solverSetUp } from "./drawn-cases.setup.ts";
import { awardPoints, solvePoints, type PointsCase } from "./points.model.ts";
import { instant } from "#kernel/time.ts";

solverSetUp();

const prices = { a: [12_000_00, 6_000_00], b: [11_000_00, 5_000_00], c: [10_000_00, 5_500_00] };
const scores = { a: ["9.5", "9"], b: ["8", "8.5"], c: ["5", "4"] };
/** Weights 30, 20 and 50; two lots; the price has points in proportion to the lowest. */
const sheet: SheetInput = {
  format: "levee-score-sheet-3",
  evaluation: "EVL-1",
  solicitation: "RFP-1",
  round: 1,
  formula: "proportional",
  preferencePercent: "0",
  criteria: [
    { id: "method", name: "Method", kind: "technical", weight: "30", maxScore: 10 },
    { id: "crew", name: "Crew", kind: "technical", weight: "20", maxScore: 10 },
    { id: "price", name: "Price", kind: "price", weight: "50", maxScore: 10 },
  ],
  lots: [
    { id: "n", title: "North" },
    { id: "s", title: "South" },
  ],
  bids: (["a", "b", "c"] as const).map((bidId) => ({
    bidId,
    vendorId: bidId,
    vendorName: bidId.toUpperCase(),
    receivedAt: instant("2026-11-20T12:00:00Z"),
    takesPart: true,
    reason: "",
    priceCents: prices[bidId][0]! + prices[bidId][1]!,
    judgedCents: prices[bidId][0]! + prices[bidId][1]!,
    lots: {
      n: { priceCents: prices[bidId][0]!, judgedCents: prices[bidId][0]! },
      s: { priceCents: prices[bidId][1]!, judgedCents: prices[bidId][1]! },
    },
    scores: { method: scores[bidId][0]!, crew: scores[bidId][1]! },
  })),
  individual: [],
};
const plain = {
  preferred: true,
  counts: false,
  maxLots: null,
  tiersBy: "value" as const,
  tiers: [],
  capacityCents: null,
};
const problem = (over: Partial<AwardCase> = {}): PointsCase => ({
  lots: ["North", "South"].map((name, at) => ({
    id: ["n", "s"][at]!,
    name,
    maxVendors: 1,
    incumbent: null,
    switchingCents: 0,
  })),
  vendors: ["A", "B", "C"].map((name) => ({ ...plain, id: name.toLowerCase(), name })),
  prices: [0, 1].map((lot) => [prices.a[lot]!, prices.b[lot]!, prices.c[lot]!]),
  minVendors: null,
  maxVendors: null,
  goalBps: null,
  preferenceBps: 0,
  stepPercent: 10,
  minSharePercent: 20,
  ...over,
  points: rankLots(sheet).map((lot) =>
    ["a", "b", "c"].map((bidId) => lot.bids.find((bid) => bid.bidId === bidId)!.hundredths),
  ),
});
const solve = (c: PointsCase) => solvePoints(c, engine, { secondsLimit: 20 });
const whole = (...vendors: number[]): Award =>
  vendors.map((vendor, lot) => ({ lot, vendor, percent: 100 }));

describe("points by lot", () => {
  test("scores count alike in every lot, the price beside the other prices for that lot", () => {
    // A: 30 × 0.95 + 20 × 0.9 = 46.50; north 50 × 10 ÷ 12 = 41.67, south 50 × 5 ÷ 6 = 41.67.
    expect(
      rankLots(sheet).map((lot) => lot.bids.map((bid) => [bid.rank, bid.vendorName, bid.total])),
    ).toEqual([
      [
        [1, "A", "88.17"],
        [2, "B", "86.45"],
        [3, "C", "73.00"],
      ],
      [
        [1, "B", "91.00"],
        [2, "A", "88.17"],
        [3, "C", "68.45"],
      ],
    ]);
  });
  test("who has no price for a lot, or does not take part, is not ranked for it; the price alone ranks by the price", () => {
    const without = {
      ...sheet,
      formula: "lowest" as const,
      bids: [
        { ...sheet.bids[0]!, lots: { n: { priceCents: null, judgedCents: null } } },
        sheet.bids[1]!,
        { ...sheet.bids[2]!, takesPart: false },
      ],
    };
    expect(rankLots(without).map((lot) => lot.bids.map((bid) => bid.vendorName))).toEqual([
      ["B"],
      ["B"],
    ]);
  });
});

describe("the best by the published criteria", () => {
  test("each lot goes to the most points, not to the least money", () => {
    const best = solve(problem());
    expect([best.status, best.award, best.points, best.pointsBound, best.judgedCents]).toEqual([
      "optimal",
      whole(0, 1),
      179_17,
      179_17,
      17_000_00,
    ]);
  });
  test("under a rule it is the most that the rule allows: one vendor alone is B with 86.45 + 91.00", () => {
    const best = solve(problem({ maxVendors: 1 }));
    expect([best.status, best.award, best.points, best.pointsBound]).toEqual([
      "optimal",
      whole(1, 1),
      177_45,
      177_45,
    ]);
  });
  test("is what trying every award finds, whatever the rules", () => {
    fc.assert(
      fc.property(
        cases({ lots: 4, vendors: 4 }, false),
        fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 16, maxLength: 16 }),
        (drawn, numbers) => {
          const c: PointsCase = {
            ...drawn,
            points: drawn.prices.map((row, lot) =>
              row.map((price, v) => (price === null ? null : numbers[(lot * 4 + v) % 16]!)),
            ),
          };
          let most: number | null = null;
          const total = c.vendors.length ** c.lots.length;
          for (let n = 0; n < total; n++) {
            const award = whole(
              ...c.lots.map((_, lot) => Math.floor(n / c.vendors.length ** lot) % c.vendors.length),
            );
            if (isComplete(c, award) && brokenRules(c, award).length === 0)
              most = Math.max(most ?? 0, awardPoints(c, award));
          }
          const answer = solve(c);
          expect(answer.status).toBe(most === null ? "infeasible" : "optimal");
          expect(answer.points ?? null).toBe(most);
          if (most !== null) expect(answer.pointsBound).toBe(most);
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);
});

describe("a departure", () => {
  test("names every lot that another bid has more points for, with shares", () => {
    const c = problem();
    expect(departuresFrom(c, whole(0, 1), [])).toEqual([]);
    expect(departuresFrom(c, whole(2, 1), [])).toEqual([
      "North: C with 73.00 points in place of A with 88.17",
    ]);
    expect(
      departuresFrom(
        c,
        [
          { lot: 0, vendor: 0, percent: 60 },
          { lot: 0, vendor: 1, percent: 40 },
          { lot: 1, vendor: 1, percent: 100 },
        ],
        [],
      ),
    ).toEqual(["North: B with 86.45 points (40 %) in place of A with 88.17"]);
  });
  test("by the price alone: what it is judged above the cheapest that is known", () => {
    const { points: _points, ...c } = problem();
    expect(departuresFrom(c, whole(2, 1), [])).toEqual([]);
    expect(departuresFrom(c, whole(0, 1), [])).toEqual([
      "Judged at $17,000.00, $2,000.00 above $15,000.00 (C, B)",
    ]);
  });
  test("is kept with its reason", () => {
    const departure = { lines: ["North: C", "South: A"], reason: "Only C\n\ncan begin in May." };
    expect(readDeparture(departureText(departure))).toEqual(departure);
    expect(readDeparture(departureText({ lines: [], reason: "none" }))).toBeNull();
  });
});
