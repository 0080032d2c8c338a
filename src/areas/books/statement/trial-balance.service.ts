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
    with summed as (
      select
        l.period_id, l.fund_id, l.account_id,
        coalesce(sum(l.cents) filter (where l.cents > 0), 0)::bigint as debit,
        coalesce(sum(l.cents) filter (where l.cents < 0), 0)::bigint as credit
      from gl_line l
      where l.org_id = ${db.scope.orgId}
      group by l.period_id, l.fund_id, l.account_id
    ),
    placed as (
      select
        s.fund_id, s.debit, s.credit, (p.year, p.place) = (${year}::int, ${place}::int) as now,
        case
          when p.year < ${year}::int and g.class = any(${[...nominal]}::text[]) then b.id
          else s.account_id
        end as account_id
      from summed s
      join accounting_period p on p.org_id = ${db.scope.orgId} and p.id = s.period_id
      join gl_account g on g.org_id = ${db.scope.orgId} and g.id = s.account_id
      left join gl_account b on b.org_id = ${db.scope.orgId} and b.role = 'fundBalance'
      where (p.year, p.place) <= (${year}::int, ${place}::int)
    ),
    moved as (
      select
        p.fund_id, p.account_id,
        coalesce(sum(p.debit + p.credit) filter (where not p.now), 0)::bigint as opening,
        coalesce(sum(p.debit) filter (where p.now), 0)::bigint as debit,
        coalesce(sum(p.credit) filter (where p.now), 0)::bigint as credit
      from placed p
      group by p.fund_id, p.account_id
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
