import { z } from "zod";
import { kindsOn } from "#areas/vendors/vendors.server.ts";
import type { Day } from "#kernel/time.ts";
import { dayField } from "#kernel/time-fields.ts";
import { businessDayOf } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { rowsAs } from "#server/db/read-as.ts";
import { join, raw, sql, type Sql } from "#server/db/sql.ts";

/** Rows of one page of a public list. */
export const pageSize = 25;
/** Counted exactly up to here; beyond, the page says "more than". */
const mostCounted = 1000;

export type Found<T> = { items: T[]; total: number; capped: boolean };
const words = (q: string) =>
  q
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 6)
    .map((word) => `%${word.replace(/[\\%_]/g, (c) => `\\${c}`)}%`);

const found = async <S extends z.ZodType>(
  db: Db,
  shape: S,
  columns: Sql,
  from: Sql,
  where: readonly Sql[],
  order: Sql,
  page: number,
): Promise<Found<z.output<S>>> => {
  const condition = join(where, " and ");
  const [items, { n }] = await Promise.all([
    rowsAs(
      db,
      shape,
      sql`
        select ${columns}
        from ${from}
        where ${condition}
        order by ${order}
        limit ${pageSize}
        offset ${(page - 1) * pageSize}
      `,
    ),
    db.one<{ n: number }>(sql`
      select count(*)::int as n
      from (select 1 from ${from} where ${condition} limit ${mostCounted + 1}) c
    `),
  ]);
  return { items, total: Math.min(n, mostCounted), capped: n > mostCounted };
};

const publicVendor = z.object({
  id: z.string(),
  name: z.string(),
  doingBusinessAs: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  website: z.string().nullable(),
  diversity: z.array(z.string()),
  commodityCodes: z.array(z.string()),
  agency: z.string(),
});
export type PublicVendor = z.output<typeof publicVendor>;

/** Vendors that chose to be public, by name. Read with the published role. */
export const publicVendors = (
  db: Db,
  sought: { q: string; state: string; code: string; page: number },
): Promise<Found<PublicVendor>> =>
  found(
    db,
    publicVendor,
    sql`
      
        v.id, v.name, v.doing_business_as, v.city, v.state, v.website,
        ${raw(kindsOn("v.org_id", "v.id", "t.day"))} as diversity, v.commodity_codes,
        o.name as agency
    `,
    sql`
      vendor v
      join organization o on o.id = v.org_id
      cross join lateral (select ${businessDayOf(db.scope, sql`o.time_zone`)} as day) t
    `,
    [
      sql`v.is_public and v.status = 'active'`,
      ...words(sought.q).map(
        (like) =>
          sql`(v.name ilike ${like} or v.doing_business_as ilike ${like} or v.city ilike ${like})`,
      ),
      ...(sought.state ? [sql`v.state = ${sought.state}`] : []),
      ...(sought.code
        ? [
            sql`
              exists (
                select 1
                from unnest(v.commodity_codes) c
                where c like ${`${sought.code.replace(/[^0-9]/g, "")}%`}
              )
            `,
          ]
        : []),
    ],
    sql`lower(v.name), v.id`,
    sought.page,
  );

/** States in which public vendors are. */
export const vendorStates = async (db: Db): Promise<string[]> =>
  (
    await db.rows<{ state: string }>(sql`
      select distinct state
      from vendor
      where is_public and status = 'active' and state is not null
      order by state
      limit 80
    `)
  ).map((row) => row.state);

const publicOrder = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  vendor: z.string(),
  department: z.string(),
  amount: z.number(),
  orderedOn: dayField,
  status: z.string(),
  emergency: z.boolean(),
  methodCitation: z.string().nullable(),
  agency: z.string(),
});
export type PublicOrder = z.output<typeof publicOrder>;

/** Orders that agencies published, newest first. Read with the published role. */
export const publicOrders = (
  db: Db,
  sought: { q: string; page: number },
): Promise<Found<PublicOrder>> =>
  found(
    db,
    publicOrder,
    sql`
      
        p.id, p.number, p.title, v.name as vendor, d.name as department, p.amount, p.ordered_on,
        p.status, p.emergency, p.method_citation, o.name as agency
    `,
    sql`
      purchase_order p
      join organization o on o.id = p.org_id
      join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
      join department d on d.org_id = p.org_id and d.id = p.department_id
    `,
    [
      sql`
        p.status in (
          'issued', 'acknowledged', 'partly_received', 'received', 'closed', 'short_closed'
        )
      `,
      ...words(sought.q).map(
        (like) => sql`
          (
            p.title ilike ${like}
            or p.number ilike ${like}
            or v.name ilike ${like}
            or d.name ilike ${like}
          )
        `,
      ),
    ],
    sql`p.ordered_on desc, p.id desc`,
    sought.page,
  );

export type BudgetPart = {
  agency: string;
  year: number;
  startsOn: Day;
  endsOn: Day;
  department: string;
  budget: number;
  spent: number;
  committed: number;
  /** What the department is to take in: never part of what may be spent. */
  revenue: number;
};

/**
 * The budgets that agencies published, of the year that runs by each agency's clock, by department.
 * Cents. Read with the published role.
 */
export const publicBudget = (db: Db): Promise<BudgetPart[]> =>
  db.rows<BudgetPart>(sql`
    select
      o.name as agency, y.year, y.starts_on, y.ends_on, d.name as department,
      coalesce(
        sum(l.original + l.adjusted) filter (where v.class in ('expenditure', 'transfer_out')), 0
      )::bigint as budget,
      coalesce(
        sum(l.expended) filter (where v.class in ('expenditure', 'transfer_out')), 0
      )::bigint as spent,
      coalesce(
        sum(l.encumbered) filter (where v.class in ('expenditure', 'transfer_out')), 0
      )::bigint as committed,
      coalesce(
        sum(l.original + l.adjusted) filter (where v.class in ('revenue', 'transfer_in')), 0
      )::bigint as revenue
    from budget_line l
    join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
    join account_string a on a.org_id = l.org_id and a.id = l.account_string_id
    join segment_value v on v.org_id = a.org_id and v.id = a.account_id
    join department d on d.org_id = a.org_id and d.id = a.department_id
    join organization o on o.id = l.org_id
    where y.status = 'open'
      and ${businessDayOf(db.scope, sql`o.time_zone`)} between y.starts_on and y.ends_on
    group by 1, 2, 3, 4, 5
    order by 1, budget desc
    limit 200
  `);
