import type { App } from "../app.ts";
import type { Schedule } from "./jobs.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { agencyGoes } from "../agencies/state.ts";
import type { AfterRestore } from "../restored/clocks.ts";
import { isHeld } from "../restored/held.ts";

/**
 * What is done once on each day of an agency, from a time of its own day on (`at`, HH:MM). Whoever
 * was away does it when they are back, once for the day, not once for each day that was missed. The
 * work must bear running twice: it is tried again where it failed.
 */
export type AgencyDay = {
  name: string;
  at: string;
  afterRestore: AfterRestore;
  /**
   * Begins something new by itself: it rests while the agency is read-only, suspended or closing. What
   * keeps a deadline never does.
   */
  rests?: true;
  run: (app: App, orgId: string) => Promise<unknown>;
};

/** So long an instance may take over one agency before another one tries, in minutes. */
const minutesHeld = 30;
const mostTries = 5;

type Due = { id: string; day: string };

/** Agencies whose day has come so far, with that day. */
const reached = (app: App, at: string, rests = false): Promise<Due[]> =>
  identityDb(app.database).rows<Due>(sql`
    select id, (clock_timestamp() at time zone time_zone)::date as day
    from organization
    where (clock_timestamp() at time zone time_zone)::time >= ${at}::time
      and levee_agency_state(organization.id) <> 'deleted'
      and (not ${rests}::boolean or ${agencyGoes(sql`organization.id`)})
    order by id
  `);

// Whoever writes the row does the work; the others find it taken.
const take = (app: App, name: string, { id: orgId, day }: Due) =>
  app.database.transaction({ orgId, personId: null }, (tx) =>
    tx.maybe(sql`
      insert into agency_day_done (org_id, name, day, held_until)
      values (
        ${orgId}, ${name}, ${day}, clock_timestamp() + make_interval(mins => ${minutesHeld}::int)
      )
      on conflict (org_id, name, day)
      do update set held_until = excluded.held_until, tries = agency_day_done.tries + 1
      where agency_day_done.done_at is null
        and agency_day_done.held_until <= clock_timestamp()
        and agency_day_done.tries < ${mostTries}
      returning day
    `),
  );

// A day's row keeps it from being done twice; a month later nobody asks.
const daysKept = 30;

const note = (app: App, name: string, { id: orgId, day }: Due, done: boolean) =>
  app.database.transaction({ orgId, personId: null }, async (tx) => {
    await tx.rows(sql`
      delete from agency_day_done
      where org_id = ${orgId} and name = ${name} and day < ${day}::date - ${daysKept}::int
    `);
    await tx.rows(sql`
      update agency_day_done
      set
        done_at = case when ${done}::boolean then clock_timestamp() end,
        held_until = clock_timestamp()
      where org_id = ${orgId} and name = ${name} and day = ${day}
    `);
  });

/** Does what is due on the day of each agency; several instances may call it at once. */
export const keepAgencyDays = async (app: App, days: readonly AgencyDay[]): Promise<void> => {
  for (const kind of days)
    for (const due of (await isHeld(app.database, kind.afterRestore))
      ? []
      : await reached(app, kind.at, kind.rests)) {
      if (!(await take(app, kind.name, due))) continue;
      try {
        await kind.run(app, due.id);
        await note(app, kind.name, due, true);
      } catch (error) {
        console.error(`agency day ${kind.name} ${due.id}:`, error);
        await note(app, kind.name, due, false);
      }
    }
};

/** One round of a day's work in every agency, whatever the hour; it counts as done today. */
export const roundOf = async (app: App, kind: AgencyDay): Promise<void> => {
  for (const due of await reached(app, "00:00")) {
    await kind.run(app, due.id);
    await take(app, kind.name, due);
    await note(app, kind.name, due, true);
  }
};

/** The schedule that keeps the days of all agencies; each day is looked for every five minutes. */
export const agencyDays = (days: readonly AgencyDay[]): Schedule => ({
  name: "agency-days",
  cron: "*/5 * * * *",
  // Each day asks for itself.
  afterRestore: "goes on",
  run: (app) => keepAgencyDays(app, days),
});
