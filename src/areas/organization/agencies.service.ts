import type { Database } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";

/** The ids of all agencies on this server; for work that runs by the clock in each of them. */
export const organizationIds = async (database: Database): Promise<string[]> =>
  (
    await identityDb(database).rows<{ id: string }>(sql`select id from organization order by id`)
  ).map((r) => r.id);
