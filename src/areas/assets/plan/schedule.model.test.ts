import fc from "fast-check";
import { expect, test } from "vitest";
import {
  dueNow,
  fixedDates,
  inSeason,
  isCovered,
  nextDue,
  plus,
  plusDays,
  preview,
  type PlanRule,
  type PlanState,
} from "./schedule.model.ts";

const rule = (over: Partial<PlanRule> = {}): PlanRule => ({
  dueBy: "calendar",
  every: 1,
  unit: "months",
  anchorOn: "2026-01-31",
  floating: false,
  seasonFrom: null,
  seasonTo: null,
  meterEvery: null,
  ...over,
});
const state = (over: Partial<PlanState> = {}): PlanState => ({
  startOn: "2026-01-01",
  lastDueOn: null,
  lastDoneOn: null,
  lastUndoneOn: null,
  meter: null,
  ...over,
});

test("months are counted from the anchor: the 31st does not drift", () => {
  expect(plus("2026-01-31", 1, "months")).toBe("2026-02-28");
  expect(fixedDates(rule(), { after: "2026-01-30", count: 4 })).toEqual([
    "2026-01-31",
    "2026-02-28",
    "2026-03-31",
    "2026-04-30",
  ]);
  expect(fixedDates(rule(), { after: "2061-06-30", count: 1 })).toEqual(["2061-07-31"]);
  expect(plus("2024-02-29", 1, "years")).toBe("2025-02-28");
});

test("a season crosses the year; what leaves no date gives none", () => {
  const winter = rule({ seasonFrom: "11-01", seasonTo: "03-31" });
  expect(inSeason(winter, "2026-12-31")).toBe(true);
  expect(inSeason(winter, "2026-04-01")).toBe(false);
  expect(fixedDates(winter, { after: "2026-03-01", count: 3 })).toEqual([
    "2026-03-31",
    "2026-11-30",
    "2026-12-31",
  ]);
  const never = rule({ every: 1, unit: "years", seasonFrom: "05-01", seasonTo: "06-01" });
  expect(fixedDates(never, { after: "2026-01-01", count: 1 })).toEqual([]);
});

test("floating goes on from the last completion, and from what was skipped", () => {
  const floating = rule({ floating: true, every: 30, unit: "days" });
  const done = state({ lastDueOn: "2026-03-01", lastDoneOn: "2026-02-20" });
  expect(nextDue(floating, done, "2026-02-21")).toBe("2026-03-22");
  expect(nextDue(floating, { ...done, lastUndoneOn: "2026-03-22" }, "2026-03-23")).toBe(
    "2026-04-21",
  );
  const mowing = rule({
    floating: true,
    every: 14,
    unit: "days",
    seasonFrom: "05-01",
    seasonTo: "09-30",
  });
  expect(nextDue(mowing, state({ lastDoneOn: "2026-09-25" }), "2026-09-26")).toBe("2027-05-01");
});

test("by a meter, by what it rises a day, whichever comes first", () => {
  const meter = rule({ dueBy: "meter", meterEvery: 250 });
  const at = (total: number, perDay: number | null) =>
    state({ meter: { total, doneTotal: 1000, perDay } });
  expect(nextDue(meter, at(1250, 10), "2026-05-01")).toBe("2026-05-01");
  expect(nextDue(meter, at(1200, 10), "2026-05-01")).toBe("2026-05-06");
  expect(nextDue(meter, at(1200, null), "2026-05-01")).toBeNull();
  const first = rule({ dueBy: "first", meterEvery: 250, anchorOn: "2026-05-04" });
  expect(nextDue(first, at(1200, 10), "2026-05-01")).toBe("2026-05-04");
  expect(nextDue(first, at(1245, 10), "2026-05-01")).toBe("2026-05-02");
});

test("three days without planning: the newest date is made, those before it are missed", () => {
  const daily = rule({ every: 1, unit: "days", anchorOn: "2026-01-01" });
  expect(
    dueNow(daily, state({ lastDueOn: "2026-05-01" }), { today: "2026-05-04", leadDays: 0 }),
  ).toEqual({ dueOn: "2026-05-04", missed: ["2026-05-02", "2026-05-03"] });
  expect(
    dueNow(daily, state({ lastDueOn: "2026-05-04" }), { today: "2026-05-04", leadDays: 0 }),
  ).toBeNull();
});

test("a yearly date covers the monthly one within half of its interval", () => {
  expect(isCovered(rule(), "2026-03-31", ["2026-04-10"])).toBe("2026-04-10");
  expect(isCovered(rule(), "2026-03-31", ["2026-04-16"])).toBeNull();
});

test("twelve dates ahead, rising, whatever the rule", () => {
  expect(preview(rule(), state(), { today: "2026-01-01", count: 12 })).toHaveLength(12);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom("days", "weeks", "months", "years" as const),
      fc.boolean(),
      fc.integer({ min: 0, max: 3000 }),
      (every, unit, floating, offset) => {
        const dates = preview(
          rule({
            every,
            unit: unit as PlanRule["unit"],
            floating,
            anchorOn: plusDays("2020-01-31", offset),
          }),
          state(),
          { today: "2026-01-01", count: 12 },
        );
        expect(dates.every((day, at) => at === 0 || day > dates[at - 1]!)).toBe(true);
        expect(dates.every((day) => day >= "2026-01-01")).toBe(true);
      },
    ),
  );
});
