import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import { anHourBefore } from "./looked.model.ts";

/** The two ledgers that the books follow. */
export type Source = "commitment" | "cash";

/** A statement that selects what of a ledger is posted. */
export const posted = (source: Source): Sql => sql`
  select source_id
  from gl_entry
  where org_id = levee_org() and source = ${source}
`;

/** The same with what waits with its reason. */
export const known = (source: Source): Sql => sql`
  select source_id
  from gl_entry
  where org_id = levee_org() and source = ${source}
  union all
  select source_id
  from gl_pending
  where org_id = levee_org() and source = ${source}
`;

/** The newest of a ledger that is posted; null before the first. */
export const lastPosted = async (db: Db, source: Source): Promise<string | null> => {
  const last = await db.maybe<{ id: string }>(sql`
    select source_id as id
    from gl_entry
    where org_id = ${db.scope.orgId} and source = ${source}
    order by source_id desc
    limit 1
  `);
  return last?.id ?? null;
};

/** From which id on there can be something new in a ledger; null where everything must be looked at. */
export const lookedThrough = async (db: Db, source: Source): Promise<string | null> => {
  const last = await lastPosted(db, source);
  return last ? anHourBefore(last) : null;
};
