import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  firstLines,
  problemsOf,
  qualities,
  scopes,
  sumsOf,
  gramsOf,
  type CarbonLine,
} from "./example.model.ts";

const line = (quantity: string, factor: string, more: Partial<CarbonLine> = {}): CarbonLine => ({
  what: "x",
  scope: 1,
  quality: "measured",
  quantity,
  unit: "unit",
  factor,
  source: "s",
  year: "2020",
  sourced: true,
  ...more,
});

describe("a carbon ledger", () => {
  test("multiplies exactly and rounds to the gram", () => {
    expect(gramsOf(line("1,194", "10.15"))).toBe(12_119_100);
    expect(gramsOf(line("1", "0.05"))).toBe(50);
    expect(gramsOf(line("1", "0.049999"))).toBe(50);
    expect(gramsOf(line("0.1", "0.3"))).toBe(30);
    expect(gramsOf(line("1.005", "1000"))).toBe(1_005_000);
    expect(gramsOf(line("999,999,999.999", "1"))).toBe(999_999_999_999);
  });

  test("a line without a factor does not count and is counted as such; what is no number is refused by field", () => {
    expect([
      gramsOf(line("5", "")),
      sumsOf([line("5", ""), line("5", "2")]).uncounted,
      problemsOf(line("5", "")),
    ]).toEqual([null, 1, {}]);
    expect(Object.keys(problemsOf(line("-5", "1.0000001", { year: "20" })))).toEqual([
      "quantity",
      "factor",
      "year",
    ]);
    expect(Object.keys(problemsOf(line("", "1e3")))).toEqual(["quantity", "factor"]);
  });

  test("scopes add up to the total, and so do qualities", () => {
    const lines = fc.array(
      fc
        .record({
          q: fc.integer({ min: 0, max: 9_999_999 }),
          f: fc.integer({ min: 0, max: 99_999_999 }),
          scope: fc.constantFrom(...scopes),
          quality: fc.constantFrom(...qualities),
        })
        .map(({ q, f, scope, quality }) =>
          line((q / 1000).toFixed(3), (f / 1e6).toFixed(6), { scope, quality }),
        ),
    );
    fc.assert(
      fc.property(lines, (all) => {
        const sums = sumsOf(all);
        const add = (parts: object) =>
          (Object.values(parts) as number[]).reduce((a, b) => a + b, 0);
        expect([add(sums.byScope), add(sums.byQuality)]).toEqual([sums.total, sums.total]);
        expect(sums.total).toBe(all.reduce((sum, each) => sum + gramsOf(each)!, 0));
      }),
    );
  });

  test("the factors of the first lines are heat value times emission factor of table C-1, and every other factor is marked", () => {
    expect(firstLines.map(({ factor, sourced }) => [factor, sourced])).toEqual([
      [(0.138 * 73.96).toFixed(5), true],
      [(0.125 * 70.22).toFixed(4), true],
      [(53.06 / 10).toFixed(3), true],
      ["0.3734", false],
      [(0.138 * 73.96).toFixed(5), true],
      ["", false],
    ]);
    expect(firstLines.every((each) => Object.keys(problemsOf(each)).length === 0)).toBe(true);
    expect(
      firstLines.filter((each) => each.sourced).every((each) => each.source && each.year),
    ).toBe(true);
  });
});
