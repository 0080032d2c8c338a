import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { accountsOfAward, accountsOfAwardUntil } from "#areas/budget/budget.server.ts";
import {
  costsOf,
  costsUntil,
  liveClaims,
  type ClaimRow,
  type Cost,
  type DatedCost,
} from "#areas/finance/finance.server.ts";
import type { AwardRecord } from "./award.noun.ts";

type Account = Awaited<ReturnType<typeof accountsOfAward>>[number];
/** The money of an award as the books have it: accounts, costs, and what it claims of which. */
export type Books = {
  accounts: Account[];
  costs: Cost[];
  claims: ClaimRow[];
  /** What of its bills is not drawn now; read where a request is made. */
  holds?: readonly { invoiceId: string; cents: number; why: string }[];
};

/** Reads the books of an award; empty before it has accounts. */
export const booksOf = async (db: Db, w: Pick<AwardRecord, "id" | "segmentId">): Promise<Books> => {
  const accounts = w.segmentId ? await accountsOfAward(db, w.segmentId) : [];
  const [costs, claims] = await Promise.all([
    accounts.length ? costsOf(db, { accountStringIds: accounts.map((a) => a.id) }) : [],
    liveClaims(db, { funderId: w.id }),
  ]);
  return { accounts, costs, claims };
};

/** The books of an award as they stood at the end of a day. */
type DatedBooks = { ordered: number; expended: number; costs: DatedCost[] };

/** Reads the books of an award as of a day: nothing that was posted or paid later is in it. */
export const booksUntil = async (
  db: Db,
  w: Pick<AwardRecord, "segmentId">,
  until: string,
): Promise<DatedBooks> => {
  const accounts = w.segmentId ? await accountsOfAwardUntil(db, w.segmentId, until) : [];
  const costs = accounts.length
    ? await costsUntil(
        db,
        accounts.map((a) => a.id),
        until,
      )
    : [];
  return {
    ordered: accounts.reduce((n, a) => n + a.ordered, 0),
    expended: accounts.reduce((n, a) => n + a.expended, 0),
    costs,
  };
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
