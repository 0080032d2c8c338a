// Examples reckoned by hand.
import { expect, test } from "vitest";
import { coverageAt, halfWidth, halfWidths } from "./band.ts";
import { noBetter, standing } from "./claim.ts";
import { quantile, relativeError, seasonalScale, wape } from "./errors.ts";
import { saidBy } from "./methods.ts";
import { studentBelow } from "./student.ts";

test("naive, as a season ago, and with the usual step", () => {
  const values = [10, 20, 30, 13, 24, 40];
  expect(saidBy("naive", values, 3, 4)).toEqual([40, 40, 40, 40]);
  expect(saidBy("seasonal_naive", values, 3, 4)).toEqual([13, 24, 40, 13]);
  // From 10 to 40 in five steps: 6 each.
  expect(saidBy("drift", values, 3, 3)).toEqual([46, 52, 58]);
  expect(saidBy("seasonal_naive", [1, 2], 3, 1)).toBeNull();
  expect(saidBy("drift", [1], 3, 1)).toBeNull();
  expect(saidBy("naive", [], 3, 1)).toBeNull();
});

test("a season that repeats is smoothed to itself, added and as a factor", () => {
  const values = [8, 12, 10, 8, 12, 10, 8, 12, 10];
  for (const method of ["smooth_added", "smooth_factor"] as const)
    saidBy(method, values, 3, 4)!.forEach((value, h) =>
      expect(value).toBeCloseTo([8, 12, 10, 8][h]!, 9),
    );
});

test("a season that doubles with its level is a factor; where nothing came there is no factor", () => {
  const year = [1, 3, 2, 6];
  const values = [1, 2, 3, 4, 5, 6].flatMap((level) => year.map((share) => share * level * 10));
  const off = (method: "smooth_added" | "smooth_factor") =>
    saidBy(method, values, 4, 4)!.reduce((all, v, h) => all + Math.abs(v - year[h]! * 70), 0);
  expect(off("smooth_factor")).toBeLessThan(off("smooth_added"));
  expect(saidBy("smooth_factor", [...values.slice(0, 8), 0], 4, 1)).toBeNull();
  expect(saidBy("smooth_added", values.slice(0, 7), 4, 1)).toBeNull();
});

test("Student's t as its tables have it", () => {
  expect(studentBelow(0, 5)).toBeCloseTo(0.5, 12);
  expect(studentBelow(6.314, 1)).toBeCloseTo(0.95, 4);
  expect(studentBelow(-12.706, 1)).toBeCloseTo(0.025, 4);
  expect(studentBelow(1.895, 7)).toBeCloseTo(0.95, 4);
  expect(studentBelow(-2.998, 7)).toBeCloseTo(0.01, 4);
  expect(studentBelow(2.704, 40)).toBeCloseTo(0.995, 4);
});

test("the test of Diebold and Mariano, one step and two steps ahead", () => {
  // Mean -2, variance 0.5, of eight: -8; corrected by the root of 7/8: t is -7.483 of 7.
  const differences = [-1, -2, -3, -2, -1, -2, -3, -2];
  expect(noBetter(differences, 1)).toBeCloseTo(studentBelow(-7.483_31, 7), 8);
  // Two steps: the first autocovariance is 0, so the variance stays; the correction is of 5.25/8.
  expect(noBetter(differences, 2)).toBeCloseTo(studentBelow(-8 * Math.sqrt(5.25 / 8), 7), 10);
  expect(
    noBetter(
      differences.map((d) => -d),
      1,
    ),
  ).toBe(1);
  expect(noBetter(differences.slice(1), 1)).toBeNull();
  expect(noBetter(differences, 8)).toBeNull();
  expect(noBetter(Array<number>(9).fill(-5), 2)).toBe(0);
});

test("tests made together are held against the level parted by how many (Holm)", () => {
  expect(standing([0.01, 0.04, 0.03, 0.5])).toEqual([true, false, false, false]);
  expect(standing([0.001, 0.016, 0.025, 0.049])).toEqual([true, true, true, true]);
  expect(standing([0.013, 0.013, 0.013, 0.013])).toEqual([false, false, false, false]);
  expect(standing([null, 0.02])).toEqual([false, true]);
});

test("a band of 80 per cent needs four errors, one of 95 nineteen; the place is rounded up", () => {
  expect(halfWidth([1, -2, 3], 80)).toBeNull();
  expect(halfWidth([1, -4, 2, 3], 80)).toBe(4);
  // Of nine, the eighth: (9 + 1) · 0.8.
  expect(halfWidth([9, 1, 2, -8, 3, 4, -7, 5, 6], 80)).toBe(8);
  expect(
    halfWidth(
      Array.from({ length: 18 }, (_, n) => n),
      95,
    ),
  ).toBeNull();
  expect(
    halfWidth(
      Array.from({ length: 19 }, (_, n) => n),
      95,
    ),
  ).toBe(18);
});

test("a band never narrows; what it held is asked of errors that were known then", () => {
  const trials = [5, 1, 1, 1, 1, 9].map((off, n) => ({ known: n + 3, off: [off, off / 10] }));
  expect(halfWidths(trials, 2, 80)).toEqual([9, 9]);
  // The fifth trial is drawn from the four before it (width 5: inside), the sixth from five (5: not).
  expect(coverageAt(trials, 1, 80)).toEqual({ inside: 1, of: 2 });
  expect(coverageAt(trials.slice(0, 4), 1, 80)).toBeNull();
});

test("errors: by what came, by the naive ones, and by the seasonal ones inside the sample", () => {
  expect(wape(30, 120)).toBe(0.25);
  expect(wape(30, 0)).toBeNull();
  expect(relativeError(30, 60)).toBe(0.5);
  expect(relativeError(30, 0)).toBeNull();
  // |13-10| + |24-20| + |40-30| = 17, of three.
  expect(seasonalScale([10, 20, 30, 13, 24, 40], 3)).toBeCloseTo(17 / 3, 12);
  expect(seasonalScale([1, 2, 1, 2], 2)).toBeNull();
  expect(seasonalScale([1, 2], 2)).toBeNull();
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
});
