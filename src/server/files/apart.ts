import type { App } from "../app.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";

const mostAtOnce = 200;

/**
 * Puts contents of an agency's private files into the folder of private files, some at a time; gives how
 * many are settled. A content that an open file of some agency names as well stays where it is.
 */
export const setPrivateApart = async (
  { database, files }: Pick<App, "database" | "files">,
  orgId: string,
): Promise<number> => {
  const due = await database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows<{ sha256: string }>(sql`
      select distinct sha256
      from stored_file
      where org_id = ${orgId} and private and apart_at is null
      limit ${mostAtOnce}
    `),
  );
  if (due.length === 0) return 0;
  const all = due.map(({ sha256 }) => sha256);
  const open = await identityDb(database).rows<{ sha256: string }>(sql`
    select distinct sha256
    from stored_file
    where sha256 = any(${all}::text[]) and not private
  `);
  const named = new Set(open.map(({ sha256 }) => sha256));
  for (const sha256 of all) if (!named.has(sha256)) await files.setApart(sha256);
  await database.transaction({ orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update stored_file
      set apart_at = clock_timestamp()
      where org_id = ${orgId} and private and apart_at is null and sha256 = any(${all}::text[])
    `),
  );
  return all.length;
};
