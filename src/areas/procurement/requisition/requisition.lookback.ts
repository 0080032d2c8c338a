import type { Db } from "../../../server/db/db.ts";
import { sql, type Sql } from "../../../server/db/sql.ts";
import type { LikePurchases } from "./requisition.model.ts";

type Asking = { id: string; departmentId: string; requestedOn: string };
type Near = LikePurchases["newest"][number];

/** How many of them a reader is shown; all of them count. */
const SHOWN = 5;

// The lines come first: a department has thousands of requisitions in a year, of which few buy the like. Each of those is read by its id; `offset 0` keeps
// a plan made for unknown dates from reading the year instead.
const alike = (db: Db, r: Asking, commodities: readonly string[], months: number, columns: Sql): Sql =>
  sql`with alike as materialized (select l.requisition_id, sum(l.amount)::bigint as amount from requisition_line l where l.org_id = ${db.scope.orgId} and l.commodity_code = any(${commodities}::text[]) group by 1)
    select ${columns} from alike a
    cross join lateral (select * from requisition r where r.org_id = ${db.scope.orgId} and r.id = a.requisition_id offset 0) q
    where q.department_id = ${r.departmentId} and q.requested_on > ${r.requestedOn}::date - make_interval(months => ${months}) and q.requested_on <= ${r.requestedOn}::date and q.id <> ${r.id}
      and q.status not in ('draft', 'returned', 'rejected', 'withdrawn', 'cancelled')`;

/**
 * Cents of like purchases of the same department within `months` before this one (rule splitLookback): the amounts of lines with one of the same commodity
 * codes, that were asked for and not taken back, rejected or cancelled. They count toward the thresholds, so that splitting does not help.
 */
export const likeAmount = async (db: Db, r: Asking, commodities: readonly string[], months: number): Promise<number> =>
  commodities.length === 0 ? 0 : (await db.one<{ amount: number }>(alike(db, r, commodities, months, sql`coalesce(sum(a.amount), 0)::bigint as amount`))).amount;

/** The same purchases for a reader: how many, their cents together, and the newest of them. */
export const lookback = async (db: Db, r: Asking, commodities: readonly string[], months: number): Promise<LikePurchases> => {
  if (commodities.length === 0) return { count: 0, amount: 0, newest: [] };
  const rows = await db.rows<Near & { count: number; together: number }>(sql`${alike(db, r, commodities, months, sql`q.id, q.number, q.title, q.requested_on, a.amount, count(*) over ()::int as count, sum(a.amount) over ()::bigint as together`)}
    order by q.requested_on desc, q.id desc limit ${SHOWN}`);
  return { count: rows[0]?.count ?? 0, amount: rows[0]?.together ?? 0, newest: rows.map(({ id, number, title, amount, requestedOn }) => ({ id, number, title, amount, requestedOn })) };
};
