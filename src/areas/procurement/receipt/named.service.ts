import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";

export type NamedLine = { id: string; label: string };

const lines = (db: Db, where: Sql): Promise<NamedLine[]> =>
  db.rows<NamedLine>(sql`
    select
      l.id,
      r.number || ': ' || trim_scale(
        l.quantity - l.rejected_quantity
      ) || ' ' || o.unit || ' ' || o.description as label
    from receipt_line l
    join receipt r on r.org_id = l.org_id and r.id = l.receipt_id
    join purchase_order_line o on o.org_id = l.org_id and o.id = l.purchase_order_line_id
    where l.org_id = ${db.scope.orgId} and r.status = 'posted' and ${where}
    order by r.received_on desc, r.id desc, l.id
    limit 20
  `);

/** Lines of posted receipts by number or words, newest first, at most 20. */
export const receivedLines = (db: Db, words: string): Promise<NamedLine[]> => {
  const like = `%${words.trim().replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
  return lines(db, sql`(r.number ilike ${like} or o.description ilike ${like})`);
};

/** One line of a posted receipt of the scope's agency, or null. */
export const receivedLine = async (db: Db, id: string): Promise<NamedLine | null> =>
  (await lines(db, sql`l.id = ${id}`))[0] ?? null;

/** What a receipt's line brought: whole pieces that were kept, at the price of the order in cents. */
export type ReceivedGoods = {
  id: string;
  receipt: string;
  order: string;
  description: string;
  receivedOn: Day;
  unitCents: number;
  pieces: number;
};
const goods = sql`
  
    l.id, r.number as receipt, p.number as order, o.description, r.received_on,
    round(o.unit_price * 100)::bigint as unit_cents,
    floor(l.quantity - l.rejected_quantity)::int as pieces
`;
const goodsFrom = sql`
  receipt_line l
  join receipt r on r.org_id = l.org_id and r.id = l.receipt_id
  join purchase_order_line o on o.org_id = l.org_id and o.id = l.purchase_order_line_id
  join purchase_order p on p.org_id = r.org_id and p.id = r.purchase_order_id
`;
const kept = sql`
  r.status = 'posted' and l.returned_on is null and l.quantity - l.rejected_quantity >= 1
`;

/** Goods of posted receipts by number or words, newest first, at most 200 lines. */
export const receivedGoods = (db: Db, words: string): Promise<ReceivedGoods[]> => {
  const like = `%${words.trim().replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
  return db.rows<ReceivedGoods>(sql`
    select ${goods}
    from ${goodsFrom}
    where l.org_id = ${db.scope.orgId}
      and ${kept}
      and (r.number ilike ${like} or p.number ilike ${like} or o.description ilike ${like})
    order by r.received_on desc, r.id desc, l.id
    limit 200
  `);
};

/** One line's goods, held until the transaction ends; null where it brought nothing that was kept. */
export const lockReceivedGoods = (tx: Tx, id: string): Promise<ReceivedGoods | null> =>
  tx.maybe<ReceivedGoods>(sql`
    select ${goods}
    from ${goodsFrom}
    where l.org_id = ${tx.scope.orgId} and l.id = ${id} and ${kept}
    for update of l
  `);

/** Numbers of receipts by id. */
export const receiptNumbers = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from receipt
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
  `);
  return new Map(rows.map((r) => [r.id, r.number]));
};
