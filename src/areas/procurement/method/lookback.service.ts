import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { LikePurchases } from "./advice.model.ts";
import { sharesOfOrderLine } from "../shares.service.ts";

/**
 * Who asks, and on which day: of a draft today, of what was submitted the day of its submission, by
 * the agency's clock.
 */
export type Asking = {
  id: string;
  departmentId: string;
  day: string;
  /** An order: what it took of its requisitions is counted with it, not with them. */
  took?: boolean | undefined;
  /** The same of an order that is still typed: cents by line of a requisition. */
  taking?: readonly Taking[] | undefined;
  /** Of whom it is bought, where that is known: for purchases that name no commodity. */
  vendorId?: string | null | undefined;
};
type Taking = { lineId: string; amount: number };
type Near = LikePurchases["newest"][number];
/** A purchase that another area knows of; `pays`: the order that it pays, if it pays one. */
type NearOutside = Near & { pays?: string | null };
/**
 * Like purchases that another area knows of (by card), of the department within `months` before the day of who
 * asks; cents.
 */
export type LikeOutside = (
  db: Db,
  asking: Asking,
  like: Likeness,
  months: number,
) => Promise<readonly NearOutside[]>;
const outside: LikeOutside[] = [];
export const likeOutside = extensionPoint<LikeOutside>(
  "like purchases that are no orders",
  (source) => void outside.push(source),
);
const countsOnce = (r: Asking): boolean => Boolean(r.took || r.taking?.length);

/**
 * What a purchase is compared by: its commodity codes, all accounts that it charges, and those of
 * them that lines without a code charge.
 */
export type Likeness = {
  codes: readonly string[];
  accounts: readonly string[];
  uncoded: readonly string[];
};

/** How many of them a reader is shown; all of them count. */
const SHOWN = 5;

type Line = { commodityCode?: string | null; splits: readonly { accountStringId: string }[] };
/** What these lines are compared by. */
export const likenessOf = (lines: readonly Line[]): Likeness => {
  const accounts = (of: readonly Line[]) => [
    ...new Set(of.flatMap((l) => l.splits.map((s) => s.accountStringId))),
  ];
  return {
    codes: [...new Set(lines.flatMap((l) => l.commodityCode || []))],
    accounts: accounts(lines),
    uncoded: accounts(lines.filter((l) => !l.commodityCode)),
  };
};

// Lines that one of the accounts pays, whole, and divided.
const paid = (db: Db, split: Sql, accounts: readonly string[]): readonly [Sql, Sql] => [
  sql`l.account_string_id = any(${accounts}::uuid[])`,
  sql`
    l.account_string_id is null and exists (
      select 1
      from ${split} s
      where s.org_id = ${db.scope.orgId}
        and s.line_id = l.id
        and s.account_string_id = any(${accounts}::uuid[])
    )
  `,
];

const uncodedLines = (
  db: Db,
  id: Sql,
  amount: Sql,
  table: Sql,
  split: Sql,
  accounts: readonly string[],
): Sql => {
  const [whole, divided] = paid(db, split, accounts);
  const lines = sql`
    select ${id} as id, ${amount} as amount
    from ${table} l
    where l.org_id = ${db.scope.orgId} and l.commodity_code is null
  `;
  return sql`${lines} and ${whole} union all ${lines} and ${divided}`;
};

// Whoever names no commodity is compared with all that the same accounts paid in the department:
// those lines are found through its submissions of the period.
const codedLines = (
  db: Db,
  r: Asking,
  { codes, uncoded }: Likeness,
  months: number,
  amount: Sql,
): Sql => {
  const [whole, divided] = paid(db, sql`requisition_split`, uncoded);
  return sql`
    union all
    select l.requisition_id, ${amount}
    from requisition r
    join requisition_line l on l.org_id = r.org_id and l.requisition_id = r.id
    where r.org_id = ${db.scope.orgId}
      and r.department_id = ${r.departmentId}
      and r.submitted_at > (
        ${r.day}::date - make_interval(months => ${months}, days => 1)
      )::timestamptz
      and l.commodity_code is not null
      and not l.commodity_code = any(${codes}::text[])
      and (${whole} or ${divided})
  `;
};
const codedDirect = (db: Db, { codes, uncoded }: Likeness): Sql => {
  const [whole, divided] = paid(db, sql`purchase_order_split`, uncoded);
  return sql`
    union all
    select l.purchase_order_id, l.amount
    from purchase_order_line l
    where l.org_id = ${db.scope.orgId}
      and l.requisition_line_id is null
      and not l.cancelled
      and l.commodity_code is not null
      and not l.commodity_code = any(${codes}::text[])
      and (${whole} or ${divided})
  `;
};
const nothing = sql``;

