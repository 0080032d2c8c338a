import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Matter } from "../project/matters.service.ts";
import { payStatuses } from "./pay.labels.ts";

/** A project is closed when no application of it is under way. */
export const openApplications = async (db: Db, { id }: { id: string }): Promise<Matter[]> =>
  (
    await db.rows<{ id: string; number: string; status: keyof typeof payStatuses }>(sql`
      select id, number, status
      from pay_application
      where org_id = ${db.scope.orgId}
        and project_id = ${id}
        and status in ('draft', 'submitted', 'returned')
      order by number
      limit 50
    `)
  ).map((a) => ({
    what: a.number,
    says: `a pay application that is ${payStatuses[a.status].label.toLowerCase()}`,
    href: `/projects/pay/${a.id}`,
  }));
