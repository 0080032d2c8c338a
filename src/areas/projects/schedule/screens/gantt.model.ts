import { addDays, daysBetween, leadingDay, type Day } from "#kernel/time.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";

/** How wide a day is drawn. */
export const zooms = {
  days: { label: "Days", width: 24 },
  weeks: { label: "Weeks", width: 8 },
  months: { label: "Months", width: 3 },
  quarters: { label: "Quarters", width: 1 },
} as const;
export type Zoom = keyof typeof zooms;

/** The days that are drawn, from left to right. */
export type Timeline = { from: Day; days: number; width: number };

/** The day of a moment of the wall clock, or a day as it is. */
export const dayOfMoment = (moment: string): Day => leadingDay(moment)!;
const partOfDay = (moment: string): number =>
  (Number(moment.slice(11, 13)) * 60 + Number(moment.slice(14, 16))) / 1440;

/** Where a moment lies, in pixels from the left. */
export const xOf = ({ from, width }: Timeline, moment: string): number =>
  (daysBetween(from, dayOfMoment(moment)) + partOfDay(moment)) * width;

/** The day at a place, where a bar was let go. */
export const dayAt = ({ from, width }: Timeline, x: number): Day =>
  addDays(from, Math.floor(x / width));

const momentsOf = (task: ScheduleTask): string[] =>
  [
    task.start,
    task.finish,
    task.lateFinish,
    task.baselineStart,
    task.baselineFinish,
    task.deadline,
  ].filter((moment) => moment !== null);

/** Every day that something of the schedule touches, with a margin. */
export const timelineOf = (of: ScheduleDetail, zoom: Zoom): Timeline => {
  const days = [of.dataDate, of.start, ...of.tasks.flatMap(momentsOf)].map(dayOfMoment).toSorted();
  const from = addDays(days[0]!, -7);
  return { from, days: daysBetween(from, days.at(-1)!) + 14, width: zooms[zoom].width };
};

/** The zoom at which the whole schedule is about as wide as the screen. */
export const fittingZoom = (of: ScheduleDetail): Zoom => {
  const { days } = timelineOf(of, "days");
  if (days <= 45) return "days";
  if (days <= 150) return "weeks";
  return days <= 600 ? "months" : "quarters";
};

const monthNames = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** A piece of the ruler above the bars. */
export type Tick = { x: number; width: number; label: string };

const pieces = (of: Timeline, begins: (on: Day, at: number) => string | null): Tick[] => {
  const ticks: Tick[] = [];
  for (let at = 0; at < of.days; at++) {
    const label = begins(addDays(of.from, at), at);
    if (label !== null) ticks.push({ x: at * of.width, width: 0, label });
  }
  return ticks.map((tick, at) => ({
    ...tick,
    width: (ticks[at + 1]?.x ?? of.days * of.width) - tick.x,
  }));
};

const monthOf = (on: Day): number => Number(on.slice(5, 7)) - 1;

/** The upper ruler: months, or years where months are narrow. */
export const upperTicks = (of: Timeline): Tick[] =>
  of.width >= 3
    ? pieces(of, (on, at) =>
        at === 0 || on.endsWith("-01") ? `${monthNames[monthOf(on)]} ${on.slice(0, 4)}` : null,
      )
    : pieces(of, (on, at) => (at === 0 || on.endsWith("-01-01") ? on.slice(0, 4) : null));

const isMonday = (on: Day): boolean => new Date(on).getUTCDay() === 1;

/** The lower ruler: days, weeks by their Monday, or months by their number. */
export const lowerTicks = (of: Timeline): Tick[] => {
  if (of.width >= 20) return pieces(of, (on) => String(Number(on.slice(8))));
  if (of.width >= 3)
    return pieces(of, (on) =>
      isMonday(on) ? (of.width >= 8 ? String(Number(on.slice(8))) : "") : null,
    );
  return pieces(of, (on) => (on.endsWith("-01") ? monthNames[monthOf(on)]!.slice(0, 1) : null));
};

type Calendar = ScheduleDetail["calendars"][number];

/** Minutes of work of one day. */
const workOf = ({ week, exceptions }: Calendar, on: Day): number => {
  const shifts =
    exceptions.find((exception) => exception.on === on)?.shifts ?? week[new Date(on).getUTCDay()]!;
  return shifts.reduce((sum, { from, to }) => sum + to - from, 0);
};

/** Days on which nobody works, to be shaded; none where days are too narrow to be seen. */
export const restDays = (of: Timeline, calendar: Calendar | undefined): number[] =>
  calendar && of.width >= 3
    ? Array.from({ length: of.days }, (_, at) => at).filter(
        (at) => workOf(calendar, addDays(of.from, at)) === 0,
      )
    : [];

/** Minutes of work from one day to another, both counted. */
export const workBetween = (calendar: Calendar, from: Day, to: Day): number => {
  let sum = 0;
  for (let on = from; on <= to; on = addDays(on, 1)) sum += workOf(calendar, on);
  return sum;
};

/** The tasks that are seen: not those below a summary that is folded. */
export const shownTasks = (
  tasks: readonly ScheduleTask[],
  folded: ReadonlySet<string>,
): ScheduleTask[] => {
  const hidden = new Set<string>();
  return tasks.filter((task) => {
    const within = task.parentId;
    const hides = within !== null && (folded.has(within) || hidden.has(within));
    if (hides) hidden.add(task.id);
    return !hides;
  });
};

/** Rows near the part of the list that is seen; the others are not drawn. */
export const rowsInSight = (
  rows: number,
  rowHeight: number,
  { top, height }: { top: number; height: number },
): { from: number; to: number } => ({
  from: Math.max(0, Math.floor(top / rowHeight) - 8),
  to: Math.min(rows, Math.ceil((top + height) / rowHeight) + 8),
});

type Ends = { start: number; finish: number; y: number };

/** The way of a link from one bar to another, in right angles with an arrow's place at its end. */
export const linkPath = (type: string, from: Ends, to: Ends): string => {
  const leaves = type.startsWith("F") ? from.finish : from.start;
  const enters = type.endsWith("S") ? to.start : to.finish;
  const [out, into] = [type.startsWith("F") ? 6 : -6, type.endsWith("S") ? -6 : 6];
  const between = from.y + (to.y > from.y ? 14 : -14);
  const direct = type === "FS" && enters - leaves >= 12;
  return direct
    ? `M${leaves} ${from.y}H${leaves + out}V${to.y}H${enters}`
    : `M${leaves} ${from.y}H${leaves + out}V${between}H${enters + into}V${to.y}H${enters}`;
};

/** Minutes as days of work of the calendar, with a decimal where it is not whole. */
export const inDays = (minutes: number, minutesPerDay: number): string =>
  String(Math.round((minutes / minutesPerDay) * 10) / 10);
