import type { Db } from "./db/db.ts";
import { businessDate } from "./clock.ts";

/** Kinds of numbers that a law counts by the calendar year, each with the law. All others go by the fiscal year. */
const calendarKinds: Readonly<Record<string, string>> = {
  SAF: "29 CFR 1904.29 and 1904.32: logs and summaries of injuries are kept by calendar year",
};

/** The fiscal year of an agency that is open on a day, null where none is. */
export type YearOf = (db: Db, day: string) => Promise<number | null>;
let fiscalYear: YearOf | undefined;

/** Names who knows the fiscal years of agencies; areas say it by `fiscalYears` of fiscal-years.ts. */
export const countByFiscalYear = (yearOf: YearOf): void => {
  fiscalYear = yearOf;
};

/**
 * The year of a new number of this kind, in the agency of the scope: the fiscal year of its day, the
 * calendar year where a law counts by it or no fiscal year is open. A document that holds money of a
 * fiscal year of its own is numbered by that one (docs/decisions/0123-years-of-numbers.md).
 */
export const numberYear = async (db: Db, kind: string): Promise<number> => {
  const today = businessDate(db.scope);
  const calendar = Number(today.slice(0, 4));
  if (Object.hasOwn(calendarKinds, kind)) return calendar;
  return (await fiscalYear?.(db, today)) ?? calendar;
};
