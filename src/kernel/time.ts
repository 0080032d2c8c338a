// The two types of time. A day of a calendar has no zone and is never shifted; an instant is a moment,
// which is another day in another zone. Both are text, so only their types keep them apart.

declare const kind: unique symbol;
/** A calendar day, `YYYY-MM-DD`: of a deadline, a period, a delivery. It has no zone. */
export type Day = string & { readonly [kind]: "day" };
/** A moment, ISO text with its zone (`2026-12-03T22:00:00Z`). Which day it is depends on the zone. */
export type Instant = string & { readonly [kind]: "instant" };
/** What may be written into a column of days: plain text too, an instant never. */
export type DayText = string & { readonly [kind]?: "day" };
/** What may be written into a column of instants: plain text too, a day never. */
export type InstantText = string & { readonly [kind]?: "instant" };

declare global {
  interface Date {
    /** The moment as ISO text in UTC. */
    toISOString(): Instant;
  }
}

const dayMs = 86_400_000;
const midnight = (of: DayText): Date => new Date(`${of}T00:00:00Z`);

/**
 * The day of a Date that stands for one, at midnight of UTC (`new Date(Date.UTC(2026, 11, 3))`): for
 * arithmetic with days. Of a moment it would be the wrong day at night; that is `dateIn`.
 */
export const utcDay = (at: Date | number): Day =>
  new Date(at).toISOString().slice(0, 10) as string as Day;

/** True for a real calendar day in the form `YYYY-MM-DD` (refuses Feb 30). */
export const isDate = (text: string): text is Day => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

const instantForm = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)$/;
/** True for a moment with its zone: `2026-12-03T22:00:00Z`. A day alone and a clock without zone are none. */
export const isInstant = (text: string): text is Instant =>
  instantForm.test(text) && !Number.isNaN(Date.parse(text));

/** Text that is a day. @throws RangeError for any other text, also for an instant. */
export const day = (text: string): Day => {
  if (!isDate(text)) throw new RangeError(`not a day: ${text}`);
  return text;
};

/** Text that is an instant. @throws RangeError for any other text, also for a day. */
export const instant = (text: string): Instant => {
  if (!isInstant(text)) throw new RangeError(`not an instant: ${text}`);
  return text;
};

/** The moment of a clock (milliseconds since 1970, or a Date) as an instant. */
export const instantAt = (at: number | Date): Instant => new Date(at).toISOString();

/** The day that a text of some other system begins with (`2026-12-03T00:00:00`), as it was written there. */
export const leadingDay = (text: string): Day | null => {
  const first = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? "";
  return isDate(first) ? first : null;
};

/** The day so many days later; earlier for a negative number. */
export const addDays = (from: DayText, days: number): Day =>
  utcDay(new Date(midnight(from).getTime() + days * dayMs));

/** Days from one day to another: 1 from a day to the next, negative back. */
export const daysBetween = (from: DayText, to: DayText): number =>
  Math.round((midnight(to).getTime() - midnight(from).getTime()) / dayMs);

/** The same day of a later month (earlier for a negative number), or that month's last: Jan 31 + 1 is Feb 28. */
export const addMonths = (from: DayText, months: number): Day => {
  const at = midnight(from);
  const wanted = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  at.setUTCDate(Math.min(wanted, last));
  return utcDay(at);
};
