import { formatDate } from "#kernel/dates.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { mostCards, type CourtCard } from "../board/cards.ts";

type Waiting = {
  id: string;
  projectId: string;
  number: string;
  status: "submitted" | "returned";
  employer: string;
  weekEnding: Day;
  updatedAt: Instant;
};

/** Payrolls that wait to be checked, or to be corrected by whoever sent them; nobody's pay. */
export const payrollCards = async (db: Db): Promise<CourtCard[]> =>
  (
    await db.rows<Waiting>(sql`
      select id, project_id, number, status, employer, week_ending, updated_at
      from certified_payroll
      where org_id = ${db.scope.orgId} and status in ('submitted', 'returned')
      order by week_ending, number
      limit ${mostCards}
    `)
  ).map((p) => ({
    kind: "certifiedPayroll",
    id: p.id,
    projectId: p.projectId,
    number: p.number,
    says: `${p.status === "submitted" ? "Check" : "Correct"} the payroll: ${p.employer}, week to ${formatDate(p.weekEnding)}`,
    href: `/projects/payrolls/${p.id}`,
    column: p.status === "submitted" ? "ours" : "contractors",
    dueOn: null,
    since: dayIn(db.scope, p.updatedAt),
  }));
