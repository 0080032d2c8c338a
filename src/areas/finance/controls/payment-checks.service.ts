import { day, type Day, type Instant } from "#kernel/time.ts";
import { judgedBy, rulesOn, type Rule } from "#areas/governance/governance.public.ts";
import { rulesOfKeys, type ShippedRule } from "#areas/governance/governance.server.ts";
import { namesOf } from "#areas/identity/identity.server.ts";
import { figureOn } from "#areas/procurement/procurement.server.ts";
import { accountsSince, screenedBefore } from "#areas/vendors/vendors.server.ts";
import { businessDate, businessNow, dayIn } from "#server/clock.ts";
import type { ControlCheck, Judged } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  judgeBank,
  judgeExceptions,
  judgePayee,
  judgePrompt,
  waiting,
  type BankFacts,
  type ExceptionFacts,
  type PayeeFacts,
  type PaymentFacts,
  type PromptFacts,
} from "./payment-checks.model.ts";

const bankKey = "paymentAfterBankChange";

/** How soon after a change of a vendor's account a payment is looked at: the agency's own figure. */
export const bankRule: ShippedRule = {
  key: bankKey,
  label: "Payment soon after a bank change",
  citation: "Agency payment controls; 2 CFR 200.303(a)",
  text: "A payment to an account of a vendor that took the place of another one within so many days is looked at: who diverts payments changes an account just before. The hours for which payments wait are the rule of their own. No law names the days.",
  effectiveFrom: day("2000-01-01"),
  effectiveTo: null,
  parameters: { days: 10 },
  source: "Default of the product",
  verified: false,
};

type Bill = {
  id: string;
  number: string;
  dueOn: Day | null;
  disputedDays: number;
  interest: number;
};
type Accepted = Omit<ExceptionFacts["accepted"][number], "names">;
type Stored = {
  id: string;
  number: string;
  status: string;
  method: "ach" | "check";
  vendorId: string;
  paidOn: Day | null;
  bankAccountId: string | null;
  interestRule: string | null;
  screened: { outcome: "clear" | "possible" | "excluded"; at: Instant } | null;
  bills: Bill[];
  accepted: Accepted[];
};

// Bills of a payment that came back are not live any more; they were its bills all the same.
const storedOf = (db: Db, ids: readonly string[]): Promise<Stored[]> =>
  db.rows<Stored>(sql`
    select
      p.id, p.number, p.status, p.method, p.vendor_id, p.paid_on, p.bank_account_id,
      coalesce(b.bills, '[]') as bills, coalesce(b.accepted, '[]') as accepted, b.interest_rule,
      (
        select jsonb_build_object('outcome', s.outcome, 'at', s.at)
        from vendor_screening s
        where s.org_id = p.org_id and s.id = p.screening_id
      ) as screened
    from payment p
    left join lateral (
        select
          jsonb_agg(jsonb_build_object(
            'id', i.id, 'number', i.number, 'dueOn', i.due_on, 'disputedDays', i.disputed_days,
            'interest', coalesce(invoice_interest_due(i.org_id, i.id, p.paid_on), 0)
          ) order by i.number) filter (where i.kind = 'invoice' and x.part = 0) as bills,
          min(i.interest_rule) as interest_rule,
          (
            select jsonb_agg(
                jsonb_build_object(
                  'bill', n.number, 'kind', e.kind, 'by', e.resolved_by, 'enteredBy', n.created_by
                ) order by n.number,
                e.kind
              )
            from invoice_exception e
            join invoice n on n.org_id = e.org_id and n.id = e.invoice_id
            where e.org_id = p.org_id
              and e.status = 'accepted'
              and e.invoice_id in (
                select y.invoice_id
                from payment_invoice y
                where y.org_id = p.org_id and y.payment_id = p.id
              )
          ) as accepted
        from payment_invoice x
        join invoice i on i.org_id = x.org_id and i.id = x.invoice_id
        where x.org_id = p.org_id and x.payment_id = p.id
      ) b
      on true
    where p.org_id = ${db.scope.orgId} and p.id = any(${[...ids]}::uuid[])
  `);

type Read = { p: Stored; base: PaymentFacts; rules: readonly Rule[] };

const readPayments = async (db: Db, ids: readonly string[], key: string): Promise<Read[]> => {
  const [stored, rules] = await Promise.all([storedOf(db, ids), rulesOfKeys(db, [key])]);
  return stored.map((p) => ({
    p,
    base: { status: p.status, day: p.paidOn ?? businessDate(db.scope) },
    rules,
  }));
};

const judged = ({ p, base, rules }: Read, key: string, facts: PaymentFacts): Judged => ({
  subjectId: p.id,
  part: 0,
  binding: !waiting.has(p.status) && p.status !== "cancelled",
  day: base.day,
  rules: judgedBy(rulesOn(rules, base.day), [key]),
  facts,
  shown: [
    { label: p.number, href: `/payments/${p.id}` },
    ...p.bills.map(({ id, number }) => ({ label: number, href: `/invoices/${id}` })),
  ],
});

