import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { nominal } from "../chart/chart.labels.ts";
import type { BalanceRow } from "../period/period.model.ts";

type At = { year: number; place: number };

/**
 * The trial balance of a period: for each fund and account what it came with, its debits, its credits and
 * what it ends with; cents, credits less than nothing. What earlier years earned and spent stands in
 * fund balance.
 */
export const trialBalance = (db: Db, { year, place }: At): Promise<BalanceRow[]> =>
  db.rows<BalanceRow>(sql`
    with moved as (
      select
        l.fund_id,
        case
          when p.year < ${year}::int and g.class = any(${[...nominal]}::text[]) then b.id
          else l.account_id
        end as account_id,
        coalesce(
          sum(l.cents) filter (where (p.year, p.place) <> (${year}::int, ${place}::int)), 0
        )::bigint as opening,
        coalesce(
          sum(l.cents) filter (
            where (p.year, p.place) = (${year}::int, ${place}::int)
            and l.cents > 0
          ),
          0
        )::bigint as debit,
        coalesce(
          sum(l.cents) filter (
            where (p.year, p.place) = (${year}::int, ${place}::int)
            and l.cents < 0
          ),
          0
        )::bigint as credit
      from gl_line l
      join accounting_period p on p.org_id = l.org_id and p.id = l.period_id
      join gl_account g on g.org_id = l.org_id and g.id = l.account_id
      left join gl_account b on b.org_id = l.org_id and b.role = 'fundBalance'
      where l.org_id = ${db.scope.orgId} and (p.year, p.place) <= (${year}::int, ${place}::int)
      group by 1, 2
    )
    select
      m.fund_id, f.code || ' ' || f.name as fund, m.account_id, a.code as account, a.name, a.class,
      m.opening, m.debit, m.credit, m.opening + m.debit + m.credit as closing
    from moved m
    join gl_account f on f.org_id = ${db.scope.orgId} and f.id = m.fund_id
    join gl_account a on a.org_id = ${db.scope.orgId} and a.id = m.account_id
    where m.opening <> 0 or m.debit <> 0 or m.credit <> 0
    order by f.code, a.code
  `);
