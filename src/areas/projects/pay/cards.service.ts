import type { Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { mostCards, type CourtCard } from "../board/cards.ts";

type Waiting = {
  id: string;
  projectId: string;
  number: string;
  status: "submitted" | "returned";
  confirmed: boolean;
  signed: boolean;
  updatedAt: Instant;
};

const saysOf = (a: Waiting): string => {
  if (a.status === "returned") return "Correct what was returned";
  return a.confirmed ? "Certify it" : "Confirm its quantities";
};

/** Applications that wait to be confirmed, certified, or corrected by who applied. */
export const payCards = async (db: Db): Promise<CourtCard[]> =>
  (
    await db.rows<Waiting>(sql`
      select
        id, project_id, number, status, confirmed_by is not null as confirmed,
        contractor_at is not null as signed, updated_at
      from pay_application
      where org_id = ${db.scope.orgId} and status in ('submitted', 'returned')
      order by updated_at
      limit ${mostCards}
    `)
  ).map((a) => ({
    kind: "payApplication",
    id: a.id,
    projectId: a.projectId,
    number: a.number,
    says: saysOf(a),
    href: `/projects/pay/${a.id}`,
    column: a.status === "returned" && a.signed ? "contractors" : "ours",
    dueOn: null,
    since: dayIn(db.scope, a.updatedAt),
  }));
