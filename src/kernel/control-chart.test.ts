import { expect, test } from "vitest";
import {
  limitsOf,
  movingRanges,
  newSignals,
  sameSignal,
  signalsOf,
  type ChartValue,
  type Limits,
} from "./control-chart.ts";

/** Four digits that count, as the worked examples print them. */
const four = (value: number) => Number(value.toPrecision(4));
const rounded = (limits: Limits) =>
  Object.fromEntries(Object.entries(limits).map(([name, value]) => [name, four(value)]));

// Batches of a flow rate: NIST/SEMATECH e-Handbook of Statistical Methods, 6.3.2.2.
const flow = [49.6, 47.6, 49.9, 51.3, 47.8, 51.2, 52.6, 52.4, 53.6, 52.1];
// Viscosity of aircraft primer paint: Montgomery, Introduction to Statistical Quality Control.
const paint = [
  33.75, 33.05, 34, 33.81, 33.46, 34.02, 33.68, 33.27, 33.49, 33.2, 33.62, 33, 33.54, 33.12, 33.84,
];

test("limits are those of the worked examples, to four digits", () => {
  expect(movingRanges(flow).map((range) => Number(range.toFixed(1)))).toEqual([
    ...[2, 2.3, 1.4, 3.5, 3.4, 1.4, 0.2, 1.2, 1.5],
  ]);
  // Printed: mean 50.81, mean range 1.8778, limits 45.8159 and 55.8041.
  expect(rounded(limitsOf(flow)!)).toMatchObject({
    ...{ mean: 50.81, meanRange: 1.878, lower: 45.82, upper: 55.8, counted: 10 },
  });
  // Printed: mean 33.52, mean range 0.48, limits 32.24 and 34.80, of ranges 1.57.
  expect(rounded(limitsOf(paint)!)).toMatchObject({
    ...{ mean: 33.52, meanRange: 0.4807, lower: 32.24, upper: 34.8, rangeUpper: 1.571 },
  });
});

test("no limits from fewer than two values; none beyond what a value can be", () => {
  expect(limitsOf([])).toBeNull();
  expect(limitsOf([4])).toBeNull();
  expect(limitsOf([90, 100, 90, 100], { least: 0, most: 100 })).toMatchObject({
    ...{ mean: 95, upper: 100, lower: 68.4 },
  });
  expect(limitsOf([2, 0, 2, 0], { least: 0 })).toMatchObject({ lower: 0 });
});

const of = (values: readonly number[]): ChartValue[] =>
  values.map((value, at) => ({ key: `2026-01-${String(at + 1).padStart(2, "0")}`, value }));
const limits: Limits = {
  ...{ mean: 10, meanRange: 1, upper: 12.66, lower: 7.34, rangeUpper: 3.268, counted: 10 },
};
const at = (n: number) => `2026-01-${String(n).padStart(2, "0")}`;

test("both worked examples are in control", () => {
  for (const values of [flow, paint]) expect(signalsOf(of(values), limitsOf(values)!)).toEqual([]);
});

test("a value outside is a signal, two of them after each other are one; on the limit is inside", () => {
  expect(signalsOf(of([10, 11, 13, 14, 11, 12.66]), limits)).toEqual([
    { kind: "outside", side: "above", from: at(3), to: at(4) },
  ]);
  expect(signalsOf(of([10, 9, 7, 9, 10]), limits)).toEqual([
    { kind: "outside", side: "below", from: at(3), to: at(3) },
  ]);
});

test("eight on one side are a signal, seven are none, and one on the mean ends a run", () => {
  const above = (n: number) => Array.from({ length: n }, () => 11);
  expect(signalsOf(of(above(7)), limits)).toEqual([]);
  expect(signalsOf(of([9, ...above(8)]), limits)).toEqual([
    { kind: "run", side: "above", from: at(2), to: at(9) },
  ]);
  expect(signalsOf(of([...above(8), 11]), limits)).toEqual([
    { kind: "run", side: "above", from: at(1), to: at(9) },
  ]);
  expect(signalsOf(of([...above(4), 10, ...above(4)]), limits)).toEqual([]);
  expect(signalsOf(of([...above(4), 9, ...above(4)]), limits)).toEqual([]);
});

test("a leap between two values that are both inside is a signal of its range", () => {
  expect(signalsOf(of([10, 8, 12, 10]), limits)).toEqual([
    { kind: "range", side: "above", from: at(3), to: at(3) },
  ]);
  // The value outside explains the leap to it and from it.
  expect(signalsOf(of([10, 9, 13, 9]), limits).map(({ kind }) => kind)).toEqual(["outside"]);
});

test("the same signal is told once, however long it lasts; another side or time is another", () => {
  const run = { kind: "run", side: "above", from: at(1), to: at(8) } as const;
  expect(newSignals([{ ...run, to: at(12) }], [run])).toEqual([]);
  // A late record moved its beginning: it is the same run.
  expect(newSignals([{ ...run, from: at(2) }], [run])).toEqual([]);
  const others = [
    { ...run, side: "below" as const },
    { ...run, kind: "outside" as const },
    { ...run, from: at(10), to: at(17) },
  ];
  expect(newSignals(others, [run])).toEqual(others);
  expect(sameSignal(run, { ...run, from: at(8), to: at(9) })).toBe(true);
});
