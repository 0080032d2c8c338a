import { invalidField } from "#kernel/errors.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import {
  policyFor,
  publishedPolicies,
  type DocumentFacts,
} from "#areas/workflow/workflow.server.ts";
import {
  advisePurchase,
  checkPurchase,
  rulesOfPurchases,
  type Advised,
  type Checked,
  type InForce,
} from "../method/check.service.ts";
import { likenessOf } from "../method/lookback.service.ts";
import { methods } from "../method/method.labels.ts";
import { adviseMethod, isWeaker, strictestOf, type Method } from "../method/method.model.ts";
import type { OrderRecord } from "./order.service.ts";

type Line = {
  amount: number;
  commodityCode: string | null;
  splits: readonly { accountStringId: string }[];
};
const linesOf = async (tx: Tx, id: string): Promise<Line[]> =>
  (
    await tx.rows<Omit<Line, "splits"> & { accounts: string[] }>(sql`
      select
        l.amount, l.commodity_code,
        array(
          select s.account_string_id
          from purchase_order_share s
          where s.org_id = l.org_id and s.line_id = l.id
        ) as accounts
      from purchase_order_line l
      where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id} and not l.cancelled
      order by l.line_no
    `)
  ).map((l) => ({ ...l, splits: l.accounts.map((accountStringId) => ({ accountStringId })) }));

/** A requisition on an order, as it was approved. */
type Approved = { number: string; amount: number; method: Method | null; methodReason: string };
const requisitionsOf = (tx: Tx, id: string) =>
  tx.rows<Approved>(sql`
    select r.number, r.amount, r.method, r.method_reason
    from requisition r
    where r.org_id = ${tx.scope.orgId}
      and r.id in (
        select q.requisition_id
        from purchase_order_line l
        join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
        where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id}
      )
    order by r.number
  `);

// The strictest method of the requisitions, with the reasons that were given for it.
const approvedAs = (requisitions: readonly Approved[]): InForce | null => {
  const method = strictestOf(requisitions)?.method;
  return method
    ? {
        method,
        reason: requisitions.flatMap((r) => (r.method === method ? r.methodReason : [])).join(" "),
        yields: true,
      }
    : null;
};

const refuseWeaker = (method: Method | null, requisitions: readonly Approved[]): void => {
  const strictest = strictestOf(requisitions);
  if (method && strictest?.method && isWeaker(method, strictest.method))
    throw invalidField(
      "method",
      `${strictest.number} was approved as ${methods[strictest.method]}: an order of it is bought by no less.`,
      "method_not_allowed",
    );
};

/**
 * An order weighed by itself. `stands`: it is bought as its requisitions were approved; `largest`:
 * cents of the largest of them, 0 without one.
 */
export type WeighedOrder = { patch: Checked; stands: boolean; largest: number };

/**
 * Weighs an order for its whole sum with its like purchases, in which it counts once, as a
 * requisition is (`checkPurchase`, with its errors): lines of its own, lines of several
 * requisitions together, and prices beyond the approved ones. It takes the strictest method of its
 * requisitions where that does for the sum, else the one that the rules suggest, or another that
 * its buyer named: 422 method_not_allowed where that asks less than a requisition did.
 * A method that was suggested when the order was sent before is suggested anew. 2 CFR 200.320.
 */
export const weighOrder = async (tx: Tx, o: OrderRecord): Promise<WeighedOrder> => {
  const [lines, requisitions, rules] = await Promise.all([
    linesOf(tx, o.id),
    requisitionsOf(tx, o.id),
    listRules(tx, rulesOfPurchases),
  ]);
  const approved = approvedAs(requisitions);
  const before = o.aggregateAmount
    ? adviseMethod(rules, businessDate(tx.scope), o.aggregateAmount)?.method
    : null;
  const named = o.method === before || o.method === approved?.method ? null : o.method;
  refuseWeaker(named as Method | null, requisitions);
  const patch = await checkPurchase(
    tx,
    {
      id: o.id,
      departmentId: o.departmentId,
      emergency: o.emergency,
      amount: lines.reduce((n, l) => n + l.amount, 0),
      method: named as Method | null,
      methodReason: o.methodReason,
      inForce: approved ?? undefined,
      took: requisitions.length > 0,
    },
    likenessOf(lines),
    rules,
  );
  return {
    patch,
    stands: patch.method === approved?.method,
    largest: Math.max(0, ...requisitions.map((r) => r.amount)),
  };
};

/**
 * Whether requisitions put onto one order are approved for their sum: by a method that does for it,
 * and the largest by the policy that decides such a sum.
 */
export const approvedTogether = async (
  tx: Tx,
  { stands, largest }: WeighedOrder,
  facts: DocumentFacts,
): Promise<boolean> => {
  if (!stands) return false;
  const policies = await publishedPolicies(tx, "requisition");
  const decides = (amount: number) => policyFor(policies, { ...facts, amount })?.id;
  return decides(facts.amount) === decides(Math.min(largest, facts.amount));
};

type ReadLine = Line & {
  requisitionId: string | null;
  requisitionPrice: string | null;
  unitPrice: string;
  cancelled: boolean;
};
// Not one within the approved lines of one requisition, which was weighed as a whole.
const isWeighed = (lines: readonly ReadLine[]): boolean =>
  new Set(lines.map((l) => l.requisitionId)).size > 1 ||
  lines.some((l) => !l.requisitionPrice || Number(l.unitPrice) > Number(l.requisitionPrice));

/**
 * What the rules suggest for an order that is weighed by itself, for a reader; null for another
 * one. Of a draft for today, of what went out for that day.
 */
export const adviseOrder = async (
  db: Db,
  o: { id: string; departmentId: string; issuedAt: string | null },
  all: readonly ReadLine[],
): Promise<Advised | null> => {
  const lines = all.filter((l) => !l.cancelled);
  if (lines.length === 0 || !isWeighed(lines)) return null;
  const day = businessDate(o.issuedAt ? { ...db.scope, businessNow: o.issuedAt } : db.scope);
  return advisePurchase(
    db,
    {
      id: o.id,
      departmentId: o.departmentId,
      day,
      took: lines.some((l) => l.requisitionId),
    },
    lines.reduce((n, l) => n + l.amount, 0),
    likenessOf(lines),
    await listRules(db, rulesOfPurchases),
  );
};
