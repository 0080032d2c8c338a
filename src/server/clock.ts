import { dateIn } from "#kernel/dates.ts";
import type { Day, Instant } from "#kernel/time.ts";
import type { Db, Scope } from "./db/db.ts";
import { sql, type Sql } from "./db/sql.ts";
import { databaseMs } from "./db/database-clock.ts";

/**
 * The instant that business dates are taken from: now by the database's clock, whatever this
 * machine's says, or the moment that a demo story or a test tells. The audit record keeps true times.
 */
export const businessNow = (scope: Scope): Date => new Date(scope.businessNow ?? databaseMs());

/**
 * The instant by which deadlines are decided: the database's clock at this moment (ask behind the
 * lock), or the moment that a demo story or a test tells.
 */
export const databaseNow = async (db: Db): Promise<Date> =>
  db.scope.businessNow
    ? new Date(db.scope.businessNow)
    : new Date((await db.one<{ at: string }>(sql`select clock_timestamp() as at`)).at);

// Making a formatter takes a hundred times as long as using it, and using it ten times as long as
// all else here: within one minute of any zone it is the same day (offsets are whole minutes since
// 1972).
type Days = { formatter: Intl.DateTimeFormat; minute: number; day: Day };
const zones = new Map<string, Days>();
const daysOf = (timeZone: string): Days => {
  let days = zones.get(timeZone);
  if (!days)
    zones.set(
      timeZone,
      (days = {
        formatter: new Intl.DateTimeFormat("en-CA", {
          timeZone,
          year: "numeric",
          month: "2-digit",
          day: "2-digit",
        }),
        minute: Number.NaN,
        day: "" as Day,
      }),
    );
  return days;
};

/** The calendar day of the business clock in a time zone, YYYY-MM-DD. */
export const businessDate = (scope: Scope, timeZone = scope.timeZone ?? "UTC"): Day => {
  const days = daysOf(timeZone);
  const now = businessNow(scope);
  const minute = Math.floor(now.getTime() / 60_000);
  if (days.minute !== minute) [days.day, days.minute] = [days.formatter.format(now) as Day, minute];
  return days.day;
};

/** The agency's day of an instant: the only way to cut one on the server. */
export const dayIn = (scope: Scope, at: Instant): Day => dateIn(at, scope.timeZone ?? "UTC");

/**
 * The business clock's day as SQL, where a statement reads rows of several agencies: `zone` is the
 * column of each one's time zone.
 */
export const businessDayOf = (scope: Scope, zone: Sql): Sql =>
  sql`(${businessNow(scope).toISOString()}::timestamptz at time zone ${zone})::date`;
