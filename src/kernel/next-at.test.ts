import { expect, test } from "vitest";
import { usualCalendar } from "./business-days.ts";
import { dateIn, instantIn, wallClock } from "./dates.ts";
import { nextAt, type Recurrence } from "./next-at.ts";
import { instant, instantAt } from "./time.ts";

const zone = "America/Chicago";
const next = (rule: Recurrence, from: string, calendar = usualCalendar) =>
  nextAt(rule, zone, instant(from), calendar);
const several = (rule: Recurrence, from: string, n: number) => {
  const found: string[] = [];
  for (let at = instant(from); found.length < n;) {
    at = nextAt(rule, zone, at, usualCalendar)!;
    found.push(wallClock(at, zone));
  }
  return found;
};

test("it comes round by the agency's clock, today where the hour has not passed", () => {
  const day: Recurrence = { every: "day", at: "07:30" };
  expect(next(day, "2026-11-26T12:00:00Z")).toBe("2026-11-26T13:30:00.000Z");
  expect(next(day, "2026-11-26T13:30:00Z")).toBe("2026-11-27T13:30:00.000Z");
  expect(next({ every: "hour", at: "00:15" }, "2026-11-26T12:14:59Z")).toBe(
    "2026-11-26T12:15:00.000Z",
  );
  expect(next({ every: "hour", at: "00:15" }, "2026-11-26T12:15:00Z")).toBe(
    "2026-11-26T13:15:00.000Z",
  );
  expect(several({ every: "week", weekDay: 1, at: "07:30" }, "2026-11-26T12:00:00Z", 2)).toEqual([
    "2026-11-30T07:30",
    "2026-12-07T07:30",
  ]);
});

test("business days pass over holidays and weekends", () => {
  // The 26th is Thanksgiving.
  expect(several({ every: "business-day", at: "07:30" }, "2026-11-26T00:00:00Z", 3)).toEqual([
    "2026-11-27T07:30",
    "2026-11-30T07:30",
    "2026-12-01T07:30",
  ]);
  expect(
    several({ every: "month-business-day", monthDay: 3, at: "06:00" }, "2026-11-26T00:00:00Z", 2),
  ).toEqual(["2026-12-03T06:00", "2027-01-06T06:00"]);
  const closed = {
    ...usualCalendar,
    closures: [{ firstDay: "2026-12-01", lastDay: "2026-12-02", name: "Move", open: false }],
  };
  expect(
    next(
      { every: "month-business-day", monthDay: 1, at: "06:00" },
      "2026-11-26T00:00:00Z",
      closed as never,
    ),
  ).toBe("2026-12-03T12:00:00.000Z");
});

test("the last day stands for one that a month lacks", () => {
  expect(several({ every: "month", monthDay: 31, at: "06:00" }, "2027-01-31T13:00:00Z", 3)).toEqual(
    ["2027-02-28T06:00", "2027-03-31T06:00", "2027-04-30T06:00"],
  );
});

test("a time that a day lacks or has twice comes once", () => {
  const at = { every: "day", at: "02:30" } as const;
  const spring = several(at, "2027-03-13T12:00:00Z", 3);
  expect(spring.map((each) => dateIn(instantAt(instantIn(each, zone)), zone))).toEqual([
    "2027-03-14",
    "2027-03-15",
    "2027-03-16",
  ]);
  const autumn = several({ every: "day", at: "01:30" }, "2026-10-31T12:00:00Z", 3);
  expect(autumn).toEqual(["2026-11-01T01:30", "2026-11-02T01:30", "2026-11-03T01:30"]);
});

test("over two years a day comes exactly once, in every zone tried", () => {
  for (const each of ["America/Chicago", "America/St_Johns", "Asia/Kathmandu", "Pacific/Auckland"])
    for (const clock of ["00:00", "01:30", "02:00", "02:30", "23:59"]) {
      const days = new Set<string>();
      let at = instant("2026-01-01T12:00:00Z");
      for (let n = 0; n < 730; n++) {
        at = nextAt({ every: "day", at: clock }, each, at, usualCalendar)!;
        days.add(dateIn(at, each));
      }
      expect(days.size).toBe(730);
    }
});

test("what no month has never comes round", () => {
  const never = { ...usualCalendar, weekdays: [] };
  expect(next({ every: "business-day", at: "07:00" }, "2026-11-26T12:00:00Z", never)).toBeNull();
  const twice = { ...usualCalendar, weekdays: [2, 4] };
  const fifteenth = { every: "month-business-day", monthDay: 15, at: "07:00" } as const;
  expect(next(fifteenth, "2026-11-26T12:00:00Z", twice)).toBeNull();
});
