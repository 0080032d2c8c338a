import { expect, test } from "vitest";
import { usualCalendar } from "#kernel/business-days.ts";
import type { Trigger } from "../definition/flow.labels.ts";
import { answerBy, slotUpTo, timerEnd } from "./time.model.ts";

const timeZone = "America/Chicago";
const time = { calendar: usualCalendar, opens: "08:00", timeZone };
const at = (instant: string) => Date.parse(instant);
const friday = at("2027-03-12T18:00:00Z");

test("timers end so many minutes later, business days later at the same time of day, or around a day of the record, when the agency opens", () => {
  const end = (timer: Parameters<typeof timerEnd>[0], facts = {}) => {
    const ms = timerEnd(timer, friday, facts, time);
    return ms === null ? null : new Date(ms).toISOString();
  };
  expect(end({ by: "duration", minutes: 90 })).toBe("2027-03-12T19:30:00.000Z");
  // Friday noon to Monday noon, one hour earlier by the sun: daylight saving began between.
  expect(end({ by: "business", days: 1 })).toBe("2027-03-15T17:00:00.000Z");
  // From an evening and a day off it counts the same: the agency need not be open then.
  const from = (instant: string) =>
    new Date(timerEnd({ by: "business", days: 2 }, at(instant), {}, time)!).toISOString();
  expect(from("2027-03-13T04:30:15.000Z")).toBe("2027-03-17T03:30:15.000Z");
  expect(from("2027-11-25T16:00:00.000Z")).toBe("2027-11-29T16:00:00.000Z");
  const date = { by: "date", field: "answers.from", days: 3, business: true } as const;
  expect(end(date, { answers: { from: "2027-05-27" } })).toBe("2027-06-02T13:00:00.000Z");
  expect(end({ ...date, days: -1, business: false }, { answers: { from: "2027-03-01" } })).toBe(
    "2027-02-28T14:00:00.000Z",
  );
  expect(end(date, { answers: { from: "soon" } })).toBeNull();
  expect(end(date)).toBeNull();
  expect(answerBy(1, friday, time)).toBe("2027-03-16T05:00:00.000Z");
});

test("of a schedule the newest moment that came is taken, none before it, none before it was published", () => {
  type Schedule = Extract<Trigger, { on: "schedule" }>;
  const daily: Schedule = { on: "schedule", every: "day", at: "08:00", weekday: 1, day: 1 };
  const slot = (trigger: Schedule, now: string, since = "2020-01-01T00:00:00Z") =>
    slotUpTo(trigger, at(since), at(now), timeZone);
  expect(slot(daily, "2027-03-12T18:00:00Z")).toBe("2027-03-12T08:00");
  expect(slot(daily, "2027-03-12T13:00:00Z")).toBe("2027-03-11T08:00");
  expect(slot(daily, "2027-03-12T18:00:00Z", "2027-03-12T15:00:00Z")).toBeNull();
  expect(slot({ ...daily, every: "week" }, "2027-03-12T18:00:00Z")).toBe("2027-03-08T08:00");
  const monthly: Schedule = { ...daily, every: "month", day: 31 };
  expect(slot(monthly, "2027-03-12T18:00:00Z")).toBe("2027-02-28T08:00");
  expect(slot(monthly, "2027-04-30T18:00:00Z")).toBe("2027-04-30T08:00");
});
