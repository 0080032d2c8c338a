import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { mostCards, type CourtCard } from "../board/cards.ts";

/** Certificates of substantial completion that are written and not signed. */
export const certificateCards = async (db: Db): Promise<CourtCard[]> =>
  (
    await db.rows<{ id: string; number: string; completedOn: Day }>(sql`
      select id, number, completed_on
      from project
      where org_id = ${db.scope.orgId} and status = 'active' and completed_on is not null
      order by completed_on
      limit ${mostCards}
    `)
  ).map((p) => ({
    kind: "certificate",
    id: p.id,
    projectId: p.id,
    number: p.number,
    says: "Sign the certificate of substantial completion",
    href: `/projects/${p.id}?tab=closeout`,
    column: "missing",
    dueOn: null,
    since: p.completedOn,
  }));
