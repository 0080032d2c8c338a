import type { Actor } from "#kernel/access.ts";
import { businessDays, usualCalendar } from "#kernel/business-days.ts";
import { notFound } from "#kernel/errors.ts";
import { dayAfter } from "#kernel/holidays.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { agencyClosure } from "../organization.tables.ts";
import {
  yearOf,
  type CalendarAnswer,
  type CalendarInput,
  type ClosureInput,
  type ClosureRow,
  type StoredCalendar,
} from "./calendar.model.ts";
import { closuresOfIcs } from "./ics.model.ts";

type Head = Omit<StoredCalendar, "closures">;
const usualHours = { opens: "08:00", closes: "17:00", version: 0 };

/** The calendar of the scope's agency: what it stored, else the usual week. */
export const readCalendar = async (db: Db): Promise<StoredCalendar> => {
  const [head, closures] = await Promise.all([
    db.maybe<Head>(sql`
      select
        weekdays, to_char(opens, 'HH24:MI') as opens, to_char(closes, 'HH24:MI') as closes,
        federal_holidays, version
      from agency_calendar
      where org_id = ${db.scope.orgId}
    `),
    db.rows<ClosureRow>(sql`
      select id, first_day, last_day, name, open, uid is not null as imported
      from agency_closure
      where org_id = ${db.scope.orgId}
      order by first_day, id
      limit 5000
    `),
  ]);
  return { ...usualCalendar, ...usualHours, ...head, closures };
};

/**
 * The day so many business days of the scope's agency after `from` (YYYY-MM-DD), which is not
 * counted itself.
 */
export const businessDaysOf = async (db: Db, from: Day, days: number): Promise<Day> =>
  businessDays(await readCalendar(db), from, days);

/** The calendar with the days off of one year; the year of the agency's day unless asked. */
export const calendarOfYear = async (
  db: Db,
  actor: Actor,
  asked?: number,
): Promise<CalendarAnswer> => {
  const calendar = await readCalendar(db);
  const year = asked ?? Number(businessDate(db.scope).slice(0, 4));
  return {
    ...calendar,
    weekdays: [...calendar.weekdays],
    closures: calendar.closures.filter(
      (each) => each.lastDay >= `${year}-01-01` && each.firstDay <= `${year}-12-31`,
    ),
    year,
    ...yearOf(calendar, year),
    canEdit: actor.permissions.has("organization.edit"),
  };
};

/** Changes week, hours and whether federal holidays are off. 412 when it was changed meanwhile. */
export const saveCalendar = async (
  tx: Tx,
  actor: Actor,
  input: CalendarInput,
  version: number | null,
): Promise<CalendarAnswer> => {
  const before = await readCalendar(tx);
  requireVersion(before.version, version);
  await tx.rows(sql`
    insert into agency_calendar (org_id, weekdays, opens, closes, federal_holidays)
    values (
      ${actor.orgId}, ${input.weekdays}::int[], ${input.opens}::time, ${input.closes}::time,
      ${input.federalHolidays}
    )
    on conflict (org_id)
    do update set
      weekdays = excluded.weekdays, opens = excluded.opens, closes = excluded.closes,
      federal_holidays = excluded.federal_holidays, version = agency_calendar.version + 1,
      updated_at = clock_timestamp()
  `);
  const { closures: _closures, version: _version, ...old } = before;
  note(tx, actor, "organization", actor.orgId!, { action: "calendar", before: old, after: input });
  return calendarOfYear(tx, actor);
};

/** Adds days on which the agency is closed, or open although it would not be. */
export const addClosure = async (
  tx: Tx,
  actor: Actor,
  input: ClosureInput,
): Promise<{ id: string }> => {
  const row = await insertRow(tx, agencyClosure, {
    orgId: actor.orgId!,
    id: newId(),
    ...input,
    createdBy: actor.personId,
  });
  note(tx, actor, "organization", actor.orgId!, {
    action: "closure",
    after: input,
    event: "organization.calendar",
  });
  return { id: row.id };
};

/** Takes a closure away. 404. */
export const removeClosure = async (tx: Tx, actor: Actor, id: string): Promise<void> => {
  const row = await getRow(tx, agencyClosure, id, "closure");
  const gone = await tx.maybe(sql`
    delete from agency_closure
    where org_id = ${actor.orgId} and id = ${id}
    returning id
  `);
  if (!gone) throw notFound("closure");
  const { firstDay, lastDay, name, open } = row;
  note(tx, actor, "organization", actor.orgId!, {
    action: "closure-removed",
    before: { firstDay, lastDay, name, open },
    event: "organization.calendar",
  });
};

/** Years ahead that a calendar without an end is followed. */
const yearsAhead = 10;

/**
 * Takes the days off of a calendar file (.ics): from this year to ten years ahead, one closure for
 * each occurrence. What the same event gave before is replaced, so that a second import adds
 * nothing twice. 422 as `closuresOfIcs` says.
 */
export const importClosures = async (
  tx: Tx,
  actor: Actor,
  text: string,
): Promise<{ added: number; known: number }> => {
  const year = Number(businessDate(tx.scope).slice(0, 4));
  const found = closuresOfIcs(text, `${year}-01-01`, `${year + yearsAhead}-12-31`);
  const added = await tx.rows<{ id: string }>(sql`
    insert into agency_closure (org_id, id, first_day, last_day, name, uid, created_by)
    select ${actor.orgId}, e.id, e.first_day, e.last_day, e.name, e.uid, ${actor.personId}
    from unnest(
      ${found.map(() => newId())}::uuid[], ${found.map((each) => each.firstDay)}::date[],
      ${found.map((each) => each.lastDay)}::date[], ${found.map((each) => each.name)}::text[],
      ${found.map((each) => each.uid)}::text[]
    ) as e(id, first_day, last_day, name, uid)
    on conflict (org_id, uid, first_day)
    where uid is not null
    do update set last_day = excluded.last_day, name = excluded.name
    where (agency_closure.last_day, agency_closure.name) <> (excluded.last_day, excluded.name)
    returning id
  `);
  note(tx, actor, "organization", actor.orgId!, {
    action: "closures-imported",
    after: { closures: added.length },
    event: "organization.calendar",
  });
  return { added: added.length, known: found.length - added.length };
};

/** Days off of this year and the next, for the file that other calendars read. */
export const daysOffAhead = async (db: Db): Promise<CalendarAnswer["off"]> => {
  const calendar = await readCalendar(db);
  const today = businessDate(db.scope);
  const year = Number(today.slice(0, 4));
  return [year, year + 1]
    .flatMap((each) => yearOf(calendar, each).off)
    .filter(({ day }) => day >= dayAfter(today, -31));
};
