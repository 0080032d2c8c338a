import { systemActor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { namesOf } from "#server/restored/clocks.ts";
import { deletionsGoOn, shutReturned } from "./delete.service.ts";
import { roundOfEnds } from "../sandbox/end.service.ts";
import { stopDueEnding } from "./ending.service.ts";

/** Before an instance answers anybody: an agency that a restore brought back is closed. */
export const shutBeforeAll = async (app: App): Promise<void> => {
  // The others work on, and the next round tries again.
  await shutReturned(app).catch((error: unknown) => console.error("deleted agencies:", error));
};

/** Between its rounds: what a restore brought back is deleted again, and what was begun goes on. */
export const deletionsOn: Schedule = {
  name: "agency-deletions-on",
  cron: "5-59/10 * * * *",
  afterRestore: "goes on",
  run: async (app) => void (await deletionsGoOn(app)),
};

// An ending may have been taken back after the backup: nothing is deleted unless somebody says so.
const stopDue = async (app: App): Promise<void> => {
  const due = await identityDb(app.database).rows<{ orgId: string; id: string }>(sql`
    select org_id, id
    from agency_ending
    where status = 'waiting' and deletes_at <= clock_timestamp()
  `);
  for (const { orgId, id } of due) {
    const actor = systemActor(orgId, undefined, "Restore");
    await app.database.transaction(actor, (tx) => stopDueEnding(app.database, tx, actor, id));
  }
};

/** Every ten minutes agencies whose days are over are deleted. */
export const deletionsRun: Schedule = {
  name: "agency-deletions",
  cron: "*/10 * * * *",
  afterRestore: {
    kind: "courses",
    due: `
      select
        count(*)::int as due, 0 as people, min(e.deletes_at) as since,
        ${namesOf("e.org_id", "'The end of the agency'")}
      from agency_ending e
      where e.status = 'waiting' and e.deletes_at <= clock_timestamp()
    `,
    drop: stopDue,
  },
  run: async (app) => void (await roundOfEnds(app)),
};
