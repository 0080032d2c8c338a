import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/**
 * Which of these vendors are private persons: those who are taxed under a social security number.
 * Their names are not the public's where a report is for everybody.
 */
export const privatePersons = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db.rows<{ id: string }>(sql`
    select id
    from vendor
    where org_id = ${db.scope.orgId} and id = any(${[...new Set(ids)]}::uuid[]) and tin_kind = 'ssn'
  `);
  return new Set(rows.map(({ id }) => id));
};
