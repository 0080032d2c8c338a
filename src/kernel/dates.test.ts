import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dateIn,
  endOfDate,
  lastDayIn,
  formatDate,
  formatInstant,
  instantIn,
  timeLeft,
  urgency,
  wallClock,
} from "./dates.ts";
import { day, type Day, instant, isDate } from "./time.ts";

describe("dates", () => {
  it("shows instants in the agency's zone, with its name", () => {
    expect(formatInstant(instant("2026-12-03T22:00:00Z"), "America/New_York")).toBe(
      "Dec 3, 2026, 5:00 PM ET",
    );
    expect(formatInstant(instant("2026-07-03T22:00:00Z"), "America/Chicago")).toBe(
      "Jul 3, 2026, 5:00 PM CT",
    );
  });
  it("never shifts a calendar date", () => {
    expect(formatDate(day("2026-12-03"))).toBe("Dec 3, 2026");
    fc.assert(
      fc.property(
        fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }),
        (at) => {
          const date = at.toISOString().slice(0, 10);
          expect(isDate(date)).toBe(true);
          expect(formatDate(day(date))).toContain(String(at.getUTCDate()));
          expect(dateIn(at.toISOString(), "UTC")).toBe(date);
        },
      ),
    );
    expect(dateIn(instant("2026-01-01T04:30:00Z"), "America/New_York")).toBe("2025-12-31");
    expect(isDate("2026-02-30")).toBe(false);
  });
  it("ends a date at the agency's midnight, on days that change the clock too", () => {
    const end = (date: Day) => new Date(endOfDate(date, "America/New_York")).toISOString();
    expect(end(day("2026-12-03"))).toBe("2026-12-04T05:00:00.000Z");
    expect(end(day("2026-03-07"))).toBe("2026-03-08T05:00:00.000Z");
    expect(end(day("2026-03-08"))).toBe("2026-03-09T04:00:00.000Z");
    expect(end(day("2026-11-01"))).toBe("2026-11-02T05:00:00.000Z");
  });
  it("turns amber at 72 hours and red at 24, both inclusive", () => {
    const hours = (h: number) => h * 3_600_000;
    expect(urgency(hours(72) + 1, 0)).toBe("calm");
    expect(urgency(hours(72), 0)).toBe("amber");
    expect(urgency(hours(24) + 1, 0)).toBe("amber");
    expect(urgency(hours(24), 0)).toBe("red");
    expect(urgency(0, hours(1))).toBe("red");
  });
  it("never promises more time than is left", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9e9 }), (left) => {
        const [count, unit] = timeLeft(left, 0).split(" ");
        expect(
          Number(count) * (unit === "days" ? 86_400_000 : unit === "h" ? 3_600_000 : 60_000),
        ).toBeLessThanOrEqual(left);
      }),
    );
    expect(timeLeft(0, 3 * 86_400_000)).toBe("3 days overdue");
  });
  it("reads a wall clock of a zone on both sides of daylight saving, and back", () => {
    expect(new Date(instantIn("2026-12-10T16:00", "America/Chicago")).toISOString()).toBe(
      "2026-12-10T22:00:00.000Z",
    );
    expect(new Date(instantIn("2026-07-10T16:00", "America/Chicago")).toISOString()).toBe(
      "2026-07-10T21:00:00.000Z",
    );
    for (const zone of [
      "America/Chicago",
      "America/New_York",
      "Pacific/Auckland",
      "Asia/Kolkata",
      "UTC",
    ])
      fc.assert(
        fc.property(fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) }), (ms) => {
          const minute = new Date(Math.floor(ms / 60_000) * 60_000).toISOString();
          const wall = wallClock(minute, zone);
          // The hour that the clock repeats in autumn has two instants of one wall clock.
          return (
            Math.abs(instantIn(wall, zone) - Date.parse(minute)) <= 3_600_000 &&
            wallClock(new Date(instantIn(wall, zone)).toISOString(), zone) === wall
          );
        }),
      );
  });
});

it("what ends with a day shows that day again, also where clocks change", () => {
  for (const zone of ["America/New_York", "Pacific/Honolulu", "UTC"])
    for (const last of ["2026-11-01", "2026-12-31", "2027-03-14"].map((text) => day(text)))
      expect(lastDayIn(instant(new Date(endOfDate(last, zone)).toISOString()), zone)).toBe(last);
});
