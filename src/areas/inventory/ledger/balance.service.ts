import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { quantity, quantityText, shownDecimal } from "#kernel/quantity.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { freeOf, shelfRefusal, type Shelf } from "../movement/pick.model.ts";
import type { Place, PlaceChange } from "./balance.model.ts";

export type StockShelf = Shelf & {
  itemId: string;
  locationCode: string;
  location: string;
  /** The budget line that bears it until it is issued; null where it was charged as it was bought. */
  chargeAccountId: string | null;
};

/** What lies of items, at every location or at some, as far as there is anything. */
export const shelvesOf = (
  db: Db,
  itemIds: readonly string[],
  locationIds: readonly string[] | null = null,
): Promise<StockShelf[]> =>
  db.rows<StockShelf>(sql`
    select
      b.item_id, b.location_id, o.code as location_code, o.name as location, o.quarantine,
      o.role = 'transit' as transit, b.lot_id, l.code as lot_code, l.expires_on, l.condition,
      b.fund_id, b.on_hand::text as on_hand, b.reserved::text as reserved, o.charge_account_id
    from stock_balance b
    join stock_location o on o.org_id = b.org_id and o.id = b.location_id
    left join stock_lot l on l.org_id = b.org_id and l.id = b.lot_id
    where b.org_id = ${db.scope.orgId}
      and b.item_id = any(${arrayOf(itemIds)}::uuid[])
      and (
        ${locationIds === null}::boolean
        or b.location_id = any(${arrayOf(locationIds ?? [])}::uuid[])
      )
      and b.on_hand > 0
    order by b.item_id, o.code, l.expires_on, l.code, b.fund_id
  `);

const keyOf = ({ itemId, locationId, lotId, fundId }: Place): string =>
  [itemId, locationId, lotId ?? "", fundId].join(" ");

/**
 * Moves what lies where, one conditional statement a row, in the order of their keys. 409 `not_enough`
 * where a place would hold less than nothing, or less than is held for others.
 */
export const moveBalances = async (tx: Tx, changes: readonly PlaceChange[]): Promise<void> => {
  const sums = new Map<string, PlaceChange>();
  for (const change of changes) {
    const known = sums.get(keyOf(change));
    const by = quantityText(quantity(known?.by ?? "0") + quantity(change.by));
    sums.set(keyOf(change), { ...change, by });
  }
  const ordered = [...sums.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  // Sent in this order, in one round trip.
  const moved = await Promise.all(
    ordered.map((change) => (change.by.startsWith("-") ? take(tx, change) : put(tx, change))),
  );
  if (moved.includes(null))
    throw conflict(
      "not_enough",
      "Less lies there than is taken, or it is held for others. Look again at what is there.",
    );
};

const put = (tx: Tx, { itemId, locationId, lotId, fundId, by }: PlaceChange): Promise<unknown> =>
  tx.rows(sql`
    insert into stock_balance (org_id, id, item_id, location_id, lot_id, fund_id, on_hand)
    values (
      ${tx.scope.orgId}, ${newId()}, ${itemId}, ${locationId}, ${lotId}, ${fundId}, ${by}::numeric
    )
    on conflict (org_id, item_id, location_id, lot_id, fund_id)
    do update set on_hand = stock_balance.on_hand + excluded.on_hand
  `);

const take = (tx: Tx, { itemId, locationId, lotId, fundId, by }: PlaceChange): Promise<unknown> =>
  tx.maybe<{ id: string }>(sql`
    update stock_balance
    set on_hand = on_hand + ${by}::numeric
    where org_id = ${tx.scope.orgId}
      and item_id = ${itemId}
      and location_id = ${locationId}
      and lot_id is not distinct from ${lotId}::uuid
      and fund_id = ${fundId}
      and on_hand + ${by}::numeric >= reserved
    returning id
  `);

/**
 * How many of each item are free today, in the item's unit: on hand without what is held, on the way,
 * in quarantine, rejected or expired.
 */
export const availableOf = async (
  db: Db,
  itemIds: readonly string[],
  locationIds: readonly string[] | null = null,
): Promise<ReadonlyMap<string, string>> => {
  const free = new Map<string, bigint>();
  const today = businessDate(db.scope);
  for (const shelf of await shelvesOf(db, itemIds, locationIds)) {
    if (shelfRefusal(shelf, today) !== null) continue;
    free.set(shelf.itemId, (free.get(shelf.itemId) ?? 0n) + freeOf(shelf));
  }
  return new Map([...free].map(([id, left]) => [id, quantityText(left)]));
};

/**
 * Holds what lies at a place for somebody, in the item's unit. 409 `not_enough` where less is free.
 */
export const reserve = async (tx: Tx, place: Place, wanted: string): Promise<void> => {
  if (!(await hold(tx, place, wanted)))
    throw conflict("not_enough", `Fewer than ${shownDecimal(wanted)} are free there.`);
};

/** Gives free what was held at a place. 409 `not_held` where less is held. */
export const release = async (tx: Tx, place: Place, held: string): Promise<void> => {
  if (!(await hold(tx, place, `-${held}`)))
    throw conflict("not_held", `Fewer than ${shownDecimal(held)} are held there.`);
};

const hold = (tx: Tx, { itemId, locationId, lotId, fundId }: Place, by: string) =>
  tx.maybe<{ id: string }>(sql`
    update stock_balance
    set reserved = reserved + ${by}::numeric
    where org_id = ${tx.scope.orgId}
      and item_id = ${itemId}
      and location_id = ${locationId}
      and lot_id is not distinct from ${lotId}::uuid
      and fund_id = ${fundId}
      and reserved + ${by}::numeric between 0 and on_hand
    returning id
  `);
