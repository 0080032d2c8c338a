import { expect, test } from "vitest";
import { dueDays } from "./obligation.model.ts";

test("days recur from the first one until the contract's last day; month ends stay month ends", () => {
  const every = (recurrence: "once" | "monthly" | "quarterly" | "yearly", end: string) =>
    dueDays({ firstDueOn: "2027-01-31", recurrence }, end);
  expect(every("monthly", "2027-04-30")).toEqual([
    "2027-01-31",
    "2027-02-28",
    "2027-03-31",
    "2027-04-30",
  ]);
  expect(every("monthly", "2027-04-29")).toHaveLength(3);
  expect(every("quarterly", "2027-12-31")).toEqual([
    "2027-01-31",
    "2027-04-30",
    "2027-07-31",
    "2027-10-31",
  ]);
  expect(every("yearly", "2028-01-31")).toEqual(["2027-01-31", "2028-01-31"]);
  // Once may be after the end: a final report.
  expect(every("once", "2026-12-31")).toEqual(["2027-01-31"]);
  expect(every("monthly", "2026-12-31")).toEqual([]);
});
