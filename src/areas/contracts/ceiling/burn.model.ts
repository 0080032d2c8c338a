import { dayAfter } from "#kernel/holidays.ts";
import type { Day } from "#kernel/time.ts";

/** From how many days of orders the pace is taken, at most. */
export const paceDays = 180;
const leastDays = 30;

/** Cents drawn in the window, whole days since the first order, cents left. */
export type Pace = { drawn: number; days: number; left: number };

/**
 * The day on which a ceiling is used up at the pace of the last 180 days (of the days since the first
 * order, at least 30, where these are fewer); null where nothing was drawn in them.
 */
export const burnOutOn = ({ drawn, days, left }: Pace, today: string): Day | null => {
  if (drawn <= 0) return null;
  const window = Math.min(paceDays, Math.max(leastDays, days));
  const lasts = Math.floor((Math.max(0, left) * window) / drawn);
  return lasts > 36_500 ? null : dayAfter(today, lasts);
};
