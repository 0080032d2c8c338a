import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Active items of the stores with these numbers: their names by number. */
export const itemsNumbered = async (
  db: Db,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (numbers.length === 0) return new Map();
  const rows = await db.rows<{ number: string; name: string }>(sql`
    select number, name
    from stock_item
    where org_id = ${db.scope.orgId}
      and number = any(${[...new Set(numbers)]}::text[])
      and status = 'active'
  `);
  return new Map(rows.map(({ number, name }) => [number, name]));
};
