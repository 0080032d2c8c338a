import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { incomeOf, type Earning, type Overview, type Term } from "./overview.model.ts";

const earningOf = (db: Db): Promise<Earning[]> =>
  db.rows<Earning>(sql`
    select
      s.agreement_id, s.price_cents, s.billed, s.anchor_on, s.period_to, s.ends_on,
      a.ends_on as term_to, coalesce(a.renew_months > 0 and a.notice_on is null, false) as renews
    from agency_subscription s
    left join hosting_agreement a on a.org_id = s.org_id and a.id = s.agreement_id
    where s.org_id = ${db.scope.orgId}
      and s.status in ('active', 'past_due', 'unpaid')
      and s.price_cents > 0
    order by s.id
    limit 5000
  `);

const termsOf = (db: Db, today: string): Promise<Term[]> =>
  db.rows<Term>(sql`
    select
      a.id, a.number, a.customer_name as customer, p.name as plan, a.status, a.starts_on, a.ends_on,
      case
        when a.renew_months > 0 and a.notice_on is null then a.ends_on - a.notice_days
      end as notice_before,
      (a.renew_months > 0 and a.notice_on is null) as renews
    from hosting_agreement a
    join price_plan p on p.org_id = a.org_id and p.id = a.plan_id
    where a.org_id = ${db.scope.orgId}
      and a.status in ('in_review', 'approved', 'active')
      and a.ends_on >= ${today}::date - 30
    order by a.ends_on, a.number
    limit 200
  `);

type Counts = Omit<Overview, "today" | "income" | "terms" | "late"> & {
  bills: number;
  agencies: number;
  cents: number;
};
const countsOf = (db: Db, today: string): Promise<Counts> =>
  db.one<Counts>(sql`
    select
      (
        select count(*)::int
        from hosting_agreement
        where org_id = ${db.scope.orgId} and status = 'in_review'
      ) as to_approve,
      (
        select count(*)::int
        from hosting_agreement
        where org_id = ${db.scope.orgId}
          and status = 'active'
          and renew_months > 0
          and notice_on is null
          and ends_on - notice_days between ${today}::date and ${today}::date + 90
      ) as notice_soon,
      (
        select count(*)::int
        from agency_bill_payment
        where org_id = ${db.scope.orgId} and status = 'recorded'
      ) as to_confirm,
      (
        select count(*)::int
        from agency_subscription
        where org_id = ${db.scope.orgId} and status = 'trialing'
      ) as trials,
      b.to_send, b.disputed, b.bills, b.agencies, b.cents
    from (
      select
        count(*) filter (where status = 'draft')::int as to_send,
        count(*) filter (where disputed_on is not null)::int as disputed,
        count(*) filter (where late)::int as bills,
        count(distinct customer_id) filter (where late)::int as agencies,
        coalesce(sum(total - paid - credited) filter (where late), 0)::bigint as cents
      from (
        select
          *,
          (
            status = 'open'
            and disputed_on is null
            and due_on + days_stopped < ${today}::date
          ) as late
        from agency_bill
        where org_id = ${db.scope.orgId}
      ) told
    ) b
  `);

/** What the operator expects and what waits: terms, income by month, what is to approve, send and confirm. */
export const readOverview = async (db: Db): Promise<Overview> => {
  const today = businessDate(db.scope);
  const [plans, terms, counts] = await Promise.all([
    earningOf(db),
    termsOf(db, today),
    countsOf(db, today),
  ]);
  const { bills, agencies, cents, ...waiting } = counts;
  return {
    ...{ today, terms, income: incomeOf(plans, today) },
    ...{ ...waiting, late: { bills, agencies, cents } },
  };
};
