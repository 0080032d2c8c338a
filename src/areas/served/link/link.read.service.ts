import type { Db } from "#server/db/db.ts";
import { businessDate } from "#server/clock.ts";
import { sql } from "#server/db/sql.ts";
import type { LinkRow } from "../client/client.model.ts";

/** By which links people of a client come in, the newest first. */
export const linksOf = (db: Db, clientId: string): Promise<LinkRow[]> =>
  db.rows<LinkRow>(sql`
    select
      id, name, email, until_on, created_at,
      ended_at is not null or until_on < ${businessDate(db.scope)} as ended
    from served_link
    where org_id = ${db.scope.orgId} and client_id = ${clientId} and renewed_by_id is null
    order by created_at desc, id
    limit 100
  `);
