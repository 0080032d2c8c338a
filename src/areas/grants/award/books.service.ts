import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { accountsOfAward } from "#areas/budget/budget.server.ts";
import { costsOf, liveClaims, type ClaimRow, type Cost } from "#areas/finance/finance.server.ts";
import type { AwardRecord } from "./award.noun.ts";

type Account = Awaited<ReturnType<typeof accountsOfAward>>[number];
/** The money of an award as the books have it: accounts, costs, and what it claims of which. */
export type Books = { accounts: Account[]; costs: Cost[]; claims: ClaimRow[] };

/** Reads the books of an award; empty before it has accounts. */
export const booksOf = async (db: Db, w: Pick<AwardRecord, "id" | "segmentId">): Promise<Books> => {
  const accounts = w.segmentId ? await accountsOfAward(db, w.segmentId) : [];
  const [costs, claims] = await Promise.all([
    accounts.length ? costsOf(db, { accountStringIds: accounts.map((a) => a.id) }) : [],
    liveClaims(db, { funderId: w.id }),
  ]);
  return { accounts, costs, claims };
};

/** The object classes of an award's budget, in cents. */
export const budgetOf = (
  db: Db,
  awardId: string,
): Promise<{ objectClass: Cost["objectClass"]; cents: number }[]> =>
  db.rows(sql`
    select object_class, cents
    from award_budget
    where org_id = ${db.scope.orgId} and award_id = ${awardId}
    order by object_class
  `);

/** Money of an award that came in, by day; refunds are negative. */
export const receivedOf = (
  db: Db,
  awardId: string,
): Promise<{ id: string; number: string; on: Day; cents: number }[]> =>
  db.rows(sql`
    select id, number, paid_on as on, paid as cents
    from drawdown
    where org_id = ${db.scope.orgId} and award_id = ${awardId} and status in ('paid', 'reconciled')
    order by paid_on, number
  `);
