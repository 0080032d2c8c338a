import type { Day } from "#kernel/time.ts";
import {
  judgedBy,
  rulesOn,
  strictestThreshold,
  type Rule,
} from "#areas/governance/governance.public.ts";
import { rulesOfKeys } from "#areas/governance/governance.server.ts";
import { businessDate, dayIn } from "#server/clock.ts";
import type { ControlCheck, Judged } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { competitionOf, type OrderCompetition } from "./competition.ts";
import {
  judgeMethod,
  judgeQuotes,
  judgeReason,
  judgeReceiptFirst,
  type MethodFacts,
  type OrderFacts,
  type QuoteFacts,
  type ReasonFacts,
  type ReceiptFacts,
} from "./order-checks.model.ts";

type Quoted = { answer: string; answeredOn: Day };
type Stored = {
  id: string;
  number: string;
  status: string;
  revision: number;
  amount: number;
  method: string | null;
  methodCitation: string | null;
  methodReason: string;
  aggregateAmount: number;
  issuedAt: string | null;
  vendorId: string;
  federal: boolean;
  contractId: string | null;
  blanketId: string | null;
  quotes: Quoted[];
  receiptNumber: string | null;
  receivedOn: Day | null;
};

const storedOf = (db: Db, ids: readonly string[]): Promise<Stored[]> =>
  db.rows<Stored>(sql`
    select
      o.id, o.number, o.status, o.vendor_id, o.federal, o.contract_id, o.blanket_id,
      coalesce(v.revision, o.revision) as revision, coalesce(v.amount, o.amount) as amount,
      coalesce(v.content ->> 'method', o.method) as method,
      coalesce(v.content ->> 'methodCitation', o.method_citation) as method_citation,
      coalesce(nullif(o.method_reason, ''), v.content ->> 'methodReason', '') || coalesce(
        ' ' || r.reason, ''
      ) as method_reason,
      coalesce((v.content ->> 'aggregateAmount')::bigint, o.aggregate_amount) as aggregate_amount,
      coalesce(v.created_at, o.issued_at) as issued_at,
      coalesce(
        (
          select jsonb_agg(jsonb_build_object('answer', q.answer, 'answeredOn', q.answered_on))
          from price_quote q
          where q.org_id = o.org_id
            and q.withdrawn_reason is null
            and (q.purchase_order_id = o.id or q.requisition_id = any(r.ids))
        ),
        '[]'
      ) as quotes,
      first.number as receipt_number, first.received_on
    from purchase_order o
    left join purchase_order_version v on v.org_id = o.org_id and v.purchase_order_id = o.id
    left join lateral (
        select
          array_agg(distinct q.id) as ids,
          string_agg(distinct nullif(q.method_reason, ''), ' ') as reason
        from purchase_order_line n
        join requisition_line l on l.org_id = n.org_id and l.id = n.requisition_line_id
        join requisition q on q.org_id = l.org_id and q.id = l.requisition_id
        where n.org_id = o.org_id and n.purchase_order_id = o.id
      ) r
      on true
    left join lateral (
        select c.number, c.received_on
        from receipt c
        where c.org_id = o.org_id and c.purchase_order_id = o.id and c.status = 'posted'
        order by c.received_on, c.number
        limit 1
      ) first
      on true
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...ids]}::uuid[])
    order by o.id, revision
  `);

const thresholds = ["microPurchase", "simplifiedAcquisition"];
const keys = [
  ...thresholds,
  ...["noncompetitive", "sealedBid", "proposal", "costPriceAnalysis", "exclusionScreening"],
];

/**
 * A version of an order with the law of its day: of the day on which it went out, of today before.
 * Each change is judged apart, by its own day and sum.
 */
export type ReadOrder = {
  first: boolean;
  /** By how many cents the version raised the order: the first, its whole amount. */
  raised: number;
  o: Stored;
  day: Day;
  base: OrderFacts;
  held: readonly Rule[];
  rules: readonly Rule[];
  competition: OrderCompetition | undefined;
};

/** Each version of some orders, the oldest first. */
export const readOrders = async (db: Db, ids: readonly string[]): Promise<ReadOrder[]> => {
  const [orders, rules, competition] = await Promise.all([
    storedOf(db, ids),
    rulesOfKeys(db, keys),
    competitionOf(db, ids),
  ]);
  return orders.map((o, at) => {
    const issued = o.issuedAt === null ? null : dayIn(db.scope, o.issuedAt as never);
    const day = issued ?? businessDate(db.scope);
    const first = orders[at - 1]?.id !== o.id;
    return {
      first,
      raised: first ? o.amount : o.amount - orders[at - 1]!.amount,
      o,
      day,
      base: { status: o.status, issued, amount: o.amount },
      rules,
      held: rulesOn(rules, day),
      competition: competition.get(o.id),
    };
  });
};

