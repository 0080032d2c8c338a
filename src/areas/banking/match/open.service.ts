import { notFound } from "#kernel/errors.ts";
import { addDays } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  accountsWithOutstanding,
  paymentsAtBank,
  postedReceipts,
} from "#areas/finance/finance.server.ts";
import {
  proposeMatches,
  type Alarm,
  type FeeRule,
  type OpenLine,
  type OpenPayment,
  type OpenReceipt,
  type Proposal,
} from "./match.model.ts";

/** A line with what of it is open, and where it stands. */
export type Line = OpenLine & { statementId: string; statement: string; lineNo: number };

export type Matching = {
  account: { id: string; name: string };
  lines: Line[];
  payments: ReadonlyMap<string, OpenPayment>;
  receipts: ReadonlyMap<string, OpenReceipt>;
  proposals: Proposal[];
  alarms: Alarm[];
};

const openLines = (db: Db, accountId: string): Promise<Line[]> =>
  db.rows<Line>(sql`
    select
      l.id, l.on_day, l.cents - coalesce(m.cents, 0) as cents, l.type_code, l.customer_reference,
      l.bank_reference, l.text, l.statement_id, s.number as statement, l.line_no
    from bank_line l
    join bank_statement s on s.org_id = l.org_id and s.id = l.statement_id and s.status = 'loaded'
    left join (
        select x.org_id, x.line_id, sum(x.cents)::bigint as cents
        from bank_match x
        where x.org_id = ${db.scope.orgId}
          and x.agency_account_id = ${accountId}
          and x.taken_back_at is null
        group by x.org_id, x.line_id
      ) m
      on m.org_id = l.org_id
      and m.line_id = l.id
    where l.org_id = ${db.scope.orgId}
      and l.agency_account_id = ${accountId}
      and l.cents <> coalesce(m.cents, 0)
    order by l.on_day, l.line_no
  `);

type Back = { lineId: string; paymentId: string | null; journalId: string | null };
const backOf = (db: Db, accountId: string) =>
  db.rows<Back>(sql`
    select distinct x.line_id, x.payment_id, x.journal_id
    from bank_match x
    where x.org_id = ${db.scope.orgId}
      and x.agency_account_id = ${accountId}
      and x.taken_back_at is not null
  `);

// What a person took back is never matched by itself again.
const doubted = (proposals: readonly Proposal[], back: readonly Back[]): Proposal[] => {
  const known = new Set(back.map((b) => `${b.lineId} ${b.paymentId} ${b.journalId}`));
  return proposals.map((p) =>
    p.certain && p.parts.some((x) => known.has(`${p.lineId} ${x.paymentId} ${x.journalId}`))
      ? { ...p, certain: false, reason: `${p.reason} Somebody took this match back before.` }
      : p,
  );
};

type Live = { paymentId: string | null; journalId: string | null; credited: boolean };
const liveOf = (db: Db, accountId: string) =>
  db.rows<Live>(sql`
    select x.payment_id, x.journal_id, x.kind = 'return' as credited
    from bank_match x
    where x.org_id = ${db.scope.orgId}
      and x.agency_account_id = ${accountId}
      and x.taken_back_at is null
      and (x.payment_id is not null or x.journal_id is not null)
  `);

const rulesOf = (db: Db, accountId: string) =>
  db.rows<FeeRule>(sql`
    select r.id, r.label, r.type_code, r.words, r.most
    from bank_fee_rule r
    where r.org_id = ${db.scope.orgId} and r.agency_account_id = ${accountId} and r.ended_at is null
    order by r.created_at, r.id
  `);

/**
 * What of an account's statements is open, with what each line may be and the checks that must not
 * have been paid so. 404 for an account that is not the agency's.
 */
export const readMatching = async (db: Db, accountId: string): Promise<Matching> => {
  const account = (await accountsWithOutstanding(db)).find((a) => a.id === accountId);
  if (!account) throw notFound("bank account");
  const lines = await openLines(db, accountId);
  const since = addDays(lines[0]?.onDay ?? "2000-01-01", -400);
  const [paid, live, posted, rules, back] = await Promise.all([
    lines.length > 0 ? paymentsAtBank(db, accountId, since) : [],
    liveOf(db, accountId),
    lines.length > 0 ? postedReceipts(db, addDays(since, 390)) : [],
    rulesOf(db, accountId),
    backOf(db, accountId),
  ]);
  const debited = new Set(live.filter((l) => !l.credited).map((l) => l.paymentId));
  const credited = new Set(live.filter((l) => l.credited).map((l) => l.paymentId));
  const matched = new Set(live.map((l) => l.journalId));
  const payments = paid.map((p) => ({
    ...p,
    debited: debited.has(p.id),
    credited: credited.has(p.id),
  }));
  const receipts = posted.filter((r) => !matched.has(r.id));
  const { proposals, alarms } = proposeMatches(lines, payments, receipts, rules);
  return {
    account: { id: account.id, name: account.name },
    lines,
    payments: new Map(payments.map((p) => [p.id, p])),
    receipts: new Map(receipts.map((r) => [r.id, r])),
    alarms,
    proposals: doubted(proposals, back),
  };
};
