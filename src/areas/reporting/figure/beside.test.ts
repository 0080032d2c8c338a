import fc from "fast-check";
import { expect, test } from "vitest";
import { ranksOf, runningOf, shareOf, withBeside, yearLater } from "./beside.model.ts";

const cell = (value: number | null, opens: string | null = null) => ({ value, rows: 1, opens });
const months = { id: "month", label: "Month" };
const department = { id: "department", label: "Department" };
const ordered = { id: "orders.ordered", label: "Ordered", unit: "cents" as const };
const used = { id: "awards.used", label: "Used", unit: "percent" as const };
const answer = (rows: [string, number][], over: object = {}) => ({
  by: [department],
  measures: [ordered],
  withheld: [],
  rows: rows.map(([key, value]) => ({ keys: [key], names: [key], cells: [cell(value)] })),
  totals: [cell(rows.reduce((sum, [, value]) => sum + value, 0))],
  ...over,
});

test("a share is of the whole, to a tenth; without a whole there is none", () => {
  expect(shareOf(1, 3)).toBe(33.3);
  expect(shareOf(-50, 200)).toBe(-25);
  expect(shareOf(5, 0)).toBeNull();
  expect(shareOf(null, 10)).toBeNull();
  const shown = withBeside(
    answer([
      ["Parks", 250],
      ["Roads", 750],
    ]),
    "share",
    null,
  );
  expect(shown.measures.map(({ label, unit }) => [label, unit])).toEqual([
    ["Ordered", "cents"],
    ["Ordered, share of the whole", "percent"],
  ]);
  expect(shown.rows.map(({ cells }) => cells.map(({ value }) => value))).toEqual([
    [250, 25],
    [750, 75],
  ]);
  expect(shown.totals.map(({ value }) => value)).toEqual([1000, 100]);
});

test("shares of any parts come to a hundred, but for what rounding moves", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1 }), (values) => {
      const whole = values.reduce((a, b) => a + b, 0);
      fc.pre(whole > 0);
      const sum = values.reduce((n, value) => n + shareOf(value, whole)!, 0);
      expect(Math.abs(sum - 100)).toBeLessThanOrEqual(0.05 * values.length + 1e-6);
    }),
  );
});

test("equal values share a place, and the next place counts them all", () => {
  expect(ranksOf([5, 9, 5, null, 1])).toEqual([2, 1, 2, null, 4]);
});

test("a running total goes along the months of each group, whatever the order of the rows", () => {
  const rows = [
    { month: "2026-12", group: "a", value: 1 },
    { month: "2026-10", group: "a", value: 10 },
    { month: "2026-11", group: "b", value: 7 },
    { month: "2026-11", group: "a", value: null },
  ];
  expect(runningOf(rows)).toEqual([11, 10, 7, 10]);
});

test("a month stands beside that of the year before, what ended and what is new too", () => {
  expect(yearLater(["2025-10", "PW"], [months, department])).toEqual(["2026-10", "PW"]);
  expect(yearLater(["2026", null], [{ id: "fiscalYear" }, department])).toEqual(["2027", null]);
  const now = {
    ...answer([
      ["2026-10", 40],
      ["2026-12", 5],
    ]),
    by: [months],
  };
  const before = {
    ...answer([
      ["2025-10", 30],
      ["2025-11", 20],
    ]),
    by: [months],
  };
  before.rows[0]!.cells[0] = cell(30, "/orders?day=2025-10");
  const shown = withBeside(now, "previous-year", before);
  expect(
    shown.rows.map(({ names, cells }) => [names[0], ...cells.map(({ value }) => value)]),
  ).toEqual([
    ["2026-10", 40, 30],
    ["2026-11", null, 20],
    ["2026-12", 5, null],
  ]);
  expect(shown.rows[0]!.cells[1]!.opens).toBe("/orders?day=2025-10");
  expect(shown.totals.map(({ value }) => value)).toEqual([45, 50]);
});

test("a percentage has no share and no running total", () => {
  const two = {
    ...answer([["Parks", 250]]),
    measures: [ordered, used],
    rows: [{ keys: ["Parks"], names: ["Parks"], cells: [cell(250), cell(40)] }],
    totals: [cell(250), cell(40)],
  };
  expect(withBeside(two, "share", null).measures.map(({ id }) => id)).toEqual([
    "orders.ordered",
    "orders.ordered~share",
    "awards.used",
  ]);
});

test("a duration has no share and no running total, a balance none along time", () => {
  const days = { id: "cases.median", label: "Days", unit: "days" as const };
  const left = { id: "ledger.left", label: "Left", unit: "cents" as const, balance: true };
  const asked = (measure: typeof days | typeof left, by: { id: string; label: string }) => ({
    ...answer([["2026-10", 250]]),
    by: [by],
    measures: [measure],
  });
  const ids = (...of: Parameters<typeof withBeside>) =>
    withBeside(...of).measures.map(({ id }) => id);
  expect(ids(asked(days, department), "share", null)).toEqual(["cases.median"]);
  expect(ids(asked(days, department), "rank", null)).toHaveLength(2);
  expect(ids(asked(left, department), "share", null)).toHaveLength(2);
  expect(ids(asked(left, months), "share", null)).toEqual(["ledger.left"]);
  expect(ids(asked(left, months), "running", null)).toEqual(["ledger.left"]);
});
