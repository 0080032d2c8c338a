import { systemActor, type Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { runningAgency } from "#server/operation/running-agency.ts";
import { organizationIds, readOrganization } from "#areas/organization/organization.server.ts";
import { beginMachine } from "../probe/machine.service.ts";
import { beginBooks } from "./books.service.ts";
import type { ScheduleRow } from "./run.model.ts";

const unset: ScheduleRow = { nightly: false, hour: 2, version: 0, lastDay: null };

export const readSchedule = async (db: Db): Promise<ScheduleRow> =>
  (await db.maybe<ScheduleRow>(sql`
    select nightly, hour, version, last_day
    from check_schedule
    where org_id = ${db.scope.orgId}
  `)) ?? unset;

/** Sets whether the checks run every night, and at which hour of the agency's day. */
export const setSchedule = async (
  tx: Tx,
  actor: Actor,
  input: { nightly: boolean; hour: number },
  version: number | null,
): Promise<ScheduleRow> => {
  await tx.rows(sql`
    insert into check_schedule (org_id, version)
    values (${tx.scope.orgId}, 0)
    on conflict
    do nothing
  `);
  const before = await tx.one<ScheduleRow>(sql`
    select nightly, hour, version, last_day
    from check_schedule
    where org_id = ${tx.scope.orgId}
    for update
  `);
  requireVersion(before.version, version);
  const after = await tx.one<ScheduleRow>(sql`
    update check_schedule
    set
      nightly = ${input.nightly}, hour = ${input.hour}, version = version + 1,
      updated_at = clock_timestamp()
    where org_id = ${tx.scope.orgId}
    returning nightly, hour, version, last_day
  `);
  note(tx, actor, "checkSchedule", tx.scope.orgId!, {
    action: "change",
    before: { nightly: before.nightly, hour: before.hour },
    after: { nightly: after.nightly, hour: after.hour },
    event: null,
  });
  return after;
};

/** Takes the night of this agency, where its hour has come and nobody took it. */
const takeNight = (tx: Tx, timeZone: string) =>
  tx.maybe(sql`
    update check_schedule
    set last_day = (clock_timestamp() at time zone ${timeZone})::date
    where org_id = ${tx.scope.orgId}
      and nightly
      and last_day is distinct from (clock_timestamp() at time zone ${timeZone})::date
      and extract(hour from clock_timestamp() at time zone ${timeZone}) = hour
    returning org_id
  `);

const nightOf = (app: App, orgId: string, machine: boolean): Promise<void> =>
  app.database.transaction({ orgId, personId: null }, async (tx) => {
    const { timeZone } = await readOrganization(tx);
    if (!(await takeNight(tx, timeZone))) return;
    const actor = { ...systemActor(orgId, new Set(), "Nightly checks"), timeZone };
    await beginBooks(tx, actor, "nightly");
    if (machine) await beginMachine(app, tx, actor, "nightly");
  });

/** Runs the checks of every agency at its hour; the machine's for the agency that runs it. */
export const keepNights = async (app: App): Promise<void> => {
  const runs = await runningAgency(app.database);
  for (const orgId of await organizationIds(app.database))
    await nightOf(app, orgId, orgId === runs).catch((error: unknown) => {
      // Somebody began one by hand: the next night comes.
      if (!(error instanceof Problem)) throw error;
    });
};

export const nights: Schedule = {
  name: "nightly-checks",
  cron: "*/5 * * * *",
  afterRestore: "goes on",
  run: keepNights,
};
