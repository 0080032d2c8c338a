import { formatCents } from "#kernel/money.ts";
import type { CloseAnswer, CloseCheck, ClosingPeriod } from "#server/closing/close-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

type Counted = { n: number; cents: number };
const answer = ({ n, cents }: Counted): CloseAnswer => ({
  count: n,
  cents,
  said: `${n} of them, ${formatCents(cents)}`,
});

const runsNotSent = async (db: Db, { firstDay, lastDay }: ClosingPeriod) =>
  answer(
    await db.one<Counted>(sql`
      select count(*)::int as n, coalesce(sum(r.amount), 0)::bigint as cents
      from payment_run r
      where r.org_id = ${db.scope.orgId}
        and r.status = 'released'
        and r.nacha_file_id is not null
        and r.sent_at is null
        and r.pay_on between ${firstDay} and ${lastDay}
    `),
  );

const journalsWaiting = async (db: Db, { firstDay, lastDay }: ClosingPeriod) =>
  answer(
    await db.one<Counted>(sql`
      select count(*)::int as n, coalesce(sum(j.total), 0)::bigint as cents
      from journal j
      where j.org_id = ${db.scope.orgId}
        and j.status in ('waiting', 'returned')
        and j.paid_on between ${firstDay} and ${lastDay}
    `),
  );

const billsOpen = async (db: Db, { lastDay }: ClosingPeriod) =>
  answer(
    await db.one<Counted>(sql`
      select count(*)::int as n, coalesce(sum(i.total), 0)::bigint as cents
      from invoice i
      where i.org_id = ${db.scope.orgId}
        and i.status in ('received', 'matched', 'exception', 'in_approval', 'disputed')
        and i.invoice_date <= ${lastDay}
    `),
  );

/** What of bills, payments and journals is looked at before a period of the books closes. */
export const financeCloseChecks: readonly CloseCheck[] = [
  {
    name: "runsNotSent",
    label: "Payment files that the bank was not given",
    owner: "treasurer",
    stops: true,
    page: "/payments?tab=runs",
    check: runsNotSent,
  },
  {
    name: "journalsWaiting",
    label: "Payroll registers and receipts that wait to be posted",
    owner: "controller",
    stops: true,
    page: "/payments/journals?status=waiting",
    check: journalsWaiting,
  },
  {
    name: "billsOpen",
    label: "Bills that are not approved",
    owner: "ap",
    stops: false,
    page: "/invoices",
    check: billsOpen,
  },
];
