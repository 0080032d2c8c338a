/**
 * Days before its last day from which a registration can be renewed, and its vendor is reminded.
 */

import { utcDay } from "#kernel/time.ts";
export const renewalDays = 60;

const day = 86_400_000;

/**
 * Whether a registration that ends on a day (YYYY-MM-DD) can be renewed today; one without an end
 * never needs it.
 */
export const mayRenew = (until: string | null, today: string): boolean =>
  until !== null && Date.parse(until) - Date.parse(today) <= renewalDays * day;

/** The same day so many months later, or the month's last day where it has no such day. */
export const addMonths = (date: string, months: number): string => {
  const at = new Date(`${date}T00:00:00Z`);
  const wanted = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  at.setUTCDate(
    Math.min(wanted, new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()),
  );
  return utcDay(at);
};
