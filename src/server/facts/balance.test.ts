import fc from "fast-check";
import { expect, test } from "vitest";
import { carriedOn, stepsThrough } from "./balance.model.ts";

test("months follow each other over the turn of a year", () => {
  expect(stepsThrough("month", "2026-11", "2027-02")).toEqual([
    "2026-11",
    "2026-12",
    "2027-01",
    "2027-02",
  ]);
  expect(stepsThrough("month", "2027-02", "2026-11")).toEqual([]);
});

test("weeks follow each other over the turn of a year with 53, and a quiet one has what was before", () => {
  const weeks = stepsThrough("week", "2026-12-21", "2027-01-04");
  expect(weeks).toEqual(["2026-12-21", "2026-12-28", "2027-01-04"]);
  const moved = [
    { keys: ["2026-12-14"], value: 100, rows: 2 },
    { keys: ["2026-12-28"], value: -30, rows: 1 },
  ];
  expect(carriedOn(moved, 0, weeks).map(({ value }) => value)).toEqual([100, 70, 70]);
});

test("a quiet month has the balance of the one before, and the first one what moved earlier", () => {
  const moved = [
    { keys: ["2026-09", "a"], value: 100, rows: 2 },
    { keys: ["2026-11", "a"], value: -30, rows: 1 },
    { keys: ["2026-12", "b"], value: 5, rows: 1 },
  ];
  const months = stepsThrough("month", "2026-10", "2026-12");
  expect(
    carriedOn(moved, 0, months).map(({ keys, value, rows }) => [...keys, value, rows]),
  ).toEqual([
    ["2026-10", "a", 100, 2],
    ["2026-11", "a", 70, 3],
    ["2026-12", "a", 70, 3],
    ["2026-12", "b", 5, 1],
  ]);
});

test("at the end of each month the balances beside each other are all that moved until then", () => {
  const months = stepsThrough("month", "2026-01", "2026-06");
  const entry = fc.record({
    keys: fc.tuple(fc.constantFrom("a", "b"), fc.constantFrom("2025-12", ...months)),
    value: fc.integer({ min: -1000, max: 1000 }),
    rows: fc.constant(1),
  });
  fc.assert(
    fc.property(fc.array(entry), (moved) => {
      const balances = carriedOn(moved, 1, months);
      for (const month of months) {
        const sum = (some: readonly { value: number }[]) => some.reduce((n, m) => n + m.value, 0);
        expect(sum(balances.filter(({ keys }) => keys[1] === month))).toBe(
          sum(moved.filter(({ keys }) => keys[1] <= month)),
        );
      }
    }),
  );
});
