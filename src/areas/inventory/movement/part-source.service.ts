import { conflict } from "#kernel/errors.ts";
import type { Actor } from "#kernel/access.ts";
import { quantity, quantityText } from "#kernel/quantity.ts";
import type { PartSource, PartWanted } from "#areas/procurement/procurement.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { shelvesOf } from "../ledger/balance.service.ts";
import { freeStock, holdStock } from "./hold.service.ts";
import { freeOf, pick, shelfRefusal, type Taken } from "./pick.model.ts";
import { postMovement, type Movement } from "./post.service.ts";
import { reverseMovement } from "./reverse.service.ts";
import { inItemUnit } from "./unit.service.ts";

type Item = {
  id: string;
  number: string;
  name: string;
  unit: string;
  packs: { name: string; quantity: string }[];
  commodityCode: string | null;
};

const itemsFor = (db: Db, wanted: readonly PartWanted[]): Promise<Item[]> =>
  db.rows<Item>(sql`
    select id, number, name, unit, packs, commodity_code
    from stock_item
    where org_id = ${db.scope.orgId}
      and status = 'active'
      and (
        commodity_code = any(${arrayOf(wanted.flatMap((one) => one.commodityCode ?? []))}::text[])
        or lower(name) = any(
          ${arrayOf(wanted.map((one) => one.description.trim().toLowerCase()))}::text[]
        )
      )
  `);

// The item of that name; else the only one of the commodity. What could be several is none.
const itemOf = (
  items: readonly Item[],
  { description, commodityCode }: PartWanted,
): Item | null => {
  const words = description.trim().toLowerCase();
  const named = items.find(({ name }) => name.toLowerCase() === words);
  if (named) return named;
  const alike = items.filter((item) => commodityCode && item.commodityCode === commodityCode);
  return alike.length === 1 ? alike[0]! : null;
};

const inUnits = (db: Db, item: Item, wanted: PartWanted): Promise<string> =>
  inItemUnit(db, item, quantityText(quantity(wanted.quantity)), wanted.unit, "unit");

const available: PartSource["available"] = async (db, wanted) => {
  const items = await itemsFor(db, wanted);
  const shelves = await shelvesOf(
    db,
    items.map(({ id }) => id),
  );
  const today = businessDate(db.scope);
  const free = (itemId: string): bigint =>
    shelves
      .filter((shelf) => shelf.itemId === itemId && shelfRefusal(shelf, today) === null)
      .reduce((sum, shelf) => sum + freeOf(shelf), 0n);
  return new Map(
    wanted.flatMap((one) => {
      const item = itemOf(items, one);
      return item ? [[one.needId, quantityText(free(item.id))]] : [];
    }),
  );
};

const reserve: PartSource["reserve"] = async (tx, actor, wanted) => {
  const item = itemOf(await itemsFor(tx, [wanted]), wanted);
  if (!item) return null;
  const { consumer } = wanted;
  return holdStock(tx, actor, {
    itemId: item.id,
    quantity: await inUnits(tx, item, wanted),
    consumer,
  });
};

const lineOf = (itemId: string, { locationId, ...taken }: Taken): Movement["lines"][number] => ({
  itemId,
  ...taken,
  fromLocationId: locationId,
  toLocationId: null,
  lot: null,
  unit: null,
  valueCents: null,
  returnsLineId: null,
});

const issue: PartSource["issue"] = async (tx, actor, wanted, held) => {
  if (held) await freeStock(tx, held);
  const item = itemOf(await itemsFor(tx, [wanted]), wanted);
  if (!item)
    throw conflict(
      "no_stock",
      "The stores keep no such item. Buy it, or name the receipt that brought it.",
    );
  const asked = await inUnits(tx, item, wanted);
  const { picks, missing } = pick(await shelvesOf(tx, [item.id]), asked, businessDate(tx.scope));
  if (missing > 0n)
    throw conflict(
      "not_enough",
      `${quantityText(missing)} ${item.unit} of ${item.name} are missing in the stores. Buy it, or ask for less.`,
    );
  const { number } = await postMovement(tx, actor, {
    kind: "issue",
    consumer: wanted.consumer,
    accountStringId: wanted.accountStringId ?? null,
    reason: wanted.description,
    lines: picks.map((taken) => lineOf(item.id, taken)),
  });
  return number;
};

const movementNumbered = (tx: Tx, number: string) =>
  tx.maybe<{ id: string }>(sql`
    select id
    from stock_movement
    where org_id = ${tx.scope.orgId} and number = ${number} and status = 'posted'
  `);

const giveBack = async (tx: Tx, actor: Actor, ref: string): Promise<void> => {
  if (!ref.startsWith("MOV-")) return void (await freeStock(tx, ref));
  const issued = await movementNumbered(tx, ref);
  if (!issued) return;
  const reason = "It is not needed there.";
  await reverseMovement(tx, asSystem(actor), { id: issued.id, version: null, reason });
};

/**
 * The stores as the source of parts: an item is found by its name, else as the only one of its
 * commodity. A need holds stock as far as there is some, an issue hands out what is held or free, and
 * what is given back is free again, or its issue is reversed.
 */
export const stockSource: PartSource = { available, reserve, issue, giveBack };
