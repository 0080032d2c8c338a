import { describe, expect, it } from "vitest";
import { day } from "#kernel/time.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";
import { momentOn } from "./calendar.model.ts";
import {
  dayAt,
  linkPath,
  lowerTicks,
  rowsInSight,
  shownTasks,
  upperTicks,
  workBetween,
  xOf,
  type Timeline,
} from "./gantt.model.ts";
import { hoursText, shiftsOf } from "./hours.model.ts";
import { linesOf, progressOf } from "./progress.model.ts";

const usual = [
  { from: 480, to: 720 },
  { from: 780, to: 1020 },
];
const calendar = {
  id: "agency",
  name: "The agency's",
  projectId: null,
  week: [[], usual, usual, usual, usual, usual, []],
  exceptions: [{ on: day("2026-11-26"), shifts: [], why: "Thanksgiving" }],
  minutesPerDay: 480,
  version: 0,
} satisfies ScheduleDetail["calendars"][number];

const task = (id: string, more: Partial<ScheduleTask> = {}): ScheduleTask =>
  ({
    id,
    code: id,
    name: id,
    kind: "task",
    parentId: null,
    calendarId: null,
    durationMinutes: 2400,
    remainingMinutes: 2400,
    percent: 0,
    actualStart: null,
    actualFinish: null,
    ...more,
  }) as ScheduleTask;

const of = { calendarId: null, calendars: [calendar] } as unknown as ScheduleDetail;
const timeline: Timeline = { from: day("2026-11-01"), days: 60, width: 24 };

describe("the picture of a schedule", () => {
  it("puts a moment where its part of the day is, and finds the day of a place", () => {
    expect(xOf(timeline, "2026-11-01T00:00")).toBe(0);
    expect(xOf(timeline, "2026-11-03T12:00")).toBe(60);
    expect(dayAt(timeline, 60)).toBe("2026-11-03");
  });

  it("has a ruler whose pieces fill it without a gap", () => {
    for (const width of [24, 8, 3, 1])
      for (const ticks of [upperTicks({ ...timeline, width }), lowerTicks({ ...timeline, width })])
        for (const [at, tick] of ticks.entries())
          expect(tick.x + tick.width).toBe(ticks[at + 1]?.x ?? 60 * width);
  });

  it("hides what a folded summary holds, at every depth", () => {
    const tasks = [
      task("a", { kind: "summary" }),
      task("b", { kind: "summary", parentId: "a" }),
      task("c", { parentId: "b" }),
      task("d"),
    ];
    expect(shownTasks(tasks, new Set(["a"])).map(({ id }) => id)).toEqual(["a", "d"]);
    expect(shownTasks(tasks, new Set(["b"])).map(({ id }) => id)).toEqual(["a", "b", "d"]);
  });

  it("draws a few rows of ten thousand", () => {
    const { from, to } = rowsInSight(10_000, 32, { top: 160_000, height: 640 });
    expect(from).toBe(4992);
    expect(to - from).toBeLessThan(40);
  });

  it("leads a link around a bar that begins before the other ends", () => {
    const ends = { start: 10, finish: 50, y: 10 };
    expect(linkPath("FS", ends, { start: 80, finish: 90, y: 42 })).toBe("M50 10H56V42H80");
    expect(linkPath("SS", ends, { start: 20, finish: 90, y: 42 })).toBe("M10 10H4V24H14V42H20");
  });

  it("counts the work between two days by the calendar", () => {
    expect(workBetween(calendar, day("2026-11-23"), day("2026-11-27"))).toBe(4 * 480);
  });
});

describe("hours that are typed", () => {
  it("are read as they are shown", () => {
    expect(shiftsOf("8-12, 13:00–17")).toEqual(usual);
    expect(shiftsOf(hoursText(usual))).toEqual(usual);
    expect(shiftsOf("")).toEqual([]);
  });

  it.each(["8", "12-8", "8-12, 11-15", "8-25", "8-12-13", "noon"])("refuse %s", (text) => {
    expect(shiftsOf(text)).toBeNull();
  });

  it("give the moments at which a day begins and ends", () => {
    expect(momentOn(calendar, day("2026-11-24"), "first")).toBe("2026-11-24T08:00");
    expect(momentOn(calendar, day("2026-11-24"), "last")).toBe("2026-11-24T17:00");
    expect(momentOn(calendar, day("2026-11-28"), "first")).toBe("2026-11-28T08:00");
  });
});

describe("progress that is typed", () => {
  const tasks = [task("a"), task("b", { actualStart: "2026-11-20T10:30" as never })];
  const typed = (at: number, more: object) =>
    progressOf(
      of,
      tasks,
      linesOf(of, tasks).map((line, n) => (n === at ? { ...line, ...more } : line)),
    );

  it("sends nothing of what was not touched", () => {
    expect(typed(0, {})).toEqual([]);
  });

  it("takes the rest of the duration where only the percent is said", () => {
    expect(typed(0, { actualStart: "2026-11-23", percent: "25" })).toEqual([
      {
        id: "a",
        actualStart: "2026-11-23T08:00",
        actualFinish: null,
        percent: 25,
        remainingMinutes: 1800,
      },
    ]);
  });

  it("takes what is left as it is said, and keeps the moment at which it began", () => {
    expect(typed(1, { percent: "50", remaining: "4" })).toEqual([
      {
        id: "b",
        actualStart: "2026-11-20T10:30",
        actualFinish: null,
        percent: 50,
        remainingMinutes: 1920,
      },
    ]);
  });

  it("makes what finished whole", () => {
    expect(typed(1, { actualFinish: "2026-11-25", percent: "80" })).toEqual([
      {
        id: "b",
        actualStart: "2026-11-20T10:30",
        actualFinish: "2026-11-25T17:00",
        percent: 100,
        remainingMinutes: 0,
      },
    ]);
  });
});
