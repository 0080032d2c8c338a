import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Matter } from "../project/matters.service.ts";
import { punchStatuses, unverified } from "./punch.labels.ts";

/** A project is closed when every item of its punch list is verified. */
export const openPunch = async (db: Db, { id }: { id: string }): Promise<Matter[]> =>
  (
    await db.rows<{ id: string; number: string; what: string; status: keyof typeof punchStatuses }>(
      sql`
        select id, number, what, status
        from punch_item
        where org_id = ${db.scope.orgId}
          and project_id = ${id}
          and status = any(${[...unverified]}::text[])
        order by number
        limit 50
      `,
    )
  ).map((item) => ({
    what: item.number,
    says: `${item.what}: ${punchStatuses[item.status].label.toLowerCase()} on the punch list`,
    href: `/projects/punch/${item.id}`,
  }));
