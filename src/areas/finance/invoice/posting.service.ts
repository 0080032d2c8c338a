import type { Actor } from "../../../kernel/access.ts";
import { conflict } from "../../../kernel/errors.ts";
import type { Tx } from "../../../server/db/db.ts";
import { sql } from "../../../server/db/sql.ts";
import { postCommitments, type Posting } from "../../budget/budget.server.ts";
import type { invoice } from "./invoice.tables.ts";

type Row = typeof invoice.$inferSelect;
type Split = { id: string; accountStringId: string; amount: number; released: number; orderSplitId: string | null; encumbered: number };

const splitsOf = (tx: Tx, id: string) =>
  tx.rows<Split>(sql`select s.id, s.account_string_id, s.amount, s.released, o.id as order_split_id, coalesce(o.encumbered, 0) as encumbered from invoice_split s left join invoice_line l on l.org_id = s.org_id and l.id = s.line_id
    left join purchase_order_split o on o.org_id = s.org_id and o.line_id = l.purchase_order_line_id and o.account_string_id = s.account_string_id where s.org_id = ${tx.scope.orgId} and s.invoice_id = ${id} order by s.id`);

/** What an invoice charges, read under a lock of its order, so that nobody else uses up the order's encumbrance meanwhile. */
export const splitsToPost = async (tx: Tx, id: string): Promise<Split[]> => {
  const [, splits] = await Promise.all([tx.rows(sql`select 1 as locked from purchase_order o where o.org_id = ${tx.scope.orgId} and o.id = (select i.purchase_order_id from invoice i where i.org_id = ${tx.scope.orgId} and i.id = ${id}) for update`), splitsOf(tx, id)]);
  return splits;
};

// Nobody waits for what follows: the rows are locked, and it goes out with the status.
const moveOrder = (tx: Tx, row: Row, sign: 1 | -1): void => {
  if (!row.purchaseOrderId) return;
  tx.later(tx.rows(sql`update purchase_order_line p set invoiced_quantity = p.invoiced_quantity + ${sign} * l.quantity, invoiced_amount = p.invoiced_amount + ${sign} * l.amount from (select purchase_order_line_id as id, sum(quantity) as quantity, sum(amount)::bigint as amount from invoice_line where org_id = ${row.orgId} and invoice_id = ${row.id} group by 1) l where p.org_id = ${row.orgId} and p.id = l.id`));
  tx.later(tx.rows(sql`update purchase_order set invoiced_amount = invoiced_amount + ${sign * row.subtotal} where org_id = ${row.orgId} and id = ${row.purchaseOrderId}`));
};

const fiscalYear = (row: Row) => {
  if (!row.fiscalYearId) throw conflict("no_year", "The invoice belongs to no fiscal year.");
  return { type: "invoice", id: row.id, number: row.number, fiscalYearId: row.fiscalYearId };
};

/**
 * Posts an approved invoice: expends each account and releases as much of the order's encumbrance as is left for it, in one movement per
 * account. What exceeds the encumbrance must be available in the budget (409 over_budget).
 */
export const postInvoice = (tx: Tx, actor: Actor, row: Row, splits: readonly Split[]): void => {
  const left = new Map<string, number>();
  const released = splits.map((s) => {
    const open = s.orderSplitId ? (left.get(s.orderSplitId) ?? s.encumbered) : 0;
    const part = Math.min(open, Math.max(0, s.amount));
    if (s.orderSplitId) left.set(s.orderSplitId, open - part);
    return { ...s, released: part };
  });
  keep(tx, row, released, 1);
  moveOrder(tx, row, 1);
  postCommitments(tx, actor, fiscalYear(row), released.map((s): Posting => ({ accountStringId: s.accountStringId, encumbered: -s.released, expended: s.amount })), { kind: "expend" });
};

const keep = (tx: Tx, row: Row, splits: readonly Split[], sign: 1 | -1): void => {
  const ids = splits.map((s) => s.id), parts = splits.map((s) => s.released);
  tx.later(tx.rows(sql`update invoice_split s set released = case when ${sign} = 1 then t.part else 0 end from unnest(${ids}::uuid[], ${parts}::bigint[]) as t(id, part) where s.org_id = ${row.orgId} and s.id = t.id`));
  const ordered = splits.filter((s) => s.orderSplitId);
  if (ordered.length) tx.later(tx.rows(sql`update purchase_order_split o set encumbered = o.encumbered - ${sign} * t.part, expended = o.expended + ${sign} * t.amount from (select id, sum(part)::bigint as part, sum(amount)::bigint as amount from unnest(${ordered.map((s) => s.orderSplitId)}::uuid[], ${ordered.map((s) => s.released)}::bigint[], ${ordered.map((s) => s.amount)}::bigint[]) as u(id, part, amount) group by 1) t where o.org_id = ${row.orgId} and o.id = t.id`));
};

/** Takes a posting back: the expenditure is reversed and the order is encumbered again. */
export const unpostInvoice = async (tx: Tx, actor: Actor, row: Row, note: string): Promise<void> => {
  const splits = await splitsOf(tx, row.id);
  postCommitments(tx, actor, fiscalYear(row), splits.map((s): Posting => ({ accountStringId: s.accountStringId, encumbered: s.released, expended: -s.amount })), { kind: "reverse", note });
  keep(tx, row, splits, -1);
  moveOrder(tx, row, -1);
};
