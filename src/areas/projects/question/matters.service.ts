import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Matter } from "../project/matters.service.ts";
import { rfiStatuses, type RfiStatus } from "./rfi.labels.ts";

/** A project is closed when no question of it is a draft, open, or answered and not closed. */
export const openQuestions = async (db: Db, { id }: { id: string }): Promise<Matter[]> =>
  (
    await db.rows<{ id: string; number: string; title: string; status: RfiStatus }>(sql`
      select id, number, title, status
      from rfi
      where org_id = ${db.scope.orgId}
        and project_id = ${id}
        and status in ('draft', 'open', 'answered')
      order by sequence nulls last, created_at
      limit 50
    `)
  ).map((q) => ({
    what: q.status === "draft" ? q.title : q.number,
    says: `an RFI that is ${rfiStatuses[q.status].label.toLowerCase()}`,
    href: `/projects/rfis/${q.id}`,
  }));
