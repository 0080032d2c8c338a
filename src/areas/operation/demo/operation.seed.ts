import { demoActor } from "#areas/identity/identity.server.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";

/** The demo's checks run by themselves every night; what they find is found, not told. */
export const seedOperation = async (app: App, log: (line: string) => void): Promise<void> => {
  log("operation: the checks of every night");
  await app.database.transaction(demoActor("admin"), (tx) =>
    tx.rows(sql`
      insert into check_schedule (org_id, nightly, hour)
      values (${tx.scope.orgId}, true, 2)
      on conflict
      do nothing
    `),
  );
};
