import { newId } from "../../../kernel/ids.ts";
import { splitCents } from "../../../kernel/money.ts";
import type { Tx } from "../../../server/db/db.ts";
import { insertRows } from "../../../server/db/rows.ts";
import { sql } from "../../../server/db/sql.ts";
import { invoiceSplit, type invoice } from "./invoice.tables.ts";

type Line = { id: string; purchaseOrderLineId: string | null; accountStringId?: string | null; amount: number };
type OrderSplit = { lineId: string; accountStringId: string; amount: number };

/** How the lines of an order that an invoice names are charged. */
export const orderSplitsOf = async (tx: Tx, lines: readonly { purchaseOrderLineId?: string | null }[]): Promise<OrderSplit[]> => {
  const ids = lines.flatMap((l) => (l.purchaseOrderLineId ? [l.purchaseOrderLineId] : []));
  return ids.length ? tx.rows<OrderSplit>(sql`select line_id, account_string_id, amount from purchase_order_split where org_id = ${tx.scope.orgId} and line_id = any(${ids}::uuid[]) order by line_id, id`) : [];
};

/**
 * Charges an invoice to accounts: lines of an order in the proportions of its splits, others to the account they name; header allowances, charges,
 * tax and rounding in the proportions of the lines. The parts add up to the invoice's total to the cent.
 */
export const writeSplits = async (tx: Tx, row: Pick<typeof invoice.$inferSelect, "orgId" | "id" | "total">, lines: readonly Line[], accounts: readonly (string | null)[] = lines.map((l) => l.accountStringId ?? null), orderRead?: readonly OrderSplit[]): Promise<void> => {
  const order = orderRead ?? (await orderSplitsOf(tx, lines));
  const charged = lines.flatMap((line, i) => {
    const parts = order.filter((s) => s.lineId === line.purchaseOrderLineId);
    const account = accounts[i];
    if (parts.length === 0) return account ? [{ lineId: line.id, accountStringId: account, amount: line.amount }] : [];
    const shares = splitCents(line.amount, parts.some((p) => p.amount > 0) ? parts.map((p) => p.amount) : parts.map(() => 1));
    return parts.map((p, n) => ({ lineId: line.id, accountStringId: p.accountStringId, amount: shares[n]! }));
  });
  const header = row.total - charged.reduce((n, c) => n + c.amount, 0);
  const weights = charged.some((c) => c.amount !== 0) ? charged.map((c) => Math.abs(c.amount)) : charged.map(() => 1);
  const shares = charged.length && header ? splitCents(header, weights) : charged.map(() => 0);
  await insertRows(tx, invoiceSplit, charged.map((c, i) => ({ ...c, orgId: row.orgId, id: newId(), invoiceId: row.id, amount: c.amount + shares[i]! })));
};
