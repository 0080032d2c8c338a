import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";

/** Periods by name; they are worked out anew each time a report is asked. */
export const periods = {
  "fiscal-year": "this fiscal year",
  "last-fiscal-year": "last fiscal year",
  month: "this month",
  "last-month": "last month",
  all: "all time",
} as const;

/** A period by name, or two days with `..` between. */
export type Period = keyof typeof periods | `${string}..${string}`;

/** How a period reads in a sentence. */
export const periodWords = (period: string): string =>
  Object.hasOwn(periods, period)
    ? periods[period as keyof typeof periods]
    : period
        .split("..")
        .map((day) => formatDate(day as Day))
        .join(" to ");
