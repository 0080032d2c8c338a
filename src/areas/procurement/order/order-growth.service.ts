import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import type { Rule } from "#areas/governance/governance.public.ts";
import {
  advisePurchase,
  checkPurchase,
  lookbackMonths,
  rulesOfPurchases,
  type Advised,
  type Checked,
  type InForce,
} from "../method/check.service.ts";
import { likenessOf, type Likeness } from "../method/lookback.service.ts";
import { adviseMethod, outgrown, type Method } from "../method/method.model.ts";
import { queueAlike } from "../method/queue.service.ts";
import type { ChangeInput } from "./order.model.ts";
import type { OrderRecord } from "./order.service.ts";

/**
 * What a change that waits adds by line: the look-back of others counts it by commodity, or by
 * account where either side names none. Cents above zero.
 */
export type Counted = { code: string | null; accounts: string[]; amount: number };
/** How an order is bought once its change applies; empty where the change is not weighed. */
export type WeighedChange = Partial<Checked> & { methodReason?: string };

type Held = Pick<OrderRecord, "id" | "departmentId" | "amount" | "method" | "methodReason">;
type Bought = Held & { awarded: boolean; formal: boolean; reasons: string };
const boughtAs = (db: Db, id: string) =>
  db.maybe<Bought>(sql`
    select
      o.id, o.department_id, o.amount, o.method, o.method_reason, w.id is not null as awarded,
      coalesce(w.evaluation_id is not null, false) or o.contract_id is not null as formal,
      coalesce(
        (
          select string_agg(distinct r.method_reason, ' ')
          from purchase_order_line l
          join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
          join requisition r on r.org_id = q.org_id and r.id = q.requisition_id
          where l.org_id = o.org_id and l.purchase_order_id = o.id and r.method = o.method
        ),
        ''
      ) as reasons
    from purchase_order o
    left join award_order a on a.org_id = o.org_id and a.purchase_order_id = o.id
    left join award w on w.org_id = a.org_id and w.id = a.award_id
    where o.org_id = ${db.scope.orgId} and o.id = ${id}
  `);

// Quotes were the competition of an award without an evaluation. An order that names no method was
// bought as the rules suggest for what it costs.
const inForce = (o: Bought, rules: readonly Rule[], day: string): InForce | null => {
  const method = o.awarded
    ? "simplified"
    : ((o.method as Method | null) ?? adviseMethod(rules, day, o.amount)?.method);
  return method ? { method, reason: o.methodReason || o.reasons } : null;
};
const unlike: Likeness = { codes: [], accounts: [], uncoded: [] };

type Line = {
  id: string;
  ofRequisition: boolean;
  commodityCode: string | null;
  amount: number;
  taken: number;
  beyond: number;
  accounts: string[];
};
const linesOf = (tx: Tx, id: string) =>
  tx.rows<Line>(sql`
    select
      l.id, l.requisition_line_id is not null as of_requisition, l.commodity_code, l.amount,
      l.beyond,
      coalesce(
        (
          select sum(s.taken)
          from purchase_order_share s
          where s.org_id = l.org_id and s.line_id = l.id
        ),
        0
      )::bigint as taken,
      array(
        select s.account_string_id
        from purchase_order_share s
        where s.org_id = l.org_id and s.line_id = l.id
      ) as accounts
    from purchase_order_line l
    where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id} and not l.cancelled
    order by l.line_no
  `);

type After = { line: { id: string }; amount: number; cancelled: boolean };
type Grown = {
  changed: readonly After[];
  added: readonly {
    amount: number;
    commodityCode?: string | null | undefined;
    splits: readonly { accountStringId: string }[];
  }[];
  difference: number;
  input: Pick<ChangeInput, "method" | "methodReason">;
};

// The lines that stay, as they become; `was`: their cents before.
const linesAfter = (stored: readonly Line[], changed: Grown["changed"]) => {
  const next = new Map(changed.map((c) => [c.line.id, c]));
  return stored.flatMap((l) =>
    next.get(l.id)?.cancelled
      ? []
      : [
          {
            ...l,
            was: l.amount,
            amount: next.get(l.id)?.amount ?? l.amount,
            splits: l.accounts.map((accountStringId) => ({ accountStringId })),
          },
        ],
  );
};

