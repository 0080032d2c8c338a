import type { Day, Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { mostCards, type CourtCard } from "../board/cards.ts";

type Waiting = {
  id: string;
  projectId: string;
  number: string;
  status: "open" | "back" | "done";
  what: string;
  dueOn: Day | null;
  updatedAt: Instant;
};

/** Items that wait to be done, or to be looked at by whoever verifies them. */
export const punchCards = async (db: Db): Promise<CourtCard[]> =>
  (
    await db.rows<Waiting>(sql`
      select id, project_id, number, status, what, due_on, updated_at
      from punch_item
      where org_id = ${db.scope.orgId} and status in ('open', 'back', 'done')
      order by due_on nulls last, number
      limit ${mostCards}
    `)
  ).map((item) => ({
    kind: "punchItem",
    id: item.id,
    projectId: item.projectId,
    number: item.number,
    says: item.status === "done" ? `Verify: ${item.what}` : item.what,
    href: `/projects/punch/${item.id}`,
    column: item.status === "done" ? "ours" : "contractors",
    dueOn: item.status === "done" ? null : item.dueOn,
    since: dayIn(db.scope, item.updatedAt),
  }));
