import { hundredthsOf, pointsText, scorePoints, spreadOf } from "#kernel/scoring.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pricePoints, type Offer } from "./price-formula.model.ts";
import { rankSheet, readSheet, sheetText, type SheetInput } from "./sheet.model.ts";

const offers = fc
  .array(fc.integer({ min: 1, max: 9e12 }), { minLength: 1, maxLength: 12 })
  .map((prices) => prices.map((priceCents, i): Offer => ({ bidId: `b${i}`, priceCents })));
const weight = fc.integer({ min: 1, max: 10_000 });
const of = (formula: Parameters<typeof pricePoints>[0], w: number, list: readonly Offer[]) =>
  pricePoints(formula, w, list).map((each) => each.hundredths);

describe("points for a price", () => {
  test("the lowest has all, nobody has more or less than nothing, and a lower price never has fewer", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("lowest" as const, "proportional" as const, "linear" as const),
        weight,
        offers,
        (formula, w, list) => {
          const points = of(formula, w, list);
          const low = Math.min(...list.map((each) => each.priceCents!));
          for (const [i, one] of list.entries()) {
            expect(points[i]).toBeGreaterThanOrEqual(0);
            expect(points[i]).toBeLessThanOrEqual(w);
            if (one.priceCents === low) expect(points[i]).toBe(w);
            for (const [j, other] of list.entries())
              if (one.priceCents! < other.priceCents!)
                expect(points[i]!).toBeGreaterThanOrEqual(points[j]!);
          }
        },
      ),
    );
  });
  test("proportional points are the exact quotient, rounded half up", () => {
    fc.assert(
      fc.property(weight, offers, (w, list) => {
        const low = BigInt(Math.min(...list.map((each) => each.priceCents!)));
        for (const [i, points] of of("proportional", w, list).entries()) {
          const price = BigInt(list[i]!.priceCents!);
          const exact = 2n * BigInt(w) * low;
          expect(
            exact >= (2n * BigInt(points) - 1n) * price &&
              exact < (2n * BigInt(points) + 1n) * price,
          ).toBe(true);
        }
      }),
    );
  });
  test("written out: 40 points, 80,000 and 81,000", () => {
    expect(
      pricePoints("proportional", 4000, [
        { bidId: "a", priceCents: 8_000_000 },
        { bidId: "b", priceCents: 8_100_000 },
        { bidId: "c", priceCents: null },
      ]),
    ).toEqual([
      {
        bidId: "a",
        hundredths: 4000,
        steps: [
          "Lowest price 80,000.00, highest 81,000.00",
          "40.00 × 80,000.00 ÷ 80,000.00 = 40.00",
        ],
      },
      {
        bidId: "b",
        hundredths: 3951,
        steps: [
          "Lowest price 80,000.00, highest 81,000.00",
          "40.00 × 80,000.00 ÷ 81,000.00 = 39.51",
        ],
      },
      { bidId: "c", hundredths: 0, steps: ["No complete price: no points"] },
    ]);
    expect(
      of("linear", 4000, [
        { bidId: "a", priceCents: 100 },
        { bidId: "b", priceCents: 150 },
        { bidId: "c", priceCents: 200 },
      ]),
    ).toEqual([4000, 2000, 0]);
  });
  test("with qualifications the price has none", () => {
    fc.assert(
      fc.property(weight, offers, (w, list) => {
        expect(of("qualifications", w, list).every((points) => points === 0)).toBe(true);
      }),
    );
  });
  test("a score's points: weight × score ÷ most, half up", () => {
    expect(scorePoints(3000, 850, 10)).toEqual({
      hundredths: 2550,
      step: "30.00 × 8.50 ÷ 10 = 25.50",
    });
    expect([
      hundredthsOf("7"),
      hundredthsOf("7.5"),
      hundredthsOf("12.345"),
      pointsText(705),
    ]).toEqual([700, 750, 1234, "7.05"]);
  });
});

const sheet = (
  prices: readonly number[],
  formula: SheetInput["formula"] = "proportional",
): SheetInput => ({
  format: "levee-score-sheet-1",
  evaluation: "EV",
  solicitation: "S",
  round: 1,
  formula,
  preferencePercent: "0",
  criteria: [
    { id: "q", name: "Quality", kind: "technical", weight: "60", maxScore: 10 },
    { id: "p", name: "Price", kind: "price", weight: "40", maxScore: 10 },
  ],
  individual: [],
  bids: prices.map((priceCents, i) => ({
    bidId: `b${i}`,
    vendorId: `v${i}`,
    vendorName: `V${i}`,
    receivedAt: "2026-11-20T00:00:00Z",
    takesPart: i !== 3,
    reason: i === 3 ? "Not signed" : "",
    priceCents,
    judgedCents: priceCents,
    scores: { q: String(5 + (i % 5)) },
  })),
});

describe("the ranking", () => {
  test("from the stored text is the same ranking, whatever the prices", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(
          "lowest" as const,
          "proportional" as const,
          "linear" as const,
          "qualifications" as const,
        ),
        (prices, formula) => {
          const input = sheet(prices, formula);
          const text = sheetText(input);
          expect(rankSheet(readSheet(text))).toEqual(rankSheet(input));
          expect(sheetText(readSheet(text))).toBe(text);
        },
      ),
    );
  });
  test("leaves out who does not take part, and gives a tie one rank", () => {
    const ranking = rankSheet(sheet([100, 100, 200, 1], "lowest"));
    expect(ranking.bids.map((bid) => [bid.bidId, bid.rank])).toEqual([
      ["b0", 1],
      ["b1", 1],
      ["b2", 3],
      ["b3", null],
    ]);
    expect(ranking.ties).toBe(true);
  });
});

test("scores far apart are flagged, and who is far from the others", () => {
  const scores = (...values: string[]) => values.map((score, i) => ({ member: `m${i}`, score }));
  expect(spreadOf(scores("8", "9", "2"), 10)).toMatchObject({
    low: "2.00",
    high: "9.00",
    wide: true,
    outliers: ["m2"],
  });
  expect(spreadOf(scores("8", "9", "7"), 10)).toMatchObject({
    mean: "8.0000",
    wide: false,
    outliers: [],
  });
  expect(spreadOf(scores("1", "9"), 10)).toMatchObject({ wide: true, outliers: [] });
});
