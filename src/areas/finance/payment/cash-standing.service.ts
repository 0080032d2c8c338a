import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/**
 * A payment as the cash ledger has it on a day, in cents: what the books took out (negative), what is
 * still out of it, and what of it the bank had taken out before a day (`settled`, negative).
 */
export type CashStanding = {
  id: string;
  number: string;
  vendor: string;
  method: "ach" | "check";
  reference: string;
  paidOn: Day;
  book: number;
  outstanding: number;
  settled: number;
};

type Span = { since: Day; from: Day; until: Day };

/**
 * Payments of an account as they stood on a day: those with an entry from `from` on, those that were
 * out when `since` began where that is not before `from`, and those that are named.
 */
export const cashStandings = (
  db: Db,
  accountId: string,
  { since, from, until }: Span,
  ids: readonly string[],
): Promise<CashStanding[]> =>
  db.rows<CashStanding>(sql`
    with touched as (
      select distinct e.payment_id as id
      from cash_entry e
      where e.org_id = ${db.scope.orgId}
        and e.agency_account_id = ${accountId}
        and e.payment_id is not null
        and e.on_day <= ${until}
        and (e.on_day >= ${from} or ${since} >= ${from})
      union
      select unnest(${[...ids]}::uuid[])
    )
    select
      p.id, p.number, v.name as vendor, p.method,
      coalesce(p.check_number, p.trace_number, '') as reference, p.paid_on,
      coalesce(sum(e.book), 0)::bigint as book,
      coalesce(sum(e.outstanding), 0)::bigint as outstanding,
      coalesce(sum(e.book + e.outstanding) filter (where e.on_day < ${since}), 0)::bigint as settled
    from touched t
    join payment p on p.org_id = ${db.scope.orgId} and p.id = t.id
    join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
    left join cash_entry e
      on e.org_id = p.org_id
      and e.payment_id = p.id
      and e.agency_account_id = ${accountId}
      and e.on_day <= ${until}
    group by p.org_id, p.id, v.name
    order by p.paid_on, p.number
  `);

/** What payments did to the books of an account, from a day to a day; cents by kind. */
export const cashMoved = async (
  db: Db,
  accountId: string,
  from: Day,
  until: Day,
): Promise<{ paid: number; voided: number; returned: number }> =>
  db.one(sql`
    select
      coalesce(sum(e.book) filter (where e.kind in ('issued', 'moved')), 0)::bigint as paid,
      coalesce(sum(e.book) filter (where e.kind = 'voided'), 0)::bigint as voided,
      coalesce(sum(e.book) filter (where e.kind = 'returned'), 0)::bigint as returned
    from cash_entry e
    where e.org_id = ${db.scope.orgId}
      and e.agency_account_id = ${accountId}
      and e.payment_id is not null
      and e.on_day between ${from} and ${until}
  `);

/** What was out of an account when a day began; cents. */
export const outstandingBefore = async (db: Db, accountId: string, onDay: Day): Promise<number> =>
  (
    await db.one<{ cents: number }>(sql`
      select coalesce(sum(e.outstanding), 0)::bigint as cents
      from cash_entry e
      where e.org_id = ${db.scope.orgId}
        and e.agency_account_id = ${accountId}
        and e.payment_id is not null
        and e.on_day < ${onDay}
    `)
  ).cents;
