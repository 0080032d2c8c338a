import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/** Rows that imports brought in between two instants (the second not among them), by kind of import. */
export const rowsImported = (
  db: Db,
  { begins, ends }: { begins: Date; ends: Date },
): Promise<{ kind: string; created: number }[]> =>
  db.rows<{ kind: string; created: number }>(sql`
    select r.kind, sum((r.counts ->> 'create')::bigint)::int as created
    from import_run r
    where r.org_id = ${db.scope.orgId}
      and r.state = 'committed'
      and r.created_at >= ${begins}
      and r.created_at < ${ends}
    group by r.kind
    order by created desc
    limit 50
  `);
