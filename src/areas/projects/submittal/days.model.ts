import { isBusinessDay, type WorkCalendar } from "#kernel/business-days.ts";
import { addDays, type Day } from "#kernel/time.ts";

/**
 * The last day on which something is submitted so that it is on site when it is needed: less the
 * calendar days to make and deliver it, less the business days of its review.
 */
export const submitByOf = (
  calendar: WorkCalendar,
  { neededOn, leadDays, reviewDays }: { neededOn: Day; leadDays: number; reviewDays: number },
): Day => {
  let at = addDays(neededOn, -leadDays);
  for (let left = reviewDays; left > 0;) {
    if (isBusinessDay(calendar, at)) left--;
    at = addDays(at, -1);
  }
  while (!isBusinessDay(calendar, at)) at = addDays(at, -1);
  return at;
};
