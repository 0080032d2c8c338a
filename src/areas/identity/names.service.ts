import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What people are called, by their ids; whoever is nobody here is left out. */
export const namesOf = async (
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; name: string }>(sql`
    select id, display_name as name
    from person
    where id = any(${ids.filter((id) => id !== null)}::uuid[])
  `);
  return new Map(rows.map(({ id, name }) => [id, name]));
};
