import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { BankSide } from "./bank-side.model.ts";

/**
 * What was released from an account since a day, and before it what is still out, in the order of its
 * days.
 */
export const paymentsAtBank = (db: Db, accountId: string, since: Day): Promise<BankSide[]> =>
  db.rows<BankSide>(sql`
    select
      p.id, p.number, p.vendor_id, v.name as vendor, p.method,
      coalesce(p.check_number, p.trace_number, '') as reference, p.amount, p.status, p.run_id,
      r.number as run_number, p.paid_on, p.cleared_on, p.returned_on
    from payment p
    join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
    join payment_run r on r.org_id = p.org_id and r.id = p.run_id
    where p.org_id = ${db.scope.orgId}
      and p.agency_account_id = ${accountId}
      and p.status in ('released', 'cleared', 'returned', 'voided')
      and (p.paid_on >= ${since} or p.status = 'released')
    order by p.paid_on, p.number
  `);

/** A batch of receipts that is posted; cents. */
export type PostedReceipt = {
  id: string;
  number: string;
  title: string;
  onDay: Day;
  cents: number;
};

/** Batches of receipts that were posted since a day. */
export const postedReceipts = (db: Db, since: Day): Promise<PostedReceipt[]> =>
  db.rows<PostedReceipt>(sql`
    select j.id, j.number, j.title, j.paid_on as on_day, j.total as cents
    from journal j
    where j.org_id = ${db.scope.orgId}
      and j.kind = 'receipt'
      and j.status = 'posted'
      and j.paid_on >= ${since}
    order by j.paid_on, j.number
  `);

/**
 * A batch of receipts in the books, or what reversed one: the day on which the books have it, and the
 * batch that it belongs with.
 */
export type BookedReceipt = PostedReceipt & { batchId: string; fundIds: string[] };

/** Receipts and reversals that the books have from a day to a day, and those of the named batches. */
export const bookedReceipts = (
  db: Db,
  from: Day,
  until: Day,
  batchIds: readonly string[],
): Promise<BookedReceipt[]> =>
  db.rows<BookedReceipt>(sql`
    with booked as (
      select
        j.org_id, j.id, j.number, j.title, j.total as cents, coalesce(j.reverses, j.id) as batch_id,
        case
          when j.reverses is null and j.paid_on is not null then j.paid_on
          else (j.approved_at at time zone ${db.scope.timeZone})::date
        end as on_day
      from journal j
      where j.org_id = ${db.scope.orgId}
        and j.kind = 'receipt'
        and j.status in ('posted', 'reversed')
    )
    select
      b.id, b.number, b.title, b.on_day, b.cents, b.batch_id,
      coalesce(
        array_agg(distinct a.fund_id::text) filter (where a.fund_id is not null), '{}'
      ) as fund_ids
    from booked b
    left join journal_line l on l.org_id = b.org_id and l.journal_id = b.id
    left join account_string a on a.org_id = l.org_id and a.id = l.account_string_id
    where b.on_day <= ${until}
      and (b.on_day >= ${from} or b.batch_id = any(${[...batchIds]}::uuid[]))
    group by b.id, b.number, b.title, b.on_day, b.cents, b.batch_id
    order by b.on_day, b.number
  `);

/** Whether somebody ever released payments from an account. */
export const hasReleasedFrom = async (
  db: Db,
  accountId: string,
  personId: string | null,
): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as released
    from payment_run
    where org_id = ${db.scope.orgId}
      and agency_account_id = ${accountId}
      and released_by = ${personId}
    limit 1
  `)) !== null;
