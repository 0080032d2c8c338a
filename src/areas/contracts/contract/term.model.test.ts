import { expect, test } from "vitest";
import { monthsAfter, monthsOf, noticeDay } from "./term.model.ts";

test.each([
  ["2027-06-30", 12, "2028-06-30"],
  ["2027-08-31", 6, "2028-02-29"],
  ["2028-02-29", 12, "2029-02-28"],
  ["2027-02-28", 1, "2027-03-31"],
  ["2027-01-30", 1, "2027-02-28"],
  ["2027-11-15", 3, "2028-02-15"],
])("an option of a term that ends on %s, %i months on, ends on %s", (day, months, then) =>
  expect(monthsAfter(day, months)).toBe(then),
);

test.each([
  ["2026-07-01", "2027-06-30", 12],
  ["2026-07-01", "2027-07-01", 13],
  ["2026-11-15", "2026-12-14", 1],
  ["2026-11-15", "2026-11-15", 1],
  ["2024-03-01", "2027-02-28", 36],
])("from %s to %s: %i months", (from, to, months) => expect(monthsOf(from, to)).toBe(months));

test("the notice of an option counts back from the last day", () =>
  expect(noticeDay("2027-03-01", 30)).toBe("2027-01-30"));
