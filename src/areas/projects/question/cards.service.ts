import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { columnOf, mostCards, type CourtCard } from "../board/cards.ts";
import type { RfiCourt, RfiStatus } from "./rfi.labels.ts";

type Waiting = {
  id: string;
  projectId: string;
  number: string;
  title: string;
  status: RfiStatus;
  court: RfiCourt;
  dueOn: Day | null;
  courtSince: Day | null;
};

/** Questions by the side that must act; what is answered waits to be taken, without a day. */
export const rfiCards = async (db: Db): Promise<CourtCard[]> =>
  (
    await db.rows<Waiting>(sql`
      select id, project_id, number, title, status, court, due_on, court_since
      from rfi
      where org_id = ${db.scope.orgId} and court is not null
      order by status = 'answered', due_on
      limit ${mostCards}
    `)
  ).map((q) => ({
    kind: "rfi",
    id: q.id,
    projectId: q.projectId,
    number: q.number,
    says: q.status === "answered" ? `Take the answer: ${q.title}` : `Answer: ${q.title}`,
    href: `/projects/rfis/${q.id}`,
    column: columnOf[q.court],
    dueOn: q.status === "open" ? q.dueOn : null,
    since: q.courtSince,
  }));
