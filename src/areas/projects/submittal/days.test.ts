import fc from "fast-check";
import { expect, test } from "vitest";
import { businessDays, isBusinessDay, usualCalendar } from "#kernel/business-days.ts";
import { addDays, day } from "#kernel/time.ts";
import { submitByOf } from "./days.model.ts";

test("submit by is needed on site less lead days and the business days of the review", () => {
  const of = (neededOn: string, leadDays: number, reviewDays: number) =>
    submitByOf(usualCalendar, { neededOn: day(neededOn), leadDays, reviewDays });
  // Friday, five business days back: the Friday before.
  expect(of("2026-12-11", 0, 5)).toBe("2026-12-04");
  // Thanksgiving is no business day.
  expect(of("2026-11-30", 0, 2)).toBe("2026-11-25");
  // A Sunday: the review ends on the Friday before.
  expect(of("2026-12-13", 0, 5)).toBe("2026-12-04");
  expect(of("2026-12-25", 14, 5)).toBe("2026-12-04");
});

test("it is the last business day whose review ends in time", () => {
  const start = day("2026-01-05");
  fc.assert(
    fc.property(
      fc.integer({ min: 60, max: 700 }),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 30 }),
      (from, leadDays, reviewDays) => {
        const neededOn = addDays(start, from);
        const at = submitByOf(usualCalendar, { neededOn, leadDays, reviewDays });
        const ready = addDays(neededOn, -leadDays);
        expect(isBusinessDay(usualCalendar, at)).toBe(true);
        expect(businessDays(usualCalendar, at, reviewDays) <= ready).toBe(true);
        let next = addDays(at, 1);
        while (!isBusinessDay(usualCalendar, next)) next = addDays(next, 1);
        expect(businessDays(usualCalendar, next, reviewDays) > ready).toBe(true);
      },
    ),
  );
});
