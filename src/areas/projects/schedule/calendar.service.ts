import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { readCalendar } from "#areas/organization/organization.server.ts";
import { change, note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { addDays } from "#kernel/time.ts";
import { project } from "../projects.tables.ts";
import { agencyHours, minutesPerDay, type WrittenHours } from "./hours.model.ts";
import { calendarsOf, type Stored } from "./network.service.ts";
import type { CalendarInput, WorkCalendarRow } from "./schedule.model.ts";
import { rewrite } from "./schedule.service.ts";
import { workCalendar } from "./schedule.tables.ts";

type CalendarStored = typeof workCalendar.$inferSelect;

const calendars = {
  name: "workCalendar",
  table: workCalendar,
  called: "calendar",
  number: (row: CalendarStored) => row.name,
};

const shown = ({
  week,
  exceptions,
}: WrittenHours): Pick<WorkCalendarRow, "week" | "exceptions"> => ({
  week: week.map((shifts) => [...shifts]),
  exceptions: exceptions.map(({ on, shifts, why }) => ({ on, shifts: [...shifts], why })),
});

const rowOf = (row: CalendarStored): WorkCalendarRow => ({
  id: row.id,
  name: row.name,
  projectId: row.projectId,
  ...shown(row),
  minutesPerDay: minutesPerDay(row),
  version: row.version,
});

/** The agency's hours as a calendar among the others. */
const agencyRow = (hours: WrittenHours): WorkCalendarRow => ({
  id: "agency",
  name: "The agency's hours",
  projectId: null,
  ...shown(hours),
  minutesPerDay: minutesPerDay(hours),
  version: 0,
});

/** The calendars that a schedule may name, the agency's own first. */
export const calendarRows = (
  { calendars: stored, agency }: Pick<Stored, "calendars" | "agency">,
  { from, to }: { from: string; to: string },
): WorkCalendarRow[] => [
  agencyRow({
    week: agency.week,
    exceptions: agency.exceptions.filter(({ on }) => on >= from && on <= to),
  }),
  ...stored.map(rowOf),
];

/** The agency's calendars, with those of one project where one is asked for. */
export const readCalendars = async (
  db: Db,
  projectId: string | null,
): Promise<WorkCalendarRow[]> => {
  const [stored, own] = await Promise.all([calendarsOf(db, projectId), readCalendar(db)]);
  const today = businessDate(db.scope);
  const [from, to] = [addDays(today, -366), addDays(today, 1100)];
  return calendarRows({ calendars: stored, agency: agencyHours(own, from, to) }, { from, to });
};

const writtenCalendar = ({ id, name, version }: CalendarStored) => ({
  ...{ id, number: name, status: "kept", version },
});

const refuseTwice = async (
  tx: Tx,
  { name, projectId, id }: { name: string; projectId: string | null; id: string | null },
): Promise<void> => {
  const twice = await tx.maybe(sql`
    select 1 as there
    from work_calendar
    where org_id = ${tx.scope.orgId}
      and lower(name) = lower(${name})
      and project_id is not distinct from ${projectId}::uuid
      and id is distinct from ${id}::uuid
  `);
  if (twice) throw conflict("calendar_exists", `There is a calendar ${name} already.`);
};

/** Writes a new calendar. 404 for an unknown project, 409 `calendar_exists`. */
export const createCalendar = async (tx: Tx, actor: Actor, input: CalendarInput) => {
  if (input.projectId !== null) await getRow(tx, project, input.projectId, "project");
  await refuseTwice(tx, { ...input, id: null });
  const row = await insertRow(tx, workCalendar, {
    ...{ ...input, orgId: tx.scope.orgId!, id: newId() },
  });
  note(tx, actor, "workCalendar", row.id, { action: "create", number: row.name, after: row });
  return writtenCalendar(row);
};

// Whatever goes by it is computed anew.
const followersOf = (db: Db, id: string): Promise<{ id: string }[]> =>
  db.rows(sql`
    select s.id
    from schedule s
    join project p on p.org_id = s.org_id and p.id = s.project_id
    where s.org_id = ${db.scope.orgId}
      and p.status not in ('closed', 'cancelled')
      and (
        s.calendar_id = ${id}
        or exists (
          select 1
          from schedule_task t
          where t.org_id = s.org_id and t.schedule_id = s.id and t.calendar_id = ${id}
        )
      )
    order by s.id
  `);

/**
 * Changes a calendar, and computes every schedule that goes by it anew. 404, 412, 409
 * `calendar_exists`, what `recompute` refuses.
 */
export const changeCalendar = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: (stands: CalendarStored) => Omit<CalendarInput, "projectId">,
  version: number | null,
) => {
  const row = await change(tx, actor, calendars, {
    id,
    version,
    effect: async (stands) => {
      const patch = input(stands);
      await refuseTwice(tx, { name: patch.name, projectId: stands.projectId, id });
      return { patch };
    },
  });
  for (const follower of await followersOf(tx, id))
    await rewrite(tx, asSystem(actor), {
      id: follower.id,
      action: "recompute",
      note: `The calendar ${row.name} changed.`,
      edit: ({ plan }) => ({ plan }),
    });
  return writtenCalendar(row);
};
