import { afterEach, expect, test, vi } from "vitest";
import { agencyDay } from "./days.ts";

afterEach(() => vi.useRealTimers());

test("days from today are counted by the calendar: an hour of summer time moves none of them", () => {
  // Half past eleven in the evening of 25 November in Chicago.
  vi.useFakeTimers({ now: new Date("2026-11-26T05:30:00Z") });
  expect([agencyDay(-31), agencyDay(), agencyDay(115)]).toEqual([
    "2026-10-25",
    "2026-11-25",
    "2027-03-20",
  ]);
});
