import { isBusinessDay } from "#kernel/business-days.ts";
import { addQuantity, plainDecimal } from "#kernel/quantity.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { readCalendar } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { project } from "../projects.tables.ts";
import type { DelayCause } from "./log.labels.ts";
import type { FieldDays } from "./log.model.ts";

/** So many of the newest days are drawn, and so many are counted. */
const drawn = 84;
const counted = 3660;

type Logged = { day: Day; id: string; delayCause: DelayCause | null; delayHours: string | null };

const logsOf = (db: Db, projectId: string) =>
  db.rows<Logged>(sql`
    select day, id, delay_cause, delay_hours
    from daily_log
    where org_id = ${db.scope.orgId} and project_id = ${projectId} and status = 'submitted'
    order by day, delay_cause nulls last, number
    limit 20000
  `);

// A day that two logs call lost to the same cause is lost once; of hours the most that one tells.
const delaysOf = (logs: readonly Logged[]): FieldDays["delays"] => {
  const byDay = new Map<string, { cause: DelayCause; hours: string | null }>();
  for (const { day, delayCause: cause, delayHours: hours } of logs) {
    if (!cause) continue;
    const known = byDay.get(`${day} ${cause}`);
    const more = !known || hours === null || (known.hours !== null && +hours > +known.hours);
    if (more) byDay.set(`${day} ${cause}`, { cause, hours });
  }
  const told = [...byDay.values()];
  return [...new Set(told.map(({ cause }) => cause))].map((cause) => {
    const its = told.filter((each) => each.cause === cause);
    return {
      cause,
      days: its.filter(({ hours }) => hours === null).length,
      hours: plainDecimal(its.reduce((sum, { hours }) => addQuantity(sum, hours ?? "0"), "0")),
    };
  });
};

/**
 * The days of a project's field: working days without a submitted log since its work began here, and
 * what was lost by cause. 404.
 */
export const readField = async (db: Db, projectId: string): Promise<FieldDays> => {
  const p = await getRow(db, project, projectId, "project");
  const [logs, calendar] = await Promise.all([logsOf(db, projectId), readCalendar(db)]);
  const today = businessDate(db.scope);
  const end = p.completedOn ?? p.closedOn;
  const until = end && end < today ? end : today;
  const since = [p.beganOn ?? p.startsOn, p.startsOn].filter((each) => each !== null).toSorted();
  const first = p.beganOn || logs.length > 0 ? (since.at(-1) ?? null) : null;
  const byDay = new Map<Day, Logged[]>();
  for (const log of logs) byDay.set(log.day, [...(byDay.get(log.day) ?? []), log]);
  // Today is not over: its log is not missing yet.
  const lacks = (day: Day) =>
    first !== null &&
    day >= first &&
    day <= until &&
    day < today &&
    !byDay.has(day) &&
    isBusinessDay(calendar, day);
  const days = Array.from({ length: counted }, (_, at) => addDays(until, at + 1 - counted));
  const stateOf = (day: Day): FieldDays["days"][number]["state"] => {
    const its = byDay.get(day);
    if (its) return its.some(({ delayCause }) => delayCause !== null) ? "delay" : "log";
    return lacks(day) ? "missing" : "free";
  };
  return {
    since: first,
    until,
    missing: days.filter((day) => first !== null && day >= first && lacks(day)).length,
    delays: delaysOf(logs),
    days: days.slice(-drawn).map((day) => ({
      day,
      state: stateOf(day),
      logId: byDay.get(day)?.[0]?.id ?? null,
    })),
  };
};
