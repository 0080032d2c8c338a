import { addMonths, day, daysBetween, type Day } from "#kernel/time.ts";

/** A monthly schedule is waited for so many days before it is due. */
const aheadDays = 7;

/** The day of each month by which a schedule is handed in, and from when on. */
export type MonthlyRule = { monthlyScheduleDay: number; monthlyScheduleFrom: Day };

const inMonthOf = (on: Day, of: number): Day =>
  day(`${on.slice(0, 7)}-${String(of).padStart(2, "0")}`);

/**
 * The day by which a schedule is due that nobody handed in, a week before it at the earliest; null
 * while none is waited for. What is handed in behind one due day and up to the next is the next
 * month's; a day that passed is due until one comes. `last`: when the last one was handed in.
 */
export const monthlyDue = (
  { monthlyScheduleDay, monthlyScheduleFrom }: MonthlyRule,
  today: Day,
  last: Day | null,
): Day | null => {
  const here = inMonthOf(today, monthlyScheduleDay);
  const passed = here < today ? here : addMonths(here, -1);
  const next = here < today ? addMonths(here, 1) : here;
  const came = (due: Day) => last !== null && last > addMonths(due, -1);
  const missed = passed >= monthlyScheduleFrom && !came(passed);
  if (missed) return passed;
  const soon = next >= monthlyScheduleFrom && daysBetween(today, next) <= aheadDays;
  return soon && !came(next) ? next : null;
};
