import { expect, test } from "vitest";
import { monthAfter, monthsBetween, openAtEnds } from "./months.ts";

test("months after and between, over years", () => {
  expect(monthAfter("2026-11", 3)).toBe("2027-02");
  expect(monthAfter("2026-01", -13)).toBe("2024-12");
  expect(monthsBetween("2025-11", "2026-02")).toBe(3);
  expect(monthsBetween("2026-02", "2025-11")).toBe(0);
});

test("what is open at each month's end: the running month is left out, one without a change is as before", () => {
  const moves = [
    { month: "2026-01", n: 5 },
    { month: "2026-01", n: -2 },
    { month: "2026-03", n: 4 },
    { month: "2026-04", n: 100 },
  ];
  expect(openAtEnds(moves, "2026-04")).toEqual({ first: "2026-01", values: [3, 3, 7] });
  expect(openAtEnds([], "2026-04")).toBeNull();
  expect(openAtEnds([{ month: "2026-04", n: 1 }], "2026-04")).toBeNull();
});
