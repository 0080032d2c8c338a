import fc from "fast-check";
import { expect, test } from "vitest";
import { carriedOn, monthsBetween } from "./balance.model.ts";

test("months follow each other over the turn of a year", () => {
  expect(monthsBetween("2026-11", "2027-02")).toEqual(["2026-11", "2026-12", "2027-01", "2027-02"]);
  expect(monthsBetween("2027-02", "2026-11")).toEqual([]);
});

test("a quiet month has the balance of the one before, and the first one what moved earlier", () => {
  const moved = [
    { keys: ["2026-09", "a"], value: 100, rows: 2 },
    { keys: ["2026-11", "a"], value: -30, rows: 1 },
    { keys: ["2026-12", "b"], value: 5, rows: 1 },
  ];
  const months = monthsBetween("2026-10", "2026-12");
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
  const months = monthsBetween("2026-01", "2026-06");
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
