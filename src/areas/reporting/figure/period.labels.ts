import { formatDate, formatInstant } from "#kernel/dates.ts";
import { instant, isDate, type Day } from "#kernel/time.ts";

/** Periods by name; they are worked out anew each time a report is asked. */
export const periods = {
  "fiscal-year": "this fiscal year",
  "year-to-date": "this fiscal year to date",
  "last-fiscal-year": "last fiscal year",
  month: "this month",
  "last-month": "last month",
  "since-packet": "since the last packet",
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

/** The moments of a question: entries posted until a day, as they were known on a day or at an instant. */
export type Moments = { posted?: string | null | undefined; known?: string | null | undefined };

/** How the moments read in a sentence; none for figures as of now. */
export const momentWords = ({ posted, known }: Moments, timeZone: string): string =>
  [
    ...(posted ? [`posted until ${formatDate(posted as Day)}`] : []),
    ...(known
      ? [
          `as known on ${isDate(known) ? formatDate(known) : formatInstant(instant(known), timeZone)}`,
        ]
      : []),
  ].join(", ");

/** The fiscal years that were chosen, where no other time was. */
const yearWords = (years: readonly string[]): string =>
  `fiscal year${years.length === 1 ? "" : "s"} ${years.join(", ")}`;

type Times = Moments & { period: string; years?: readonly string[] | undefined };
/** How period and moments read together; `years`: the chosen fiscal years. */
export const timeWords = ({ period, years, ...moments }: Times, timeZone: string): string =>
  [
    period === "all" && years?.length ? yearWords(years) : periodWords(period),
    momentWords(moments, timeZone),
  ]
    .filter(Boolean)
    .join(", ");