const grownCents = (l: ReturnType<typeof linesAfter>[number]): number => {
  if (l.amount <= l.was) return 0;
  return l.ofRequisition ? Math.max(0, l.amount - l.taken - l.beyond) : l.amount - l.was;
};

// What others count of the change in their look-back.
const countedOf = (lines: ReturnType<typeof linesAfter>, added: Grown["added"]): Counted[] =>
  [
    ...lines.map((l) => ({
      code: l.commodityCode,
      accounts: l.accounts,
      amount: grownCents(l),
    })),
    ...added.map((l) => ({
      code: l.commodityCode ?? null,
      accounts: l.splits.map((s) => s.accountStringId),
      amount: l.amount,
    })),
  ].filter((c) => c.amount > 0);

/**
 * Weighs a change of an order that went out and adds or raises lines, in its turn among like
 * purchases. Where the total grows, the method in force must do for
 * the whole new amount with its like purchases of the look-back, in which the order counts once;
 * else `method` names another that is allowed, as a new order
 * would: 422 method_not_allowed at `method` or `methodReason` with the section, 409 no_rules.
 * Orders of an evaluated award, and those under a contract, were competed and are not weighed;
 * those of quotes are for their own amount, since an award of quotes ends at that threshold. 2 CFR
 * 200.320.
 */
export const weighChange = async (
  tx: Tx,
  o: OrderRecord,
  { changed, added, difference, input }: Grown,
): Promise<{ weighed: WeighedChange; counts: Counted[] }> => {
  const bought = await boughtAs(tx, o.id);
  const stored = await linesOf(tx, o.id);
  const rules = await listRules(tx, rulesOfPurchases);
  const day = businessDate(tx.scope);
  if (!bought || bought.formal) return { weighed: {}, counts: [] };
  const lines = linesAfter(stored, changed);
  const counts = countedOf(lines, added);
  const like = bought.awarded
    ? unlike
    : likenessOf([
        ...lines,
        ...added.map((l) => ({ ...l, commodityCode: l.commodityCode ?? null })),
      ]);
  const standing = inForce(bought, rules, day);
  if (difference <= 0) {
    if (!bought.awarded && lookbackMonths(rules, day) > 0)
      await queueAlike(tx, o.departmentId, like);
    return { weighed: {}, counts };
  }
  const checked = await checkPurchase(
    tx,
    {
      id: o.id,
      departmentId: o.departmentId,
      emergency: o.emergency,
      amount: o.amount + difference,
      method: input.method,
      methodReason: input.methodReason,
      inForce: standing ?? undefined,
    },
    like,
    rules,
  );
  return {
    weighed: {
      ...checked,
      ...(input.method && {
        methodReason: input.methodReason || (input.method === o.method ? o.methodReason : ""),
      }),
    },
    counts: bought.awarded ? [] : counts,
  };
};

/**
 * What somebody who writes a change is told: the suggestion for the new amount, and `inForce`, how
 * the order is bought now with why that does not do (null while it does).
 */
export type AdvisedChange = Advised & {
  inForce: { method: Method; outgrown: string | null } | null;
};

/**
 * The same as a suggestion for a change to `amount` cents in all; null for an order that is not
 * weighed, or that there is not.
 */
export const adviseChange = async (
  db: Db,
  id: string,
  amount: number,
  like: Likeness,
): Promise<AdvisedChange | null> => {
  const [bought, rules] = [await boughtAs(db, id), await listRules(db, rulesOfPurchases)];
  const day = businessDate(db.scope);
  if (!bought || bought.formal) return null;
  const advised = await advisePurchase(
    db,
    { id, departmentId: bought.departmentId, day, took: true },
    amount,
    bought.awarded ? unlike : like,
    rules,
  );
  const standing = inForce(bought, rules, day);
  return {
    ...advised,
    inForce: standing && {
      method: standing.method,
      outgrown: advised.advice && outgrown(advised.advice, standing.method, standing.reason),
    },
  };
};
