import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { runsOutOn, unbroken } from "./outlook.service.ts";

test("the day on which a budget is used up, of what is still to come taken as even", () => {
  const [today, end] = [day("2026-01-01"), day("2026-04-11")];
  // Of 100 that are to come in 100 days, 40 are left.
  expect(runsOutOn({ budget: 140, spent: 100, end: 200 }, today, end)).toBe("2026-02-10");
  expect(runsOutOn({ budget: 90, spent: 100, end: 200 }, today, end)).toBe("2026-01-01");
  expect(runsOutOn({ budget: 300, spent: 100, end: 200 }, today, end)).toBe(end);
});

test("years count up to the first that lacks", () => {
  const years = [2020, 2022, 2023, 2024].map((year) => ({ year, months: [] }));
  expect(unbroken(years, 2025).map((each) => each.year)).toEqual([2022, 2023, 2024]);
  expect(unbroken(years, 2026)).toEqual([]);
});
