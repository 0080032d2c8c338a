import { notFound } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { pays } from "#areas/finance/finance.public.ts";
import {
  accountsWithOutstanding,
  bookedReceipts,
  cashMoved,
  cashStandings,
  outstandingBefore,
} from "#areas/finance/finance.server.ts";
import {
  blocksOf,
  lastBankDay,
  reconcile,
  type MonthKnown,
  type PaymentStanding,
  type ReceiptStanding,
  type Reconciliation,
} from "./reconcile.model.ts";

type Month = {
  agencyAccountId: string;
  firstDay: Day;
  lastDay: Day;
  elsewhere: number | null;
  elsewhereNote: string;
};

/** Where an account's statements begin here, and with which balance; 404 where it has none. */
export const beginningOf = async (
  db: Db,
  accountId: string,
): Promise<{ since: Day; opening: number }> => {
  const first = await db.maybe<{ since: Day; opening: number }>(sql`
    select s.on_day as since, s.opening
    from bank_statement s
    where s.org_id = ${db.scope.orgId}
      and s.agency_account_id = ${accountId}
      and s.status = 'loaded'
    order by s.on_day
    limit 1
  `);
  if (!first) throw notFound("bank statement");
  return first;
};

type Before = Month & { number: string; status: string; frozen: Reconciliation | null };
const monthBefore = (db: Db, { agencyAccountId, firstDay }: Month) =>
  db.maybe<Before>(sql`
    select
      b.agency_account_id, b.first_day, b.last_day, b.elsewhere, b.elsewhere_note, b.number,
      b.status, b.frozen
    from bank_month b
    where b.org_id = ${db.scope.orgId}
      and b.agency_account_id = ${agencyAccountId}
      and b.last_day < ${firstDay}
    order by b.last_day desc
    limit 1
  `);

const closingOf = (db: Db, { agencyAccountId, lastDay }: Month) =>
  db.maybe<NonNullable<MonthKnown["closing"]>>(sql`
    select s.closing as cents, s.on_day, s.number
    from bank_statement s
    where s.org_id = ${db.scope.orgId}
      and s.agency_account_id = ${agencyAccountId}
      and s.status = 'loaded'
      and s.on_day <= ${lastDay}
    order by s.on_day desc
    limit 1
  `);

const reaches = async (db: Db, { agencyAccountId, lastDay }: Month): Promise<boolean> =>
  (await db.maybe(sql`
    select 1 as found
    from bank_statement s
    where s.org_id = ${db.scope.orgId}
      and s.agency_account_id = ${agencyAccountId}
      and s.status = 'loaded'
      and s.on_day >= ${lastBankDay(lastDay)}
    limit 1
  `)) !== null;

const openOf = (db: Db, { agencyAccountId, lastDay }: Month) =>
  db.one<MonthKnown["openLines"]>(sql`
    select
      count(*)::int as count, coalesce(sum(l.cents - coalesce(m.cents, 0)), 0)::bigint as cents,
      (count(*) filter (where a.line_id is not null))::int as alarms
    from bank_line l
    join bank_statement s on s.org_id = l.org_id and s.id = l.statement_id and s.status = 'loaded'
    left join (
        select x.org_id, x.line_id, sum(x.cents)::bigint as cents
        from bank_match x
        where x.org_id = ${db.scope.orgId}
          and x.agency_account_id = ${agencyAccountId}
          and x.taken_back_at is null
        group by x.org_id, x.line_id
      ) m
      on m.org_id = l.org_id
      and m.line_id = l.id
    left join bank_alarm a on a.org_id = l.org_id and a.line_id = l.id
    where l.org_id = ${db.scope.orgId}
      and l.agency_account_id = ${agencyAccountId}
      and l.on_day <= ${lastDay}
      and l.cents <> coalesce(m.cents, 0)
  `);

type Matched = {
  paymentId: string | null;
  journalId: string | null;
  kind: "check" | "ach" | "return" | "receipt" | "fee" | "named";
  /** Of lines in the month, and of lines up to its end. */
  inMonth: number;
  cents: number;
  /** Whether the lines are of the account that is asked for. */
  own: boolean;
};

// Payments with a line in the month, receipts whatever account they were matched at, and the rest as
// sums by kind.
const matchedOf = (db: Db, { agencyAccountId, firstDay, lastDay }: Month) =>
  db.rows<Matched>(sql`
    select
      x.payment_id, x.journal_id, x.kind, x.agency_account_id = ${agencyAccountId} as own,
      coalesce(sum(x.cents) filter (where l.on_day >= ${firstDay}), 0)::bigint as in_month,
      sum(x.cents)::bigint as cents
    from bank_match x
    join bank_line l on l.org_id = x.org_id and l.id = x.line_id
    where x.org_id = ${db.scope.orgId}
      and x.taken_back_at is null
      and l.on_day <= ${lastDay}
      and (x.agency_account_id = ${agencyAccountId} or x.journal_id is not null)
    group by x.payment_id, x.journal_id, x.kind, x.agency_account_id
  `);

const paymentsOf = async (
  db: Db,
  month: Month,
  since: Day,
  matched: readonly Matched[],
  before: Reconciliation | null,
): Promise<PaymentStanding[]> => {
  const bank = new Map<string, number>();
  for (const m of matched)
    if (m.paymentId) bank.set(m.paymentId, (bank.get(m.paymentId) ?? 0) + m.cents);
  const named = [
    ...matched.flatMap((m) => (m.paymentId && m.inMonth !== 0 ? [m.paymentId] : [])),
    ...(before?.items ?? []).flatMap((i) => i.paymentId ?? []),
  ];
  const standings = await cashStandings(
    db,
    month.agencyAccountId,
    { since, from: month.firstDay, until: month.lastDay },
    named,
  );
  return standings.map(({ settled, ...p }) => ({ ...p, bank: settled + (bank.get(p.id) ?? 0) }));
};

