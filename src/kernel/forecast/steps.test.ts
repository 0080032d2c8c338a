import { expect, test } from "vitest";
import { day } from "../time.ts";
import { daysOfStep, mondayOf, stepAfter, stepOf, stepsBetween } from "./steps.ts";

test("a week begins on Monday, over the turn of a year and through one of 53 weeks", () => {
  expect(mondayOf(day("2026-11-29"))).toBe("2026-11-23");
  expect(mondayOf(day("2026-11-30"))).toBe("2026-11-30");
  // ISO 8601: the week of 1 January 2027, a Friday, is the 53rd of 2026.
  expect(mondayOf(day("2027-01-01"))).toBe("2026-12-28");
  expect(stepAfter("week", "2026-12-28", 1)).toBe("2027-01-04");
  expect(stepsBetween("week", "2025-12-29", "2027-01-04")).toBe(53);
  expect(stepsBetween("week", "2027-01-04", "2025-12-29")).toBe(0);
  expect(daysOfStep("week", "2026-12-28")).toEqual(["2026-12-28", "2027-01-03"]);
});

test("a week in which clocks change has seven days", () => {
  // In the United States clocks change on 8 March and 1 November 2026.
  expect(daysOfStep("week", "2026-03-02")).toEqual(["2026-03-02", "2026-03-08"]);
  expect(stepAfter("week", "2026-03-02", 1)).toBe("2026-03-09");
  expect(stepAfter("week", "2026-10-26", 1)).toBe("2026-11-02");
  expect(stepsBetween("week", "2026-02-23", "2026-11-09")).toBe(37);
});

test("months stay what they are", () => {
  expect(stepOf("month", day("2026-02-28"))).toBe("2026-02");
  expect(stepAfter("month", "2026-12", 2)).toBe("2027-02");
  expect(daysOfStep("month", "2028-02")).toEqual(["2028-02-01", "2028-02-29"]);
});
