import { addDays, type Day } from "#kernel/time.ts";
import type { Moment } from "../moment.model.ts";
import type { ScheduleDetail, ScheduleTask } from "../schedule.model.ts";

/** The id of the agency's own calendar, which is kept with its business days. */
const agencyCalendar = "agency";

/** The calendar by which a task is done. */
export const calendarOf = (of: ScheduleDetail, task: ScheduleTask) =>
  of.calendars.find(({ id }) => id === (task.calendarId ?? of.calendarId)) ?? of.calendars[0]!;

type Calendar = ScheduleDetail["calendars"][number];
const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

/** When work begins or ends on a day of a calendar; eight and five where nobody works then. */
export const momentOn = (calendar: Calendar, on: Day, end: "first" | "last"): Moment => {
  const shifts =
    calendar.exceptions.find((exception) => exception.on === on)?.shifts ??
    calendar.week[new Date(on).getUTCDay()]!;
  const [first, last] = [shifts[0], shifts.at(-1)];
  const at = end === "first" ? (first?.from ?? 480) : (last?.to ?? 1020);
  return (at === 1440 ? `${addDays(on, 1)}T00:00` : `${on}T${clock(at)}`) as Moment;
};

/** Calendars that a schedule or task may name beside the agency's own. */
export const ownCalendars = (of: ScheduleDetail): { value: string; label: string }[] =>
  of.calendars
    .filter(({ id }) => id !== agencyCalendar)
    .map(({ id, name }) => ({ value: id, label: name }));
