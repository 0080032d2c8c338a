import { systemActor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { unusedDays } from "./file.model.ts";

const ofOneRound = 1000;

// As the agency's: uploads of a week ago that were sent with nothing, and where visitors' came from.
const tidyAgency = (app: App, orgId: string): Promise<unknown> =>
  app.database.transaction(systemActor(orgId, undefined, "Unused uploads"), async (tx) => {
    await tx.rows(sql`
      delete from form_file
      where org_id = ${orgId}
        and submission_id is null
        and created_at < clock_timestamp() - make_interval(days => ${unusedDays})
    `);
    await tx.rows(sql`
      update form_file
      set sender = null
      where org_id = ${orgId}
        and sender is not null
        and created_at < clock_timestamp() - interval '1 day'
    `);
  });

/** Ends uploads that nobody used, and takes contents off the disk that no upload names any more. */
export const tidyFiles = async (app: App): Promise<number> => {
  const people = identityDb(app.database);
  const due = await people.rows<{ orgId: string }>(sql`
    select distinct org_id
    from form_file
    where (
        submission_id is null
        and created_at < clock_timestamp() - make_interval(days => ${unusedDays})
      )
      or (sender is not null and created_at < clock_timestamp() - interval '1 day')
    limit ${ofOneRound}
  `);
  for (const { orgId } of due) await tidyAgency(app, orgId);
  return app.files.private.sweep(async (sha256s) => {
    const named = await people.rows<{ sha256: string }>(sql`
      select sha256
      from form_file
      where sha256 = any(${[...sha256s]}::text[])
      union
      select sha256
      from stored_file
      where sha256 = any(${[...sha256s]}::text[])
    `);
    return new Set(named.map(({ sha256 }) => sha256));
  });
};

/** Every hour. */
export const tidying: Schedule = {
  name: "form-files",
  cron: "41 * * * *",
  afterRestore: "goes on",
  run: async (app) => void (await tidyFiles(app)),
};
