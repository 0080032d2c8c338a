import type { Instant } from "#kernel/time.ts";
import { businessNow } from "#server/clock.ts";
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

/** The number of a declaration under which the scope's agency is now; null for none. */
export const declarationInForce = async (db: Db): Promise<string | null> =>
  (
    await db.maybe<{ number: string }>(sql`
      select number
      from local_declaration
      where org_id = ${db.scope.orgId}
        and status in ('declared', 'continued')
        and ended_at is null
        and holds_until > ${businessNow(db.scope).toISOString()}::timestamptz
      order by declared_at desc
      limit 1
    `)
  )?.number ?? null;