/** What a check judges of a version of an order. */
export const judgedVersion = <F extends OrderFacts>(
  read: ReadOrder,
  { facts, law, shown = [] }: { facts: F; law: readonly string[]; shown?: Judged["shown"] },
): Judged => ({
  subjectId: read.o.id,
  part: read.o.revision,
  binding: read.base.issued !== null || read.o.receivedOn !== null,
  day: read.day,
  rules: judgedBy(read.held, law),
  facts,
  shown: [{ label: read.o.number, href: `/purchase-orders/${read.o.id}` }, ...shown],
});

const methodFacts = (read: ReadOrder): MethodFacts => ({
  ...read.base,
  method: read.o.method,
  aggregate: read.o.aggregateAmount,
  microCents: strictestThreshold(read.rules, "microPurchase", read.day)?.cents ?? null,
  simplifiedCents: strictestThreshold(read.rules, "simplifiedAcquisition", read.day)?.cents ?? null,
  underContract: read.o.contractId !== null || read.o.blanketId !== null,
});

const quotesWanted = ({ rules, day }: ReadOrder): number | null => {
  const rule = strictestThreshold(rules, "simplifiedAcquisition", day)?.rule;
  return rule ? Number(rule.parameters.quotes ?? 2) : null;
};

const quoteFacts = (read: ReadOrder): QuoteFacts => {
  const { o, base, competition } = read;
  const inTime = o.quotes.filter((q) => base.issued === null || q.answeredOn <= base.issued);
  return {
    ...base,
    method: o.contractId !== null || o.blanketId !== null ? null : o.method,
    wanted: quotesWanted(read),
    asked: inTime.length,
    quoted: inTime.filter((q) => q.answer === "quoted").length,
    late: o.quotes.length - inTime.length,
    answers: competition?.answers ?? null,
    solicitation: competition?.number ?? null,
  };
};

const reasonFacts = (read: ReadOrder): ReasonFacts => ({
  ...read.base,
  method: read.o.method,
  citation: read.o.methodCitation,
  reason: read.o.methodReason,
  microCents: strictestThreshold(read.rules, "microPurchase", read.day)?.cents ?? null,
});

const receiptFacts = ({ first, o, base }: ReadOrder): ReceiptFacts => ({
  ...base,
  change: !first,
  firstReceipt: o.receivedOn,
  receipt: o.receiptNumber,
});

const dayNamed = "the day on which the order goes out";
const of = {
  subject: "purchaseOrder",
  dayNamed,
  owner: "buyer",
} as const;

/** Controls of purchase orders that come with the product. */
export const orderChecks: readonly ControlCheck[] = [
  {
    ...of,
    name: "order.method",
    stops: "order.issue",
    label: "Method for the sum",
    family: "method",
    kind: "preventive",
    demands:
      "An order is bought by a method that does for its sum with like purchases of the look-back.",
    ruleKeys: thresholds,
    severity: "high",
    days: 10,
    remedy: "Cancel it and buy it anew by that method, or ask for a waiver.",
    read: async (db, ids) =>
      (await readOrders(db, ids)).map((read) =>
        judgedVersion(read, { facts: methodFacts(read), law: thresholds }),
      ),
    judge: judgeMethod,
  },
  {
    ...of,
    name: "order.quotes",
    stops: "order.issue",
    label: "Quotes of a small purchase",
    family: "method",
    kind: "preventive",
    demands:
      "Above the micro-purchase threshold an adequate number of suppliers is asked for a price; one that declines counts as asked.",
    ruleKeys: ["simplifiedAcquisition"],
    severity: "high",
    days: 10,
    remedy: "Record the quotes that were asked for before the order went out.",
    tab: "quotes",
    read: async (db, ids) =>
      (await readOrders(db, ids)).map((read) =>
        judgedVersion(read, {
          facts: quoteFacts(read),
          law: ["simplifiedAcquisition"],
          shown: read.competition
            ? [{ label: read.competition.number, href: read.competition.href }]
            : [],
        }),
      ),
    judge: judgeQuotes,
  },
  {
    ...of,
    name: "order.ground",
    stops: "order.issue",
    label: "Ground of buying without competition",
    family: "method",
    kind: "preventive",
    demands: "Whoever buys without competition writes down which of the five grounds allows it.",
    ruleKeys: ["noncompetitive"],
    severity: "high",
    days: 10,
    remedy: "Write the ground down on the requisition or order.",
    read: async (db, ids) =>
      (await readOrders(db, ids)).map((read) =>
        judgedVersion(read, { facts: reasonFacts(read), law: ["noncompetitive"] }),
      ),
    judge: judgeReason,
  },
  {
    ...of,
    name: "order.receiptFirst",
    stage: "receipt",
    label: "Received before it was ordered",
    family: "receipt",
    kind: "detective",
    demands: "Nothing is received before the order for it goes out.",
    ruleKeys: ["orderBeforeReceipt"],
    severity: "medium",
    days: 15,
    remedy: "Say what happened, or ask for a waiver: the days cannot be changed.",
    read: async (db, ids) =>
      (await readOrders(db, ids)).map((read) =>
        judgedVersion(read, { facts: receiptFacts(read), law: ["orderBeforeReceipt"] }),
      ),
    judge: judgeReceiptFirst,
  },
];
