import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { columnOf, mostCards, type CourtCard } from "../board/cards.ts";
import type { SubmittalCourt, SubmittalStatus } from "./submittal.labels.ts";

type Waiting = {
  id: string;
  projectId: string;
  number: string;
  title: string;
  status: SubmittalStatus;
  court: SubmittalCourt;
  day: Day | null;
  courtSince: Day | null;
};

const says: Partial<Record<SubmittalStatus, string>> = {
  draft: "Submit",
  submitted: "Take for review",
  in_review: "Review",
  revise_resubmit: "Revise and resubmit",
};

/** Submittals by the side that must act, by the day of the review, or the one to submit by. */
export const submittalCards = async (db: Db): Promise<CourtCard[]> =>
  (
    await db.rows<Waiting>(sql`
      select
        id, project_id, number, title, status, court,
        case
          when court in ('agency', 'designer') then due_on
          when status = 'draft' then submit_by
        end as day,
        court_since
      from submittal
      where org_id = ${db.scope.orgId}
        and court is not null
        and (status <> 'draft' or submit_by is not null)
      order by day nulls last
      limit ${mostCards}
    `)
  ).map((s) => ({
    kind: "submittal",
    id: s.id,
    projectId: s.projectId,
    number: s.number,
    says: `${says[s.status]}: ${s.title}`,
    href: `/projects/submittals/${s.id}`,
    column: columnOf[s.court],
    dueOn: s.day,
    since: s.courtSince,
  }));