// What changes of orders add: beyond what requisitions reserved, and while they wait for approval.
// Both are few, and found through indexes that hold nothing else.
const grown = (db: Db, r: Asking, { codes, accounts, uncoded }: Likeness): Sql => {
  const split = sql`purchase_order_split`;
  const [whole, divided] = paid(db, split, accounts);
  const [wholeUncoded, dividedUncoded] = paid(db, split, uncoded);
  return sql`
    union all
    select l.purchase_order_id, l.beyond
    from purchase_order_line l
    where l.org_id = ${db.scope.orgId}
      and l.beyond > 0
      and (
        l.commodity_code = any(${codes}::text[])
        or (l.commodity_code is null and (${whole} or ${divided}))
        or (l.commodity_code is not null and (${wholeUncoded} or ${dividedUncoded}))
      )
    union all
    select o.id, x.amount
    from purchase_order o
    cross join lateral jsonb_to_recordset(o.pending_change -> 'counts') as x(
      code text, accounts jsonb, amount bigint
    )
    where o.org_id = ${db.scope.orgId}
      and o.department_id = ${r.departmentId}
      and o.pending_change is not null
      and (
        x.code = any(${codes}::text[])
        or (x.code is null and x.accounts ?| ${accounts}::text[])
        or (x.code is not null and x.accounts ?| ${uncoded}::text[])
      )
  `;
};

const took = (db: Db, r: Asking): Sql =>
  r.taking?.length
    ? sql`
      own as materialized (
        select t.id, t.taken
        from unnest(
          ${r.taking.map((t) => t.lineId)}::uuid[], ${r.taking.map((t) => t.amount)}::bigint[]
        ) as t(id, taken)
      ),
    `
    : r.took
      ? sql`
        own as materialized (
          select l.requisition_line_id as id, sum(s.taken)::bigint as taken
          from purchase_order_line l
          cross join ${sharesOfOrderLine} s
          where l.org_id = ${db.scope.orgId}
            and l.purchase_order_id = ${r.id}
            and l.requisition_line_id is not null
          group by 1
        ),
      `
      : nothing;

// What lines of requisitions ask for; of those that this order was made from, what it took is left
// out.
const askedLines = (db: Db, r: Asking, like: Likeness, months: number): Sql => {
  const amount = countsOnce(r)
    ? sql`greatest(0, l.amount - coalesce((select w.taken from own w where w.id = l.id), 0))`
    : sql`l.amount`;
  const without = uncodedLines(
    db,
    sql`l.requisition_id`,
    amount,
    sql`requisition_line`,
    sql`requisition_split`,
    like.accounts,
  );
  return sql`
    select l.requisition_id as id, ${amount} as amount
    from requisition_line l
    where l.org_id = ${db.scope.orgId} and l.commodity_code = any(${like.codes}::text[])
    union all ${without} ${like.uncoded.length > 0 ? codedLines(db, r, like, months, amount) : nothing}
  `;
};

// What orders without a requisition order, and what changes add to orders.
const orderedLines = (db: Db, r: Asking, like: Likeness): Sql => {
  const direct = sql`(select * from purchase_order_line where requisition_line_id is null and not cancelled)`;
  const without = uncodedLines(
    db,
    sql`l.purchase_order_id`,
    sql`l.amount`,
    direct,
    sql`purchase_order_split`,
    like.accounts,
  );
  const coded = like.uncoded.length > 0 ? codedDirect(db, like) : nothing;
  return sql`
    select l.purchase_order_id as id, l.amount
    from purchase_order_line l
    where l.org_id = ${db.scope.orgId}
      and l.requisition_line_id is null
      and not l.cancelled
      and l.commodity_code = any(${like.codes}::text[])
    union all ${without} ${coded} ${grown(db, r, like)}
  `;
};

