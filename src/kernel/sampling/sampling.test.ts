import { expect, test } from "vitest";
import { confidenceFactor, projectDifference, projectUnits } from "./projection.ts";
import { drawSample } from "./random.ts";
import { drawStrata } from "./strata.ts";
import { drawUnits } from "./units.ts";

// Populations that differ, the same on any machine.
const populationOf = (turn: number) =>
  Array.from({ length: 40 + turn * 17 }, (_, n) => ({
    id: `item-${turn}-${n}`,
    cents:
      ((n * 7919 + turn * 104729) % 90_000) -
      (n % 11 === 0 ? 20_000 : 0) +
      (n % 37 === 0 ? 900_000 : 0),
  }));
const turns = Array.from({ length: 30 }, (_, turn) => turn);

test("an item of at least the interval is certain, and every interval of the rest has one item", () => {
  for (const turn of turns) {
    const items = populationOf(turn);
    const sample = drawUnits(items, `seed ${turn}`, 5 + turn);
    const certain = sample.drawn.filter((d) => d.certain).map((d) => d.item.id);
    expect(certain).toEqual(
      items.filter(({ cents }) => cents > 0 && cents >= sample.interval).map(({ id }) => id),
    );
    expect(new Set(sample.drawn.map((d) => d.item.id)).size).toBe(sample.drawn.length);
    const rest = items.filter(({ cents }) => cents > 0 && cents < sample.interval);
    const restCents = rest.reduce((sum, { cents }) => sum + cents, 0);
    const chosen = sample.drawn.length - certain.length;
    expect(Math.abs(chosen - restCents / sample.interval)).toBeLessThan(1);
  }
});

test("the sums of what is drawn from, credits and zeros tie to the population's cents", () => {
  for (const turn of turns) {
    const items = [...populationOf(turn), { id: "zero", cents: 0 }];
    const sample = drawUnits(items, "seed", 12);
    const all = items.reduce((sum, { cents }) => sum + cents, 0);
    expect(sample.positive + sample.credits.cents + sample.zeros.cents).toBe(all);
    expect(sample.zeros.count).toBe(items.filter(({ cents }) => cents === 0).length);
    expect(sample.drawn.every(({ item }) => item.cents > 0)).toBe(true);
    const strata = drawStrata(items, "seed", [
      { from: 0, size: 3 },
      { from: 50_000, size: 4 },
    ]);
    expect(strata.reduce((sum, { cents }) => sum + cents, 0)).toBe(all);
    expect(strata.reduce((sum, { count }) => sum + count, 0)).toBe(items.length);
  }
});

test("the same seed draws the same items, another one others", () => {
  for (const turn of turns) {
    const items = populationOf(turn);
    const ids = (seed: string) => drawUnits(items, seed, 15).drawn.map(({ item }) => item.id);
    expect(ids("a")).toEqual(ids("a"));
    expect(drawSample(items, "a", 9)).toEqual(drawSample([...items].reverse(), "a", 9));
    const strata = [{ from: 0, size: 5 }];
    expect(drawStrata(items, "a", strata)).toEqual(drawStrata(items, "a", strata));
  }
  const many = populationOf(20);
  expect(drawUnits(many, "a", 20).drawn).not.toEqual(drawUnits(many, "b", 20).drawn);
});

test("confidence factors are those of the tables", () => {
  expect([0, 1, 2, 3, 4].map((n) => confidenceFactor(n, 95))).toEqual([3, 4.75, 6.3, 7.76, 9.16]);
  expect([0, 1, 2, 3, 4].map((n) => confidenceFactor(n, 90))).toEqual([2.31, 3.89, 5.33, 6.69, 8]);
});

// The worked example of a course on monetary-unit sampling: a book value of 1,000,000 dollars, an interval of
// 11,333 dollars, misstatements of 5 % and 10 % of items below it, and one of 212 dollars in an item above it.
test("three misstatements are projected as the worked example has it", () => {
  const projection = projectUnits(
    [
      { cents: 100_00, audited: 95_00, certain: false },
      { cents: 11_700_00, audited: 11_488_00, certain: true },
      { cents: 65_00, audited: 58_50, certain: false },
      { cents: 40_00, audited: 40_00, certain: false },
    ],
    11_333_00,
    95,
  );
  expect(projection).toEqual({
    known: 212_00,
    projected: 566_65 + 1_133_30,
    basic: 33_999_00,
    incremental: Math.round(1_133_30 * 0.75 + 566_65 * 0.55),
    upper: 212_00 + 1_699_95 + 33_999_00 + 1_161_63,
  });
});

// 3,000,000 euros of inventory, 100 items of equal size: 2,000 of 100,000 examined euros are overstated.
test("a mean error is projected over all items, of strata over each", () => {
  const examined = Array.from({ length: 100 }, () => ({ cents: 1_000_00, audited: 980_00 }));
  expect(projectDifference([{ count: 3_000, examined }])).toBe(60_000_00);
  expect(
    projectDifference([
      { count: 10, examined: [{ cents: 500, audited: 400 }] },
      {
        count: 5,
        examined: [
          { cents: 900, audited: 900 },
          { cents: 900, audited: 700 },
        ],
      },
      { count: 7, examined: [] },
    ]),
  ).toBe(1_000 + 500);
});
