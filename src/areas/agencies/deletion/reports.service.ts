import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { DeletionRow } from "./ending.model.ts";

/** What remains of deleted agencies in the operator's records, the newest first. */
export const deletionsOf = (db: Db): Promise<DeletionRow[]> =>
  db.rows<DeletionRow>(sql`
    select
      id, status, agency, again,
      (select coalesce(sum(value::bigint), 0)::float8 from jsonb_each_text(deleted)) as rows, files,
      coalesce(facts ->> 'keeper', '') as keeper, began_at, ended_at, report
    from agency_deletion
    where org_id = ${db.scope.orgId} and not facts ? 'practice'
    order by began_at desc, id desc
    limit 100
  `);
