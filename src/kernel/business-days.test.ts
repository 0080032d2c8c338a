import fc from "fast-check";
import { expect, test } from "vitest";
import { day as asDay } from "./time.ts";
import {
  businessDays,
  businessDaysBetween,
  dayOff,
  endOfBusinessDays,
  nextBusinessDay,
  usualCalendar,
  type WorkCalendar,
} from "./business-days.ts";
import { bankHolidayOn, dayAfter, federalHolidays, isBankDay, nextBankDay } from "./holidays.ts";

// Written down from the published lists (opm.gov, frbservices.org), not computed.
test.each([
  [
    2021,
    [
      "2021-01-01 2021-01-18 2021-02-15 2021-05-31 2021-06-18 2021-07-05",
      "2021-09-06 2021-10-11 2021-11-11 2021-11-25 2021-12-24",
    ].join(" "),
  ],
  [
    2022,
    [
      "2021-12-31 2022-01-17 2022-02-21 2022-05-30 2022-06-20 2022-07-04",
      "2022-09-05 2022-10-10 2022-11-11 2022-11-24 2022-12-26",
    ].join(" "),
  ],
  [
    2026,
    [
      "2026-01-01 2026-01-19 2026-02-16 2026-05-25 2026-06-19 2026-07-03",
      "2026-09-07 2026-10-12 2026-11-11 2026-11-26 2026-12-25",
    ].join(" "),
  ],
  [
    2028,
    [
      "2027-12-31 2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04",
      "2028-09-04 2028-10-09 2028-11-10 2028-11-23 2028-12-25",
    ].join(" "),
  ],
])("federal holidays of %i are kept on the published days", (year, days) => {
  expect(federalHolidays(year).map((each) => each.observed)).toEqual(days.split(" "));
});

test("Juneteenth is no holiday before 2021", () => {
  expect(federalHolidays(2020).map((each) => each.day)).not.toContain("2020-06-19");
});

test("banks are open on the Friday before a Saturday holiday, closed on the Monday after a Sunday one", () => {
  expect(isBankDay("2026-07-03")).toBe(true);
  expect(bankHolidayOn("2027-07-05")).toBe("Independence Day");
  expect(nextBankDay(asDay("2026-11-26"))).toBe("2026-11-27");
  expect(nextBankDay(asDay("2026-12-25"))).toBe("2026-12-28");
  expect(isBankDay("2021-12-31")).toBe(true);
});

test("what the agency says of a day goes before holidays and the week", () => {
  const calendar: WorkCalendar = {
    weekdays: [1, 2, 3, 4],
    federalHolidays: true,
    closures: [
      {
        firstDay: asDay("2026-12-24"),
        lastDay: asDay("2026-12-31"),
        name: "Winter closure",
        open: false,
      },
      {
        firstDay: asDay("2026-11-11"),
        lastDay: asDay("2026-11-11"),
        name: "Election canvass",
        open: true,
      },
    ],
  };
  expect(dayOff(calendar, "2026-12-28")).toBe("Winter closure");
  expect(dayOff(calendar, "2026-11-11")).toBeNull();
  expect(dayOff(calendar, "2026-11-13")).toBe("Not a working day of the week");
  expect(dayOff(calendar, "2026-11-26")).toBe("Thanksgiving Day");
  expect(dayOff(usualCalendar, "2021-12-31")).toBe("New Year's Day");
});

const hour = 3_600_000;
test("a window ends at midnight of its last day in the zone, over changes of the clock", () => {
  const ends = (from: string, days: number, zone: string) =>
    new Date(endOfBusinessDays(usualCalendar, asDay(from), days, zone)).toISOString();
  expect(ends("2026-03-06", 1, "America/Chicago")).toBe("2026-03-10T05:00:00.000Z");
  expect(ends("2026-10-30", 1, "America/Chicago")).toBe("2026-11-03T06:00:00.000Z");
  expect(ends("2026-03-06", 1, "America/New_York")).toBe("2026-03-10T04:00:00.000Z");
});

const weekday = new Intl.DateTimeFormat("en-US", { weekday: "short", timeZone: "UTC" });
const zones = ["America/Chicago", "America/New_York"] as const;
const walls = Object.fromEntries(
  zones.map((zone) => [
    zone,
    new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }),
  ]),
);

// The slow count knows nothing of the fast one: it walks hour by hour over noons.
const slowly = (off: ReadonlySet<string>, from: string, days: number): string => {
  let at = Date.parse(`${from}T12:00:00Z`);
  for (let left = days; left > 0;) {
    at += 24 * hour;
    const day = new Date(at).toISOString().slice(0, 10);
    const name = weekday.format(at);
    if (!["Sat", "Sun"].includes(name) && !off.has(day)) left--;
  }
  return new Date(at).toISOString().slice(0, 10);
};
const published = (() => {
  const off = new Set<string>();
  for (let year = 2019; year <= 2042; year++)
    for (const holiday of federalHolidays(year)) off.add(holiday.observed);
  return off;
})();

test("drawn windows of 2020 to 2040 agree with a count day by day, in both zones", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 7_600 }),
      fc.integer({ min: 1, max: 260 }),
      fc.constantFrom(...zones),
      (offset, days, zone) => {
        const from = dayAfter("2020-01-01", offset);
        const last = slowly(published, from, days);
        expect(businessDays(usualCalendar, from, days)).toBe(last);
        expect(businessDaysBetween(usualCalendar, from, last)).toBe(days);
        const end = endOfBusinessDays(usualCalendar, asDay(from), days, zone);
        const wall = (at: number) => walls[zone]!.format(at);
        expect(wall(end)).toBe(`${dayAfter(last, 1)} 00:00:00`);
        expect(wall(end - 1000)).toBe(`${last} 23:59:59`);
      },
    ),
    { numRuns: 600 },
  );
});

test("the next business day is the day itself or a later one, and nothing lies between", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 7_600 }), (offset) => {
      const day = dayAfter("2020-01-01", offset);
      const next = nextBusinessDay(usualCalendar, day);
      expect(dayOff(usualCalendar, next)).toBeNull();
      for (let at = day; at < next; at = dayAfter(at, 1))
        expect(dayOff(usualCalendar, at), at).not.toBeNull();
    }),
  );
});

test("a calendar without any working day is refused in place of an endless search", () => {
  const never = { ...usualCalendar, weekdays: [] };
  expect(() => nextBusinessDay(never, asDay("2026-11-23"))).toThrow(/no working day/);
});
