import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { tellOfBill } from "./billed.service.ts";

/** What an invoice bills of one line: quantity as text, the rest in cents. */
export type BilledLine = {
  lineId: string;
  quantity: string;
  amount: number;
  /** Of a line that one account pays: encumbrance that is released, and what is expended. */
  released: number;
  charged: number;
};

export type Billing = {
  orderId: string;
  /** The invoice's subtotal, in cents. */
  amount: number;
  lines: readonly BilledLine[];
  /** The same of divided lines, by the share of each account. */
  shares: readonly { id: string; released: number; charged: number }[];
  /** 1 posts an invoice, -1 takes a posted one back. */
  sign: 1 | -1;
};

// A line takes quantity, amount and, when one account pays it, the money in one change.
const billLines = (tx: Tx, { lines, sign }: Billing) =>
  tx.rows(sql`
    update purchase_order_line p
    set
      invoiced_quantity = p.invoiced_quantity + ${sign} * t.quantity,
      invoiced_amount = p.invoiced_amount + ${sign} * t.amount,
      encumbered = p.encumbered - ${sign} * t.released, expended = p.expended + ${sign} * t.charged
    from unnest(
      ${lines.map((l) => l.lineId)}::uuid[], ${lines.map((l) => l.quantity)}::numeric[],
      ${lines.map((l) => l.amount)}::bigint[], ${lines.map((l) => l.released)}::bigint[],
      ${lines.map((l) => l.charged)}::bigint[]
    ) as t(id, quantity, amount, released, charged)
    where p.org_id = ${tx.scope.orgId} and p.id = t.id
  `);

const billShares = (tx: Tx, { shares, sign }: Billing) =>
  tx.rows(sql`
    update purchase_order_split o
    set encumbered = o.encumbered - ${sign} * t.part, expended = o.expended + ${sign} * t.amount
    from (
      select id, sum(part)::bigint as part, sum(amount)::bigint as amount
      from unnest(
        ${shares.map((s) => s.id)}::uuid[], ${shares.map((s) => s.released)}::bigint[],
        ${shares.map((s) => s.charged)}::bigint[]
      ) as u(id, part, amount)
      group by 1
    ) t
    where o.org_id = ${tx.scope.orgId} and o.id = t.id
  `);

const billHead = (tx: Tx, { orderId, amount, sign }: Billing) =>
  tx.rows(sql`
    update purchase_order o
    set
      invoiced_amount = o.invoiced_amount + ${sign * amount}, uninvoiced = s.uninvoiced,
      overbilled = s.overbilled
    from (
      select
        coalesce(
          bool_or(unit_price <> 0 and invoiced_quantity < received_quantity), false
        ) as uninvoiced,
        coalesce(bool_or(invoiced_quantity > received_quantity), false) as overbilled
      from purchase_order_line
      where org_id = ${tx.scope.orgId} and purchase_order_id = ${orderId} and not cancelled
    ) s
    where o.org_id = ${tx.scope.orgId} and o.id = ${orderId}
  `);

/**
 * Takes an approved invoice onto its order, or off it: what is invoiced of each line, what of the
 * encumbrance became expenditure, whether something received is not invoiced or more than was
 * received. The caller holds the order's row.
 */
export const billOrder = async (tx: Tx, actor: Actor, billing: Billing): Promise<void> => {
  await Promise.all([
    billing.lines.length ? billLines(tx, billing) : null,
    billing.shares.length ? billShares(tx, billing) : null,
    billHead(tx, billing),
  ]);
  await tellOfBill(tx, actor, {
    orderId: billing.orderId,
    orderLineIds: billing.lines.map(({ lineId }) => lineId),
  });
};
