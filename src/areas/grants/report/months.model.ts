/** A day so many months later; the last of the month where that month is shorter. */

import { type Day, utcDay } from "#kernel/time.ts";
export const monthsAfter = (day: string, months: number): Day => {
  const [y, m, d] = day.split("-").map(Number) as [number, number, number];
  const first = new Date(Date.UTC(y, m - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return utcDay(Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), Math.min(d, last)));
};
