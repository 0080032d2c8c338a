import type { Actor } from "#kernel/access.ts";
import { shownDecimal } from "#kernel/quantity.ts";
import { settleStockCosts, type StockDraw } from "#areas/finance/finance.server.ts";
import { orderLinesOfReceipts } from "#areas/procurement/procurement.server.ts";
import type { Day } from "#kernel/time.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import type { SettledPools } from "../ledger/ledger.service.ts";
import { stockDraw } from "../ledger/ledger.tables.ts";
import { drawsOf, sameDraws, type Draw } from "./draw.model.ts";

/** The lines of orders by which receipts of the stores came; of opening balances none. */
export const orderLinesOf = async (
  db: Db,
  receipts: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const lines = await db.rows<{ id: string; receiptLineId: string }>(sql`
    select id, receipt_line_id
    from stock_movement_line
    where org_id = ${db.scope.orgId}
      and id = any(${arrayOf(receipts)}::uuid[])
      and receipt_line_id is not null
  `);
  if (lines.length === 0) return new Map();
  const orders = await orderLinesOfReceipts(
    db,
    lines.map(({ receiptLineId }) => receiptLineId),
  );
  return new Map(
    lines.flatMap(({ id, receiptLineId }) => {
      const orderLineId = orders.get(receiptLineId);
      return orderLineId ? [[id, orderLineId] as const] : [];
    }),
  );
};

const issuesOf = async (db: Db, lineIds: readonly string[]): Promise<string[]> => {
  const rows = await db.rows<{ id: string }>(sql`
    select l.id
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    where l.org_id = ${db.scope.orgId}
      and l.id = any(${arrayOf(lineIds)}::uuid[])
      and m.kind = 'issue'
      and m.reverses_id is null
    order by m.moved_on, m.posted_at, l.id
  `);
  return rows.map(({ id }) => id);
};

const storedOf = (db: Db, lineIds: readonly string[]): Promise<Draw[]> =>
  db.rows<Draw>(sql`
    select line_id, order_line_id, quantity::text as quantity, cents
    from stock_draw
    where org_id = ${db.scope.orgId} and line_id = any(${arrayOf(lineIds)}::uuid[])
  `);

type Named = Omit<StockDraw, "orderLineId" | "cents">;
type Billed = { accountStringId: string | null; storesAccountId: string; fiscalYearId: string };
type NamedRow = Omit<Named, "description" | "charged"> &
  Billed & { item: string; quantity: string; unit: string; movedOn: Day };

const namesOf = async (db: Db, lineIds: readonly string[]): Promise<Map<string, Named>> => {
  const rows = await db.rows<NamedRow>(sql`
    select
      l.id as line_id, m.id as document_id, m.number as document_number, i.name as item,
      l.quantity::text as quantity, i.unit, m.moved_on, c.account_string_id, c.stores_account_id,
      c.fiscal_year_id
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    join stock_item i on i.org_id = l.org_id and i.id = l.item_id
    left join stock_charge c on c.org_id = l.org_id and c.line_id = l.id
    where l.org_id = ${db.scope.orgId} and l.id = any(${arrayOf(lineIds)}::uuid[])
    order by m.moved_on, m.posted_at, l.id
  `);
  return new Map(rows.map((row) => [row.lineId, namedAs(row)]));
};

const namedAs = ({ item, quantity, unit, movedOn, ...row }: NamedRow): Named => {
  const { lineId, documentId, documentNumber, accountStringId, ...lines } = row;
  const { storesAccountId, fiscalYearId } = lines;
  return {
    ...{ lineId, documentId, documentNumber },
    description: `${item}, ${shownDecimal(quantity)} ${unit}`,
    charged: accountStringId
      ? { accountStringId, storesAccountId, fiscalYearId, on: movedOn }
      : null,
  };
};

// In the order of the movements; a line that took nothing any more gives all back.
const settle = async (
  tx: Tx,
  actor: Actor,
  orderLineIds: readonly string[],
  lineIds: readonly string[],
  draws: readonly Draw[],
): Promise<void> => {
  const names = await namesOf(tx, lineIds);
  const named = [...names.values()].flatMap((name): StockDraw[] => {
    const own = draws.filter(({ lineId }) => lineId === name.lineId);
    return own.length > 0
      ? own.map(({ orderLineId, cents }) => ({ ...name, orderLineId, cents }))
      : orderLineIds.slice(0, 1).map((orderLineId) => ({ ...name, orderLineId, cents: 0 }));
  });
  await settleStockCosts(tx, actor, { orderLineIds, draws: named });
};

/**
 * What issues took of the goods of orders, after a posting: their lines bear the costs of the bills by
 * which these goods came. `gone`: lines of a movement that is taken back.
 */
export const drawCosts = async (
  tx: Tx,
  actor: Actor,
  { pools }: SettledPools,
  gone: readonly string[] = [],
): Promise<void> => {
  const open = new Map(pools.flatMap((pool) => [...pool.open]));
  const lineIds = [...open.keys(), ...gone.filter((id) => !open.has(id))];
  if (lineIds.length === 0) return;
  const orderLineOf = await orderLinesOf(tx, [
    ...new Set([
      ...[...open.values()].flatMap((pieces) => pieces.map(({ receipt }) => receipt)),
      ...pools.flatMap(({ receipts }) => receipts),
    ]),
  ]);
  const before = await storedOf(tx, lineIds);
  if (orderLineOf.size + before.length === 0) return;
  const issues = await issuesOf(tx, lineIds);
  const now = issues.flatMap((id) => drawsOf(id, open.get(id) ?? [], orderLineOf));
  const ofLine = (draws: readonly Draw[], id: string) => draws.filter((one) => one.lineId === id);
  const changed = issues.filter((id) => !sameDraws(ofLine(before, id), ofLine(now, id)));
  if (changed.length === 0) return;
  await tx.rows(sql`
    delete from stock_draw
    where org_id = ${tx.scope.orgId} and line_id = any(${arrayOf(changed)}::uuid[])
  `);
  const fresh = now.filter(({ lineId }) => changed.includes(lineId));
  await insertRows(
    tx,
    stockDraw,
    fresh.map((draw) => ({ ...draw, orgId: tx.scope.orgId! })),
  );
  const orders = [...orderLineOf.values(), ...before.map(({ orderLineId }) => orderLineId)];
  await settle(tx, actor, [...new Set(orders)], changed, fresh);
};

/** Lets what was issued of items bear the bills of their orders as they stand now. */
export const bearBills = async (
  tx: Tx,
  actor: Actor,
  itemIds: readonly string[],
): Promise<void> => {
  for (const itemId of itemIds) {
    const draws = await tx.rows<Draw>(sql`
      select d.line_id, d.order_line_id, d.quantity::text as quantity, d.cents
      from stock_order_line o
      join stock_draw d on d.org_id = o.org_id and d.order_line_id = o.order_line_id
      where o.org_id = ${tx.scope.orgId} and o.item_id = ${itemId}
    `);
    if (draws.length === 0) continue;
    const orders = [...new Set(draws.map(({ orderLineId }) => orderLineId))];
    await settle(tx, actor, orders, [...new Set(draws.map(({ lineId }) => lineId))], draws);
  }
};
