import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import {
  advisePurchase,
  checkPurchase,
  rulesOfPurchases,
  type Advised,
} from "../method/check.service.ts";
import { likenessOf, type Likeness } from "../method/lookback.service.ts";
import { adviseMethod, type Method } from "../method/method.model.ts";
import type { OrderRecord } from "./order.service.ts";

/**
 * What of an order no requisition asked for: cents and likeness of its own lines. `mixed`: other
 * lines of it are of requisitions, which say how it is bought.
 */
type OwnPart = { amount: number; like: Likeness; mixed: boolean };

type OwnLine = {
  amount: number;
  commodityCode?: string | null | undefined;
  splits: readonly { accountStringId: string }[];
};
const partOf = (lines: readonly OwnLine[], mixed: boolean): OwnPart | null =>
  lines.length
    ? {
        amount: lines.reduce((n, l) => n + l.amount, 0),
        like: likenessOf(lines.map((l) => ({ ...l, commodityCode: l.commodityCode ?? null }))),
        mixed,
      }
    : null;

type Stored = {
  ofRequisition: boolean;
  amount: number;
  commodityCode: string | null;
  accounts: string[];
};
const storedPart = async (tx: Tx, id: string): Promise<OwnPart | null> => {
  const lines = await tx.rows<Stored>(sql`
    select
      l.requisition_line_id is not null as of_requisition, l.amount, l.commodity_code,
      array(
        select s.account_string_id
        from purchase_order_share s
        where s.org_id = l.org_id and s.line_id = l.id
      ) as accounts
    from purchase_order_line l
    where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id} and not l.cancelled
    order by l.line_no
  `);
  return partOf(
    lines
      .filter((l) => !l.ofRequisition)
      .map((l) => ({ ...l, splits: l.accounts.map((accountStringId) => ({ accountStringId })) })),
    lines.some((l) => l.ofRequisition),
  );
};

type Weighed = Pick<OrderRecord, "id" | "departmentId" | "method" | "methodReason"> & {
  aggregateAmount?: number;
};
export type MethodPatch = Partial<
  Pick<OrderRecord, "method" | "methodCitation" | "aggregateAmount" | "splitWarning">
>;

/**
 * Checks how the own part of an order is bought, as a requisition's submission does
 * (`checkPurchase`, with its errors), and gives what the order keeps of it.
 * A method that the rules suggested when the order was sent before is suggested anew. Beside lines
 * of requisitions the method stays theirs.
 */
const checkOwnPart = async (tx: Tx, o: Weighed, own: OwnPart): Promise<MethodPatch> => {
  const rules = await listRules(tx, rulesOfPurchases);
  const before = o.aggregateAmount
    ? adviseMethod(rules, businessDate(tx.scope), o.aggregateAmount)?.method
    : null;
  const method = own.mixed || o.method === before ? null : (o.method as Method | null);
  const checked = await checkPurchase(
    tx,
    {
      id: o.id,
      departmentId: o.departmentId,
      amount: own.amount,
      method,
      methodReason: o.methodReason,
    },
    own.like,
    rules,
  );
  return own.mixed
    ? { aggregateAmount: checked.aggregateAmount, splitWarning: checked.splitWarning }
    : checked;
};

/** The same for a stored order. Nothing for one whose lines are all of requisitions. */
export const checkStored = async (tx: Tx, o: OrderRecord): Promise<MethodPatch> => {
  const own = await storedPart(tx, o.id);
  return own ? checkOwnPart(tx, o, own) : {};
};

/**
 * What the rules suggest for the own lines of an order, for a reader; null where it has none. Of a
 * draft for today, of what went out for that day.
 */
export const adviseOrder = async (
  db: Db,
  o: { id: string; departmentId: string; issuedAt: string | null },
  lines: readonly (OwnLine & { requisitionLineId: string | null; cancelled: boolean })[],
): Promise<Advised | null> => {
  const own = partOf(
    lines.filter((l) => !l.requisitionLineId && !l.cancelled),
    false,
  );
  if (!own) return null;
  const day = businessDate(o.issuedAt ? { ...db.scope, businessNow: o.issuedAt } : db.scope);
  return advisePurchase(
    db,
    { id: o.id, departmentId: o.departmentId, day },
    own.amount,
    own.like,
    await listRules(db, rulesOfPurchases),
  );
};
