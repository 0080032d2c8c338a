import type { Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** From when to when a local declaration holds; `endedAt` is null while it does. */
type Standing = { number: string; declaredAt: Instant; endedAt: Instant | null };

/** How a local declaration stands; null for none of the agency. */
export const declarationStanding = (db: Db, id: string): Promise<Standing | null> =>
  db.maybe<Standing>(sql`
    select number, declared_at, ended_at
    from local_declaration
    where org_id = ${db.scope.orgId} and id = ${id}
  `);
