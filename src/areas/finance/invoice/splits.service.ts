import { newId } from "#kernel/ids.ts";
import { splitCents } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { invoiceSplit, type invoice } from "./invoice.tables.ts";

type Line = {
  id: string;
  purchaseOrderLineId: string | null;
  accountStringId?: string | null;
  amount: number;
};
type OrderShare = { id: string; lineId: string; accountStringId: string; amount: number };
type Row = Pick<typeof invoice.$inferSelect, "orgId" | "id" | "total">;
/**
 * What an invoice charges: lines that one account pays hold it themselves, by the line's id;
 * divided lines have rows.
 */
export type Charges = {
  whole: Map<string, { accountStringId: string; charged: number }>;
  divided: (typeof invoiceSplit.$inferInsert)[];
};

/** How the lines of an order that an invoice names are charged. */
export const orderSharesOf = async (
  tx: Tx,
  lines: readonly { purchaseOrderLineId?: string | null }[],
): Promise<OrderShare[]> => {
  const ids = lines.flatMap((l) => (l.purchaseOrderLineId ? [l.purchaseOrderLineId] : []));
  return ids.length
    ? tx.rows<OrderShare>(sql`
      select id, line_id, account_string_id, amount
      from purchase_order_share
      where org_id = ${tx.scope.orgId} and line_id = any(${ids}::uuid[])
      order by line_id, id
    `)
    : [];
};

/**
 * Charges an invoice to accounts: lines of an order in the proportions of its shares, others to the
 * account they name; header allowances, charges,
 * tax and rounding in the proportions of the lines. The parts add up to the invoice's total to the
 * cent.
 */
export const chargesOf = (
  row: Row,
  lines: readonly Line[],
  order: readonly OrderShare[],
  accounts: readonly (string | null)[] = lines.map((l) => l.accountStringId ?? null),
): Charges => {
  const charged = lines.flatMap((line, i) => {
    const parts = order.filter((s) => s.lineId === line.purchaseOrderLineId);
    const account = accounts[i];
    if (parts.length === 0)
      return account
        ? [{ lineId: line.id, accountStringId: account, amount: line.amount, whole: true }]
        : [];
    const shares = splitCents(
      line.amount,
      parts.some((p) => p.amount > 0) ? parts.map((p) => p.amount) : parts.map(() => 1),
    );
    return parts.map((p, n) => ({
      lineId: line.id,
      accountStringId: p.accountStringId,
      amount: shares[n]!,
      whole: p.id === p.lineId,
    }));
  });
  const header = row.total - charged.reduce((n, c) => n + c.amount, 0);
  const weights = charged.some((c) => c.amount !== 0)
    ? charged.map((c) => Math.abs(c.amount))
    : charged.map(() => 1);
  const shares = charged.length && header ? splitCents(header, weights) : charged.map(() => 0);
  const parts = charged.map((c, i) => ({ ...c, amount: c.amount + shares[i]! }));
  return {
    whole: new Map(
      parts.flatMap((p) =>
        p.whole
          ? [[p.lineId, { accountStringId: p.accountStringId, charged: p.amount }] as const]
          : [],
      ),
    ),
    divided: parts.flatMap(({ whole, ...p }) =>
      whole ? [] : [{ ...p, orgId: row.orgId, id: newId(), invoiceId: row.id }],
    ),
  };
};

/** Stores the charges of divided lines; whole ones are stored with their lines. */
export const storeDivided = async (tx: Tx, { divided }: Charges): Promise<void> => {
  if (divided.length) await insertRows(tx, invoiceSplit, divided);
};

/** Charges stored lines anew, in place of what they were charged to before. */
export const chargeAgain = async (
  tx: Tx,
  row: Row,
  lines: readonly Line[],
  accounts: readonly (string | null)[],
): Promise<void> => {
  const charges = chargesOf(row, lines, await orderSharesOf(tx, lines), accounts);
  const wholes = lines.map((l) => charges.whole.get(l.id));
  await tx.rows(
    sql`delete from invoice_split where org_id = ${row.orgId} and invoice_id = ${row.id}`,
  );
  await tx.rows(sql`
    update invoice_line l
    set account_string_id = t.account, charged = t.charged
    from unnest(
      ${lines.map((l) => l.id)}::uuid[], ${wholes.map((w) => w?.accountStringId ?? null)}::uuid[],
      ${wholes.map((w) => w?.charged ?? 0)}::bigint[]
    ) as t(id, account, charged)
    where l.org_id = ${row.orgId} and l.id = t.id
  `);
  await storeDivided(tx, charges);
};
