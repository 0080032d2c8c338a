import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed } from "#kernel/errors.ts";
import { approveHours, hoursOnFile, type HourOnFile } from "#areas/assets/assets.server.ts";
import { membersOf, type AdminMatter } from "#areas/organization/organization.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { paDeclaration } from "../recovery.tables.ts";
import { weekOf } from "../timesheet/judge.model.ts";
import type { CrewWeek } from "./crew.model.ts";

// People of the departments that the actor heads; null stands for everybody, of administrators.
const crewOf = async (db: Db, actor: Actor): Promise<ReadonlySet<string> | null> =>
  actor.role === "admin"
    ? null
    : new Set((await Promise.all(actor.departmentIds.map((id) => membersOf(db, id)))).flat());

const whyNot = (actor: Actor, h: HourOnFile, crew: ReadonlySet<string> | null): string | null => {
  if (h.personId === actor.personId) return "You worked these hours yourself.";
  if (h.enteredBy === actor.personId) return "You entered these hours yourself.";
  return crew && !crew.has(h.personId ?? "") ? "Another department's crew." : null;
};

/**
 * Hours of a declaration's incident that wait for a confirmation, by person and week; of the actor's
 * departments only. 404.
 */
export const waitingWeeks = async (
  db: Db,
  actor: Actor,
  declarationId: string,
): Promise<CrewWeek[]> => {
  const d = await getRow(db, paDeclaration, declarationId, "declaration");
  if (!d.incidentId) return [];
  const [hours, crew] = await Promise.all([
    hoursOnFile(db, { incidentId: d.incidentId, status: "entered" }),
    crewOf(db, actor),
  ]);
  const weeks = new Map<string, CrewWeek>();
  for (const h of hours) {
    if (!h.personId || (crew && !crew.has(h.personId))) continue;
    const key = `${h.personId} ${weekOf(h.workedOn)}`;
    const week = weeks.get(key) ?? {
      personId: h.personId,
      person: h.person ?? "",
      week: weekOf(h.workedOn),
      hours: [],
      why: null,
    };
    week.hours.push({ ...h, person: h.person ?? "" });
    week.why ??= whyNot(actor, h, crew);
    weeks.set(key, week);
  }
  return [...weeks.values()];
};

const weeksToConfirm = async (db: Db, actor: Actor): Promise<number> => {
  const open = await db.rows<{ id: string }>(sql`
    select id
    from pa_declaration
    where org_id = ${db.scope.orgId} and status <> 'closed' and incident_id is not null
  `);
  const weeks = await Promise.all(open.map(({ id }) => waitingWeeks(db, actor, id)));
  return weeks.flat().filter(({ why }) => why === null).length;
};

/** Weeks of hours that this person may confirm, of all open declarations. */
export const crewWeeksWaiting: AdminMatter = {
  id: "crew-weeks",
  one: "week of your crew's disaster hours waits for you to confirm it",
  many: "weeks of your crew's disaster hours wait for you to confirm them",
  about: "Until somebody who neither worked nor entered them confirms them, nothing is asked for.",
  href: "/fema-grants-hub/crew",
  permission: "recovery.confirm",
  pressing: true,
  count: weeksToConfirm,
};

/**
 * A department's head confirms hours of the crew: all of those named, or none. Nobody confirms what
 * they worked or entered, or another department's. 403, 409 where some do not wait any more.
 */
export const confirmCrew = async (
  tx: Tx,
  actor: Actor,
  declarationId: string,
  hourIds: readonly string[],
): Promise<{ confirmed: number }> => {
  const d = await getRow(tx, paDeclaration, declarationId, "declaration");
  const wanted = new Set(hourIds);
  const [found, crew] = await Promise.all([
    d.incidentId ? hoursOnFile(tx, { incidentId: d.incidentId, status: "entered" }) : [],
    crewOf(tx, actor),
  ]);
  const hours = found.filter((h) => wanted.has(h.id));
  if (hours.length !== wanted.size)
    throw conflict("changed", "Some of these hours do not wait any more. Load them again.");
  for (const h of hours) {
    const why = whyNot(actor, h, crew);
    if (why) throw notAllowed(`${h.person}, ${h.workedOn}: ${why}`);
  }
  for (const h of hours.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await approveHours(tx, actor, h.id, h.version);
  note(tx, actor, "paDeclaration", d, {
    action: "confirmCrew",
    after: { hours: hours.length, minutes: hours.reduce((n, h) => n + h.minutes, 0) },
  });
  return { confirmed: hours.length };
};
