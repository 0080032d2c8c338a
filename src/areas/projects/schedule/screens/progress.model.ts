import { day } from "#kernel/time.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";
import { dayOfMoment, inDays } from "./gantt.model.ts";
import { calendarOf, momentOn } from "./calendar.model.ts";

/** What is typed of a task's progress: days as dates, what is left in days of work. */
export type ProgressLine = {
  id: string;
  says: string;
  actualStart: string;
  percent: string;
  remaining: string;
  actualFinish: string;
};

/** The progress of a task as an update sends it; minutes of its calendar. */
type Told = {
  id: string;
  actualStart: string | null;
  actualFinish: string | null;
  percent: number;
  remainingMinutes: number;
};

const dayPart = (moment: string | null): string => (moment === null ? "" : dayOfMoment(moment));

/** The lines with which an update begins: as the tasks stand. */
export const linesOf = (of: ScheduleDetail, tasks: readonly ScheduleTask[]): ProgressLine[] =>
  tasks.map((task) => ({
    id: task.id,
    says: `${task.code} ${task.name}`,
    actualStart: dayPart(task.actualStart),
    percent: String(task.percent),
    remaining: inDays(task.remainingMinutes, calendarOf(of, task).minutesPerDay),
    actualFinish: dayPart(task.actualFinish),
  }));

const changed = (a: ProgressLine, b: ProgressLine): boolean =>
  a.actualStart !== b.actualStart ||
  a.percent !== b.percent ||
  a.remaining !== b.remaining ||
  a.actualFinish !== b.actualFinish;

// Whoever says how much is done and not how much is left means the rest of its duration.
const leftOf = (task: ScheduleTask, was: ProgressLine, line: ProgressLine, perDay: number) => {
  if (line.actualFinish) return 0;
  if (line.remaining !== was.remaining) return Math.round(Number(line.remaining || 0) * perDay);
  if (line.percent === was.percent) return task.remainingMinutes;
  return Math.round((task.durationMinutes * (100 - Number(line.percent || 0))) / 100);
};

/** What an update sends: the tasks of which something else was typed than stood there. */
export const progressOf = (
  of: ScheduleDetail,
  tasks: readonly ScheduleTask[],
  lines: readonly ProgressLine[],
): Told[] => {
  const before = linesOf(of, tasks);
  return tasks.flatMap((task, at): Told[] => {
    const [was, line] = [before[at]!, lines[at]!];
    if (!changed(was, line)) return [];
    const calendar = calendarOf(of, task);
    const moment = (on: string, end: "first" | "last", stood: string | null) =>
      on === "" ? null : on === dayPart(stood) ? stood : momentOn(calendar, day(on), end);
    return [
      {
        id: task.id,
        actualStart: moment(line.actualStart, "first", task.actualStart),
        actualFinish: moment(line.actualFinish, "last", task.actualFinish),
        percent: line.actualFinish ? 100 : Math.round(Number(line.percent || 0)),
        remainingMinutes: leftOf(task, was, line, calendar.minutesPerDay),
      },
    ];
  });
};
