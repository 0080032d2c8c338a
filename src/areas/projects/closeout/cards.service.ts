import type { Day, Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { mostCards, type CourtCard } from "../board/cards.ts";

type Waiting = {
  id: string;
  projectId: string;
  number: string;
  status: "asked" | "back" | "sent";
  title: string;
  party: string;
  dueOn: Day | null;
  updatedAt: Instant;
};

/** Closeout papers that wait to be handed in, or to be accepted. */
export const paperCards = async (db: Db): Promise<CourtCard[]> =>
  (
    await db.rows<Waiting>(sql`
      select id, project_id, number, status, title, party, due_on, updated_at
      from closeout_paper
      where org_id = ${db.scope.orgId} and status in ('asked', 'back', 'sent')
      order by due_on nulls last, number
      limit ${mostCards}
    `)
  ).map((paper) => ({
    kind: "closeoutPaper",
    id: paper.id,
    projectId: paper.projectId,
    number: paper.number,
    says:
      paper.status === "sent"
        ? `Accept or send back: ${paper.title} of ${paper.party}`
        : `${paper.title} of ${paper.party}`,
    href: `/projects/papers/${paper.id}`,
    column: paper.status === "sent" ? "ours" : "contractors",
    dueOn: paper.status === "sent" ? null : paper.dueOn,
    since: dayIn(db.scope, paper.updatedAt),
  }));
