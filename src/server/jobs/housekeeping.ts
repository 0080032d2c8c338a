import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import type { App } from "../app.ts";
import { sweepUploads } from "../files/resumable.service.ts";
import type { Schedule } from "./jobs.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes what has served: answers kept for repeated requests after 48 hours, events of the stream
 * after a day; per agency (and for the people of none), a bounded batch at a time.
 */
export const sweep = async (app: App): Promise<number> => {
  let swept = 0;
  const people = identityDb(app.database);
  for (let more = true; more;) {
    const gone = (
      await people.rows(sql`
        delete from person_idempotency_key
        where ctid = any(array(
          select ctid
          from person_idempotency_key
          where created_at < clock_timestamp() - interval '48 hours'
          limit 5000
        ))
        returning 1 as gone
      `)
    ).length;
    swept += gone;
    more = gone === 5000;
  }
  for (const { id } of await people.rows<{ id: string }>(
    sql`select id from organization order by id`,
  )) {
    const scope = { orgId: id, personId: null };
    for (const statement of [
      sql`
        delete from idempotency_key
        where ctid = any(array(
          select ctid
          from idempotency_key
          where org_id = ${id} and created_at < clock_timestamp() - interval '48 hours'
          limit 5000
        ))
        returning 1 as gone
      `,
      sql`
        delete from outbox_event
        where ctid = any(array(
          select ctid
          from outbox_event
          where org_id = ${id} and at < clock_timestamp() - interval '1 day'
          order by id
          limit 5000
        ))
        returning 1 as gone
      `,
    ])
      for (let more = true; more;) {
        const gone = (await app.database.transaction(scope, (tx) => tx.rows(statement))).length;
        swept += gone;
        more = gone === 5000;
      }
  }
  return swept;
};

/** Every hour. */
export const housekeeping: Schedule = {
  name: "housekeeping",
  cron: "17 * * * *",
  afterRestore: "goes on",
  run: async (app) => {
    await sweep(app);
    await sweepUploads(app);
    await app.files.place.tidy(dayMs);
  },
};
