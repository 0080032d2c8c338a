import type { Actor } from "#kernel/access.ts";
import { splitCents } from "#kernel/money.ts";
import {
  keptGoods,
  orderedGoods,
  type BillListener,
} from "#areas/procurement/procurement.server.ts";
import type { CostListener } from "#areas/finance/finance.server.ts";
import type { Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { keepsStores } from "../location/stores.service.ts";
import { billedCosts } from "../ledger/billed.model.ts";
import { bearBills } from "./draw.service.ts";
import { namedLines } from "./order-line.read.service.ts";
import { repriceReceipt } from "./reverse.service.ts";

type StockLine = { id: string; receiptLineId: string | null; quantity: string };
const stockLinesOf = (tx: Tx, receiptLineIds: readonly string[]) =>
  tx.rows<StockLine>(sql`
    select l.id, l.receipt_line_id, l.quantity::text as quantity
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    where l.org_id = ${tx.scope.orgId}
      and l.receipt_line_id = any(${arrayOf(receiptLineIds)}::uuid[])
      and m.kind = 'receipt'
      and m.status = 'posted'
      and m.reverses_id is null
    order by l.item_id, l.id
  `);

/** Prices what came of lines of orders by their bills; nothing where it costs that already. */
export const priceByBills = async (
  tx: Tx,
  actor: Actor,
  orderLineIds: readonly string[],
): Promise<void> => {
  const [ordered, kept] = await Promise.all([
    orderedGoods(tx, orderLineIds),
    keptGoods(tx, orderLineIds),
  ]);
  const stock = await stockLinesOf(
    tx,
    kept.map(({ receiptLineId }) => receiptLineId),
  );
  for (const line of ordered) {
    const came = kept
      .filter(({ orderLineId }) => orderLineId === line.id)
      .map(({ receiptLineId: id, quantity }) => ({ id, quantity }));
    const billed = { quantity: line.billed, cents: line.billedCents };
    const costs = billedCosts(came, line.unitPrice, billed);
    for (const [receiptLineId, cents] of costs) {
      // Pieces with serial numbers are lines of their own: they share what their receipt's line cost.
      const lines = stock.filter((each) => each.receiptLineId === receiptLineId);
      if (lines.length === 0) continue;
      const shares = splitCents(
        cents,
        lines.map(({ quantity }) => quantity),
      );
      for (const [at, { id }] of lines.entries())
        await repriceReceipt(
          tx,
          actor,
          id,
          shares[at]!,
          `Follows from the bills of ${line.order}.`,
        );
    }
  }
};

// Which items a transaction bills: asked for once, before its costs are written.
const billedItems = new WeakMap<Tx, Set<string>>();

/**
 * A bill at another price than the order's adjusts what is left of its goods and, by entries that name
 * them, the issues that used them; its void takes both back.
 */
export const stockBilled: BillListener = async (tx, actor, { orderLineIds }) => {
  if (!(await keepsStores(tx))) return;
  const named = await namedLines(tx, orderLineIds);
  if (named.length === 0) return;
  billedItems.set(tx, new Set(named.map(({ itemId }) => itemId)));
  await priceByBills(
    tx,
    actor,
    named.map(({ orderLineId }) => orderLineId),
  );
};

/** What goods of an order were issued for bears its bills, once these stand among the costs. */
export const stockCharged: CostListener = async (tx, actor) => {
  const items = billedItems.get(tx);
  billedItems.delete(tx);
  if (items) await bearBills(tx, actor, [...items]);
};
