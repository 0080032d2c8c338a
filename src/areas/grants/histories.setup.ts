import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

export type NaiveAward = { id: string; account: string; amount: number; rate: number };
export type Sums = Record<"billed" | "moved" | "pay" | "charged" | "received", number>;

/**
 * What an award has paid, moved, charged and received by now, in cents, from payments, journals,
 * deposits and claims; nothing of the product's own sums.
 */
export const naiveSums = async (db: Db, award: NaiveAward): Promise<Sums> => {
  const org = db.scope.orgId;
  return db.one<Sums>(sql`
    select
      (
        select coalesce(sum(x.amount), 0)
        from payment_invoice x
        join payment p on p.org_id = x.org_id and p.id = x.payment_id
        join invoice_line l on l.org_id = x.org_id and l.invoice_id = x.invoice_id
        where x.org_id = ${org}
          and x.live
          and p.status in ('released', 'cleared')
          and l.account_string_id = ${award.account}
      )::bigint as billed,
      (
        select coalesce(sum(c.paid), 0)
        from cost_line c
        where c.org_id = ${org} and c.source = 'transfer' and c.account_string_id = ${award.account}
      )::bigint as moved,
      (
        select coalesce(sum(l.cents), 0)
        from journal j
        join journal_line l on l.org_id = j.org_id and l.journal_id = j.id
        where j.org_id = ${org}
          and j.kind = 'payroll'
          and j.status in ('posted', 'reversed')
          and l.account_string_id = ${award.account}
      )::bigint as pay,
      (
        select coalesce(sum(l.charged), 0)
        from invoice i
        join invoice_line l on l.org_id = i.org_id and l.invoice_id = i.id
        where i.org_id = ${org}
          and i.status in ('approved', 'scheduled', 'paid')
          and l.account_string_id = ${award.account}
      )::bigint + (
        select coalesce(sum(l.cents), 0)
        from journal j
        join journal_line l on l.org_id = j.org_id and l.journal_id = j.id
        where j.org_id = ${org}
          and j.status in ('posted', 'reversed')
          and l.account_string_id = ${award.account}
      )::bigint as charged,
      (
        select coalesce(sum(d.paid), 0)
        from drawdown d
        where d.org_id = ${org} and d.award_id = ${award.id} and d.paid is not null
      )::bigint as received
  `);
};

/** Cells of the SF-425 by those sums. */
export const naiveCells = (
  { amount, rate }: NaiveAward,
  { billed, moved, pay, charged, received }: Sums,
): Record<string, number> => {
  const outlays = billed + moved + pay;
  const shareOf = (total: number) => {
    const sign = total < 0 ? -1 : 1;
    const share = sign * Math.floor((Math.abs(total) * rate * 2 + 10_000) / 20_000);
    return Math.min(amount, share);
  };
  const federal = shareOf(outlays);
  return {
    "10a": received,
    "10e": federal,
    "10f": shareOf(charged) - federal,
    "10j": outlays - federal,
  };
};