const readPrompt = async (db: Db, ids: readonly string[]): Promise<Judged[]> =>
  (await readPayments(db, ids, "promptPayment")).map((read) => {
    const facts: PromptFacts = {
      ...read.base,
      bills: read.p.bills.map(({ id: _id, ...bill }) => bill),
      interestRule: read.p.interestRule,
    };
    return judged(read, "promptPayment", facts);
  });

const readBank = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const payments = await readPayments(db, ids, bankKey);
  const accounts = new Map(
    (
      await accountsSince(
        db,
        payments.flatMap(({ p }) => p.bankAccountId ?? []),
      )
    ).map((account) => [account.id, account]),
  );
  return payments.map((read) => {
    const account = read.p.bankAccountId ? accounts.get(read.p.bankAccountId) : undefined;
    const facts: BankFacts = {
      ...read.base,
      method: read.p.method,
      since: account ? dayIn(db.scope, account.effectiveAt) : null,
      change: account?.change ?? false,
      days: figureOn(read.rules, bankKey, "days", read.base.day),
    };
    return judged(read, bankKey, facts);
  });
};

const exclusionKey = "exclusionScreening";

// What went out was screened as it was released; before, the newest screening of its vendor stands.
const readPayee = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const payments = await readPayments(db, ids, exclusionKey);
  const before = businessNow(db.scope).toISOString() as Instant;
  const open = payments.filter(({ p }) => waiting.has(p.status));
  const found = await screenedBefore(
    db,
    open.map(({ p }) => ({ vendorId: p.vendorId, before })),
  );
  const newest = new Map(open.map(({ p }, n) => [p.id, found[n] ?? null]));
  return payments.map((read) => {
    const { p } = read;
    const kept = p.screened && { ...p.screened, decision: null };
    const stood = waiting.has(p.status) ? (newest.get(p.id) ?? null) : kept;
    const facts: PayeeFacts = {
      ...read.base,
      screened: stood && {
        outcome: stood.outcome,
        decision: stood.decision,
        on: dayIn(db.scope, stood.at),
      },
    };
    return judged(read, exclusionKey, facts);
  });
};

const readExceptions = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const payments = await readPayments(db, ids, "ownOverride");
  const names = await namesOf(
    db,
    payments.flatMap(({ p }) => p.accepted.map(({ by }) => by)),
  );
  return payments.map((read) => {
    const people = [...new Set(read.p.accepted.flatMap(({ by }) => by ?? []))].toSorted();
    const facts: ExceptionFacts = {
      ...read.base,
      accepted: read.p.accepted,
      names: Object.fromEntries(
        people.flatMap((person) => (names.has(person) ? [[person, names.get(person)!]] : [])),
      ),
    };
    return judged(read, "ownOverride", facts);
  });
};

const of = {
  subject: "payment",
  family: "payment",
  dayNamed: "the day of the payment",
} as const;

/** Controls of payments that come with the product. */
export const paymentChecks: readonly ControlCheck[] = [
  {
    ...of,
    name: "payment.prompt",
    label: "Paid in time",
    kind: "detective",
    demands:
      "A bill is paid within the days of the rule or of the agreed terms; days of a dispute in good faith come on top.",
    dayNamed:
      "the day of the payment; each bill is due by the rule of the day on which it was received",
    ruleKeys: ["promptPayment"],
    severity: "low",
    owner: "ap",
    days: 15,
    remedy: "Pay the interest that is owed, and say why it was late.",
    read: readPrompt,
    judge: judgePrompt,
  },
  {
    ...of,
    name: "payment.bankChange",
    label: "Soon after a bank change",
    kind: "preventive",
    stops: "payment.release",
    demands: "No payment goes to a new account of a vendor within days of the change.",
    ruleKeys: [bankKey],
    severity: "high",
    owner: "treasurer",
    days: 5,
    remedy: "Take the payment off the run until the days are over, or ask for a waiver.",
    read: readBank,
    judge: judgeBank,
  },
  {
    ...of,
    name: "payment.screened",
    label: "Payee screened before",
    kind: "preventive",
    stops: "payment.release",
    demands: "Nobody is paid without a screening before that found no exclusion.",
    ruleKeys: [exclusionKey],
    severity: "high",
    owner: "treasurer",
    days: 5,
    remedy: "Screen the vendor on its page and decide a possible match.",
    read: readPayee,
    judge: judgePayee,
  },
  {
    ...of,
    name: "payment.ownException",
    aboutPeople: true,
    stage: "invoice",
    label: "Finding accepted by whoever entered the bill",
    family: "people",
    kind: "detective",
    demands: "Whoever enters a bill accepts no finding of its match.",
    ruleKeys: ["ownOverride"],
    severity: "high",
    owner: "compliance_officer",
    days: 10,
    remedy: "Say what happened, and have somebody else look at the bill.",
    read: readExceptions,
    judge: judgeExceptions,
  },
];
