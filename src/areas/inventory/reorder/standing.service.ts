import { addQuantity, compareQuantity, quantityText, subtractQuantity } from "#kernel/quantity.ts";
import {
  boughtOf,
  orderedFor,
  orderedGoods,
  requestedLines,
  type RequestedLine,
} from "#areas/procurement/procurement.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { shelvesOf } from "../ledger/balance.service.ts";
import { onOrderOf, toComeOf } from "../movement/order-line.service.ts";
import { namedLines } from "../movement/order-line.read.service.ts";
import { freeOf, shelfRefusal } from "../movement/pick.model.ts";
import { namesItem, type ReorderStanding } from "./reorder.model.ts";

/** An item as its reordering is worked out. */
export type Reordered = {
  id: string;
  number: string;
  name: string;
  unit: string;
  packs: { name: string; quantity: string }[];
  reorderPoint: string | null;
  orderUpTo: string | null;
};

type Asked = { itemId: string; requisitionId: string; quantity: string };

const asksOf = (db: Db, itemIds: readonly string[]): Promise<Asked[]> =>
  db.rows<Asked>(sql`
    select item_id, requisition_id, trim_scale(quantity)::text as quantity
    from stock_reorder
    where org_id = ${db.scope.orgId} and item_id = any(${arrayOf(itemIds)}::uuid[])
    order by created_at desc
    limit 2000
  `);

const over = new Set(["rejected", "withdrawn", "cancelled", "ordered"]);

// What an item was asked for by, and the line that says so now: a requisition that is changed has new lines.
type Ask = Asked & { item: Reordered; alive: boolean; line: RequestedLine | null };

const asksNow = async (db: Db, items: readonly Reordered[]): Promise<Ask[]> => {
  const asks = await asksOf(
    db,
    items.map(({ id }) => id),
  );
  const lines = await requestedLines(db, [
    ...new Set(asks.map(({ requisitionId }) => requisitionId)),
  ]);
  return asks.map((ask) => {
    const item = items.find(({ id }) => id === ask.itemId)!;
    const mine = lines.filter(({ requisitionId }) => requisitionId === ask.requisitionId);
    return {
      ...ask,
      item,
      alive: mine.some(({ status }) => !over.has(status)),
      line: mine.find(({ description }) => namesItem(description ?? "", item)) ?? null,
    };
  });
};

/** What of what was asked for is on no order yet, by item; what no line names counts until it is over. */
const notOrdered = async (db: Db, asks: readonly Ask[]): Promise<Map<string, string>> => {
  const bought = await boughtOf(
    db,
    asks.flatMap(({ line }) => line?.lineId ?? []),
  );
  const open = new Map<string, string>();
  for (const { itemId, item, alive, line, quantity } of asks.filter((ask) => ask.alive)) {
    const wanted = line?.unit === item.unit && line.quantity ? line.quantity : quantity;
    const ordered =
      bought.find(({ requisitionLineId }) => requisitionLineId === line?.lineId)?.ordered ?? "0";
    const left = compareQuantity(wanted, ordered) > 0 ? subtractQuantity(wanted, ordered) : "0";
    if (alive) open.set(itemId, addQuantity(open.get(itemId) ?? "0", left));
  }
  return open;
};

// Lines of orders that go back to what was asked for, and that nobody has named yet.
const comingUnnamed = async (db: Db, asks: readonly Ask[]): Promise<Map<string, string>> => {
  const ordered = await orderedFor(
    db,
    asks.flatMap(({ line }) => line?.lineId ?? []),
  );
  const ids = ordered.map(({ orderLineId }) => orderLineId);
  const named = new Set((await namedLines(db, ids)).map(({ orderLineId }) => orderLineId));
  const lines = await orderedGoods(
    db,
    ids.filter((id) => !named.has(id)),
  );
  const coming = new Map<string, string>();
  for (const line of lines) {
    const { requisitionLineId } = ordered.find(({ orderLineId }) => orderLineId === line.id)!;
    const { itemId } = asks.find((ask) => ask.line?.lineId === requisitionLineId)!;
    coming.set(itemId, addQuantity(coming.get(itemId) ?? "0", toComeOf(line)));
  }
  return coming;
};

// What of each item open orders are still to bring: lines that name it, and those that go back to its asks.
const comingByAsks = async (
  db: Db,
  items: readonly Reordered[],
  asks: readonly Ask[],
): Promise<ReadonlyMap<string, string>> => {
  const [named, unnamed] = await Promise.all([onOrderOf(db, items), comingUnnamed(db, asks)]);
  return new Map(
    items.map(({ id }) => [id, addQuantity(named.get(id) ?? "0", unnamed.get(id) ?? "0")]),
  );
};

/** How much of each item open orders are still to bring, in the item's unit, as reordering counts it. */
export const comingOfItems = async (
  db: Db,
  items: readonly Reordered[],
): Promise<ReadonlyMap<string, string>> => comingByAsks(db, items, await asksNow(db, items));

// What expired is there and goes to nobody: it is no reason to wait with an order. What is on the way from
// one location to another will be free.
const freeNow = async (db: Db, itemIds: readonly string[]): Promise<Map<string, bigint>> => {
  const today = businessDate(db.scope);
  const free = new Map<string, bigint>();
  for (const shelf of await shelvesOf(db, itemIds))
    if (shelfRefusal({ ...shelf, transit: false }, today) === null)
      free.set(shelf.itemId, (free.get(shelf.itemId) ?? 0n) + freeOf(shelf));
  return free;
};

/** What of each item is free, on order and asked for, with the point at which more is ordered. */
export const reorderStandings = async (
  db: Db,
  items: readonly Reordered[],
): Promise<ReadonlyMap<string, ReorderStanding>> => {
  const asks = await asksNow(db, items);
  const [free, coming, asked] = await Promise.all([
    freeNow(
      db,
      items.map(({ id }) => id),
    ),
    comingByAsks(db, items, asks),
    notOrdered(db, asks),
  ]);
  return new Map(
    items.map(({ id, reorderPoint, orderUpTo }) => [
      id,
      {
        available: quantityText(free.get(id) ?? 0n),
        onOrder: coming.get(id)!,
        asked: asked.get(id) ?? "0",
        reorderPoint,
        orderUpTo,
      },
    ]),
  );
};
