import type { ClosingMatter } from "#server/agencies/ending.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** Legal holds that stand: what is under one is kept, so the agency does not end. */
export const holdsThatRefuseEnd = async (db: Db): Promise<ClosingMatter[]> => {
  const holds = await db.rows<{ id: string; number: string; matter: string }>(sql`
    select id, number, matter
    from legal_hold
    where org_id = ${db.scope.orgId} and status = 'standing'
    order by placed_at, id
    limit 20
  `);
  return holds.map(({ id, number, matter }) => ({
    sentence: `Legal hold ${number} (${matter}) keeps records as they are.`,
    href: `/admin/compliance/holds/${id}`,
  }));
};