type Receipts = { standings: ReceiptStanding[]; moved: number };

// A batch and what reversed it are one. One of before the statements counts on the day of its line.
const receiptsOf = async (
  db: Db,
  month: Month,
  since: Day,
  matched: readonly Matched[],
  before: Reconciliation | null,
): Promise<Receipts> => {
  const accounts = (await accountsWithOutstanding(db)).filter(
    (a) => a.active || a.id === month.agencyAccountId,
  );
  const account = accounts.find((a) => a.id === month.agencyAccountId)!;
  const own = new Map(
    matched.flatMap((m) => (m.journalId && m.own ? [[m.journalId, m] as const] : [])),
  );
  const elsewhere = new Set(matched.flatMap((m) => (m.journalId && !m.own ? [m.journalId] : [])));
  const booked = await bookedReceipts(db, month.firstDay, month.lastDay, [
    ...[...own.values()].flatMap((m) => (m.inMonth !== 0 ? [m.journalId!] : [])),
    ...(before?.items ?? []).flatMap((i) => i.journalId ?? []),
  ]);
  const mine = booked.filter(
    (r) =>
      own.has(r.batchId) ||
      (!elsewhere.has(r.batchId) &&
        (accounts.length === 1 || r.fundIds.some((f) => pays(account, accounts, f)))),
  );
  const batches = new Map<string, ReceiptStanding>();
  let moved = 0;
  for (const r of mine) {
    const line = own.get(r.batchId);
    const early = r.onDay < since;
    const at = batches.get(r.batchId) ?? {
      id: r.batchId,
      number: r.number,
      title: r.title,
      onDay: r.onDay,
      book: 0,
      bank: line?.cents ?? 0,
    };
    batches.set(r.batchId, { ...at, book: at.book + (early ? (line?.cents ?? 0) : r.cents) });
    if (early) moved += line?.inMonth ?? 0;
    else if (r.onDay >= month.firstDay) moved += r.cents;
  }
  return { standings: [...batches.values()], moved };
};

const openingOf = async (
  db: Db,
  month: Month,
  begins: { since: Day; opening: number },
  before: Reconciliation | null,
): Promise<number> =>
  before
    ? before.book
    : begins.opening - (await outstandingBefore(db, month.agencyAccountId, begins.since));

const sumOf = (matched: readonly Matched[], kind: Matched["kind"]) =>
  matched.reduce((n, m) => (m.kind === kind && m.own ? n + m.inMonth : n), 0);

// What is known of a month of an account, from its bank and from the books. 404 without a statement.
const monthKnown = async (
  db: Db,
  month: Month,
  before: Reconciliation | null,
): Promise<MonthKnown> => {
  const [accounts, begins, matched] = await Promise.all([
    accountsWithOutstanding(db),
    beginningOf(db, month.agencyAccountId),
    matchedOf(db, month),
  ]);
  const account = accounts.find((a) => a.id === month.agencyAccountId);
  if (!account) throw notFound("bank account");
  const from = month.firstDay > begins.since ? month.firstDay : begins.since;
  const [closing, reached, openLines, opening, payments, receipts, cash] = await Promise.all([
    closingOf(db, month),
    reaches(db, month),
    openOf(db, month),
    openingOf(db, month, begins, before),
    paymentsOf(db, month, begins.since, matched, before),
    receiptsOf(db, month, begins.since, matched, before),
    cashMoved(db, month.agencyAccountId, from, month.lastDay),
  ]);
  return {
    account: account.name,
    firstDay: month.firstDay,
    lastDay: month.lastDay,
    opening,
    closing,
    reaches: reached,
    over: businessDate(db.scope) > month.lastDay,
    openLines,
    movements: {
      ...cash,
      receipts: receipts.moved,
      fees: sumOf(matched, "fee"),
      named: sumOf(matched, "named"),
    },
    payments,
    receipts: receipts.standings,
  };
};

// The finance system's balance beside the product's: a difference wants a reason, the reviewer reads it.
const elsewhereBlock = (month: Month, r: Reconciliation): string[] =>
  month.elsewhere !== null && month.elsewhere !== r.book && month.elsewhereNote === ""
    ? [
        `The finance system has ${formatCents(month.elsewhere)}, the books here ${formatCents(r.book)}. Say why they differ by ${formatCents(Math.abs(month.elsewhere - r.book))}.`,
      ]
    : [];

/** A month from both sides as its records stand now, and all that stops it. 404 without a statement. */
export const readMonth = async (
  db: Db,
  month: Month,
): Promise<{ reconciliation: Reconciliation; blocks: string[] }> => {
  const last = await monthBefore(db, month);
  const before = last && (last.frozen ?? (await readMonth(db, last)).reconciliation);
  const known = await monthKnown(db, month, before);
  const reconciliation = reconcile(known);
  const open =
    last && last.status !== "reconciled"
      ? [`${last.number}, the month before, is not reconciled. Months follow each other.`]
      : [];
  return {
    reconciliation,
    blocks: [...open, ...blocksOf(known, reconciliation), ...elsewhereBlock(month, reconciliation)],
  };
};
