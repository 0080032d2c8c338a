import type { Db, Scope } from "./db/db.ts";
import { sql } from "./db/sql.ts";

/** The instant that business dates are taken from: now, or the moment that a demo story or a test tells. The audit record keeps true times. */
export const businessNow = (scope: Scope): Date => (scope.businessNow ? new Date(scope.businessNow) : new Date());

/** The instant by which deadlines are decided: the database's clock at this moment (ask behind the lock), or the moment that a demo story or a test tells. */
export const databaseNow = async (db: Db): Promise<Date> => (db.scope.businessNow ? new Date(db.scope.businessNow) : new Date((await db.one<{ at: string }>(sql`select clock_timestamp() as at`)).at));

// Making a formatter takes a hundred times as long as using it.
const formatters = new Map<string, Intl.DateTimeFormat>();
const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  let formatter = formatters.get(timeZone);
  if (!formatter) formatters.set(timeZone, (formatter = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" })));
  return formatter;
};

/** The calendar day of the business clock in a time zone, YYYY-MM-DD. */
export const businessDate = (scope: Scope, timeZone = scope.timeZone ?? "UTC"): string => formatterOf(timeZone).format(businessNow(scope));
