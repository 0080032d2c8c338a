// Labor against work schedules, each figure reckoned by hand beside it.
import { expect, test } from "vitest";
import { day, instant } from "#kernel/time.ts";
import type { PaySort } from "./categories.labels.ts";
import type { HourFrame } from "./hours.model.ts";
import { judgeLabor } from "./labor.model.ts";
import { splitBySchedule, weekdayOf, type WorkSchedule } from "./schedule.model.ts";

const zone = "America/Chicago";
const weekdaysOnly = [1, 2, 3, 4, 5].map((weekday) => ({
  weekday,
  from: "07:00",
  to: "15:30",
  breakMinutes: 30,
}));
const schedule = (over: Partial<WorkSchedule> = {}): WorkSchedule => ({
  personId: "ada",
  fromDay: day("2026-01-01"),
  toDay: null,
  employment: "budgeted",
  replacesId: null,
  shifts: weekdaysOnly,
  ...over,
});
// 2026-11-16 is a Monday; Chicago is six hours behind.
const monday = day("2026-11-16");
const utc = (on: string, clock: string) =>
  instant(new Date(Date.parse(`${on}T${clock}:00Z`) + 6 * 3_600_000).toISOString());
const row = (from: string, to: string, minutes: number, on = monday, id = "r") => ({
  id,
  personId: "ada",
  workedOn: on,
  fromAt: utc(on, from),
  toAt: utc(on, to),
  minutes,
});
const frame: HourFrame = {
  category: "B",
  periodFrom: "2026-11-12",
  policy: { title: "Rules", adoptedOn: day("2019-01-01"), contingent: false },
};
const judge = (
  pay: PaySort,
  worked: ReturnType<typeof row>,
  of: WorkSchedule | null = schedule(),
  over: Partial<Parameters<typeof judgeLabor>[0]> = {},
  by: HourFrame = frame,
) =>
  judgeLabor(
    {
      workedOn: worked.workedOn,
      minutes: worked.minutes,
      pay,
      person: "Ada",
      leave: false,
      dayMinutes: worked.minutes,
      overlaps: false,
      split: splitBySchedule([worked], of ? [of] : [], zone).get(worked.id) ?? null,
      replacedWorks: false,
      ...over,
    },
    by,
  ).map((v) => [v.part, v.minutes, v.paid, v.eligible] as const);

test("a row is split at the schedule's hours; an unpaid break is nobody's overtime", () => {
  expect(weekdayOf(monday)).toBe(1);
  const of = (...rows: ReturnType<typeof row>[]) =>
    [...splitBySchedule(rows, [schedule()], zone).values()].map((s) => [s!.inside, s!.beyond]);
  expect(of(row("07:00", "15:30", 480))).toEqual([[480, 0]]);
  expect(of(row("06:59", "15:31", 482))).toEqual([[480, 2]]);
  expect(of(row("15:30", "17:30", 120))).toEqual([[0, 120]]);
  expect(of(row("07:00", "17:30", 600))).toEqual([[480, 120]]);
  // A sheet that says 8 and 2 hours only is placed 07 to 15 and 15 to 17: eight are the schedule's.
  expect(of(row("07:00", "15:00", 480), row("15:00", "17:00", 120, monday, "o"))).toEqual([
    [480, 0],
    [0, 120],
  ]);
  expect(of(row("07:00", "15:00", 480, day("2026-11-21")))).toEqual([[0, 480]]);
});

test("a night shift reaches into the next day, and the schedule of the day holds", () => {
  const nights = schedule({
    shifts: [{ weekday: 1, from: "22:00", to: "06:00", breakMinutes: 0 }],
  });
  const tuesday = day("2026-11-17");
  const of = (all: WorkSchedule[], worked: ReturnType<typeof row>) => {
    const s = splitBySchedule([worked], all, zone).get("r");
    return s && [s.inside, s.beyond];
  };
  expect(of([nights], row("04:00", "08:00", 240, tuesday))).toEqual([120, 120]);
  const later = schedule({ fromDay: tuesday, shifts: [] });
  expect(of([schedule(), later], row("07:00", "15:30", 480))).toEqual([480, 0]);
  expect(of([schedule(), later], row("07:00", "15:30", 480, tuesday))).toEqual([0, 480]);
  const ended = schedule({ toDay: day("2026-11-15") });
  expect(of([ended], row("07:00", "15:30", 480))).toBeNull();
});

test("premium of budgeted people: scheduled hours of emergency work are out, hours beyond count whole", () => {
  // Monday 07:00 to 19:30 at double time, twelve hours: eight scheduled, four beyond.
  const long = row("07:00", "19:30", 720);
  expect(judge("premium", long)).toEqual([
    ["inside", 480, "regular", false],
    ["beyond", 240, "premium", true],
  ]);
  // Permanent work: the straight part of the eight is paid, its premium part is not.
  expect(judge("premium", long, schedule(), {}, { ...frame, category: "C" })).toEqual([
    ["inside", 480, "regular", true],
    ["beyond", 240, "premium", true],
  ]);
  expect(judge("premium", long, schedule({ employment: "unbudgeted" }))).toEqual([
    ["inside", 480, "regular", true],
    ["beyond", 240, "premium", true],
  ]);
  // Straight pay beyond the schedule is beyond it all the same.
  expect(judge("regular", long)).toEqual([
    ["inside", 480, "regular", false],
    ["beyond", 240, "regular", true],
  ]);
  expect(judge("premium", long, null)).toEqual([["whole", 720, "premium", false]]);
  expect(judge("premium", long, schedule(), {}, { ...frame, policy: null })[1]).toEqual([
    "beyond",
    240,
    "premium",
    false,
  ]);
});

test("overtime in scheduled hours is asked about, and the answer decides", () => {
  const shift = row("07:00", "15:30", 480);
  const asked = judgeLabor(
    {
      workedOn: monday,
      minutes: 480,
      pay: "overtime",
      person: "Ada",
      leave: false,
      dayMinutes: 480,
      overlaps: false,
      split: splitBySchedule([shift], [schedule()], zone).get("r")!,
      replacedWorks: false,
    },
    frame,
  );
  expect(asked).toMatchObject([{ part: "whole", eligible: false }]);
  expect(asked[0]!.asked).toContain("Monday 07:00 to 15:30");
  const reason = "Shift swapped with Ben, roster of the week";
  const answered = (what: "regular" | "beyond", by = frame) =>
    judge("overtime", shift, schedule(), { answer: { what, reason } }, by);
  expect(answered("regular")).toEqual([["whole", 480, "regular", false]]);
  expect(answered("regular", { ...frame, category: "C" })).toEqual([
    ["whole", 480, "regular", true],
  ]);
  expect(answered("beyond")).toEqual([["whole", 480, "overtime", true]]);
  expect(answered("beyond", { ...frame, policy: null })).toEqual([
    ["whole", 480, "overtime", false],
  ]);
});

test("back-fill counts beyond its schedule, while whom it replaces works for the incident", () => {
  const fill = schedule({ employment: "backfill", replacesId: "ben" });
  const saturday = row("07:00", "15:00", 480, day("2026-11-21"));
  const replacing = { replacedWorks: true };
  expect(judge("regular", saturday, fill, replacing)).toEqual([["whole", 480, "regular", true]]);
  expect(judge("overtime", saturday, fill, replacing)).toEqual([["whole", 480, "overtime", true]]);
  expect(judge("overtime", saturday, fill)).toEqual([["whole", 480, "overtime", false]]);
  expect(judge("regular", row("07:00", "15:30", 480), fill, replacing)).toEqual([
    ["whole", 480, "regular", false],
  ]);
});
