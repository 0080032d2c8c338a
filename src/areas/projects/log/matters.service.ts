import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Matter } from "../project/matters.service.ts";

/** A project is closed when no log of it is a draft. */
export const draftLogs = async (db: Db, { id }: { id: string }): Promise<Matter[]> =>
  (
    await db.rows<{ id: string; number: string }>(sql`
      select id, number
      from daily_log
      where org_id = ${db.scope.orgId} and project_id = ${id} and status = 'draft'
      order by number
      limit 50
    `)
  ).map((log) => ({
    what: log.number,
    says: "a daily log that is a draft: submit or discard it",
    href: `/projects/logs/${log.id}`,
  }));
