import { expect, test } from "vitest";
import { yearAt } from "./fiscal-year.model.ts";

const years = [
  { year: 2028, startsOn: "2027-10-01", endsOn: "2028-09-30" },
  { year: 2027, startsOn: "2026-10-01", endsOn: "2027-09-30" },
];

test("the year that is looked at first is the one of today, also after the next was opened", () => {
  expect(yearAt(years, "2027-09-30")?.year).toBe(2027);
  expect(yearAt(years, "2027-10-01")?.year).toBe(2028);
  expect(yearAt([...years].reverse(), "2031-01-01")?.year).toBe(2028);
  expect(yearAt([], "2027-01-01")).toBeUndefined();
});