// The lines come first: a department has thousands of requisitions in a year, of which few buy the
// like. Each of those is read by its id; `offset 0` keeps
// a plan made for unknown dates from reading the year instead.
const alike = (db: Db, r: Asking, like: Likeness, months: number, columns: Sql): Sql => {
  const orgId = db.scope.orgId;
  const zone = db.scope.timeZone ?? "UTC";
  const from = sql`${r.day}::date - make_interval(months => ${months})`;
  const within = sql`
    q.department_id = ${r.departmentId} and q.day > ${from} and q.day <= ${r.day}::date
  `;
  return sql`
    with ${took(db, r)}asked as materialized (
      select x.id, sum(x.amount)::bigint as amount
      from (${askedLines(db, r, like, months)}) x
      group by 1
    ),
    direct as materialized (
      select x.id, sum(x.amount)::bigint as amount
      from (${orderedLines(db, r, like)}) x
      group by 1
    )
    select ${columns}
    from (
      select 'requisition' as kind, q.id, q.number, q.title, q.day as requested_on, a.amount
      from asked a
      cross join lateral (
        select d.*, coalesce((d.submitted_at at time zone ${zone})::date, d.requested_on) as day
        from requisition d
        where d.org_id = ${orgId} and d.id = a.id
        offset 0
      ) q
      where ${within}
        and q.id <> ${r.id} ${countsOnce(r) ? sql`and a.amount > 0` : nothing}
        and q.status not in ('draft', 'returned', 'rejected', 'withdrawn', 'cancelled')
      union all
      select 'purchaseOrder', q.id, q.number, q.title, q.day, a.amount
      from direct a
      cross join lateral (
        select d.*, coalesce((d.issued_at at time zone ${zone})::date, d.ordered_on) as day
        from purchase_order d
        where d.org_id = ${orgId} and d.id = a.id
        offset 0
      ) q
      where ${within}
        and q.id <> ${r.id}
        and q.status not in ('draft', 'returned', 'cancelled')
        and q.contract_id is null
        and q.blanket_id is null
        and not exists (
          select 1
          from award_order w
          where w.org_id = ${orgId} and w.purchase_order_id = q.id
        )
    ) n
  `;
};

// What pays an order that stands is counted as the order is: once, or not at all where competition made it.
const foundOutside = async (
  db: Db,
  r: Asking,
  like: Likeness,
  months: number,
): Promise<NearOutside[]> => {
  const found = (await Promise.all(outside.map((source) => source(db, r, like, months)))).flat();
  const paid = [...new Set(found.flatMap(({ pays }) => pays ?? []))];
  if (paid.length === 0) return found;
  const standing = await db.rows<{ id: string }>(sql`
    select id
    from purchase_order
    where org_id = ${db.scope.orgId}
      and id = any(${paid}::uuid[])
      and status not in ('draft', 'returned', 'cancelled')
  `);
  const ids = new Set(standing.map(({ id }) => id));
  return found.filter(({ pays }) => !pays || !ids.has(pays));
};

/**
 * Cents of like purchases of the same department within `months` before that day (rule
 * splitLookback): lines of requisitions that were submitted and not taken
 * back, returned, rejected or cancelled, and of orders without a requisition, that have one of the
 * same commodity codes or, where either side names no code,
 * charge one of the same accounts; and what changes add to orders, from the moment that they are
 * sent, and what other areas know of (`likeOutside`: purchases by card). Orders of an award, or under a contract,
 * rest on its competition and are left out; a release counts with its blanket order. They count toward the
 * thresholds, so that splitting does not help.
 */
export const likeAmount = async (
  db: Db,
  r: Asking,
  like: Likeness,
  months: number,
): Promise<number> => {
  const [{ amount }, others] = await Promise.all([
    db.one<{ amount: number }>(
      alike(db, r, like, months, sql`coalesce(sum(n.amount), 0)::bigint as amount`),
    ),
    foundOutside(db, r, like, months),
  ]);
  return others.reduce((sum, each) => sum + each.amount, amount);
};

const newestFirst = (a: Near, b: Near): number =>
  b.requestedOn.localeCompare(a.requestedOn) || b.id.localeCompare(a.id);

/** The same purchases for a reader: how many, their cents together, and the newest of them. */
export const lookback = async (
  db: Db,
  r: Asking,
  like: Likeness,
  months: number,
): Promise<LikePurchases> => {
  const [rows, others] = await Promise.all([
    db.rows<Near & { count: number; together: number }>(sql`
      ${alike(
        db,
        r,
        like,
        months,
        sql`n.*, count(*) over ()::int as count, sum(n.amount) over ()::bigint as together`,
      )}
      order by n.requested_on desc, n.id desc
      limit ${SHOWN}
    `),
    foundOutside(db, r, like, months),
  ]);
  return {
    count: (rows[0]?.count ?? 0) + others.length,
    amount: others.reduce((sum, each) => sum + each.amount, rows[0]?.together ?? 0),
    newest: [...rows, ...others]
      .toSorted(newestFirst)
      .slice(0, SHOWN)
      .map(({ kind, id, number, title, amount, requestedOn }) => ({
        ...{ kind, id, number, title, amount, requestedOn },
      })),
  };
};
