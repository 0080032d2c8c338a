import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { compareQuantity, quantity, quantityText, subtractQuantity } from "#kernel/quantity.ts";
import { accountFacts } from "#areas/budget/budget.server.ts";
import { orderedGoods, type OrderedGoods } from "#areas/procurement/procurement.server.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { stockItem, stockLocation } from "../inventory.tables.ts";
import { stockOrderLine } from "../ledger/ledger.tables.ts";
import { bookCame } from "./came.service.ts";
import { namedLines } from "./order-line.read.service.ts";
import type { ItemOrderLine, orderLineInput } from "./movement.model.ts";
import { inItemUnit } from "./unit.service.ts";

// What is charged as it is issued was bought on the line of the stores: another one would bear it twice.
const refuseOtherLine = async (
  tx: Tx,
  { name, chargeAccountId }: typeof stockLocation.$inferSelect,
  line: OrderedGoods,
): Promise<void> => {
  if (chargeAccountId === null || chargeAccountId === line.accountStringId) return;
  const codes = await accountFacts(tx, [chargeAccountId, line.accountStringId]);
  throw invalidField(
    "locationId",
    `${name} is charged as it is issued: its goods are bought on ${codes.get(chargeAccountId)!.code}, and this line is charged to ${codes.get(line.accountStringId)!.code}. Put them where they are charged as they are bought.`,
    "other_line",
  );
};

/**
 * Names the item that a line of an order buys, and where its goods are put. What came of it by now is
 * booked at once, what comes later with its receipt. 404 for an unknown item or location; 409
 * `named_already`; 422 for a line that is none, where the order's unit is no exact number of the item's,
 * and (`other_line`) where the location's goods are bought on another budget line. Pieces with serial numbers
 * wait for these (`arrival/serials.service.ts`).
 */
export const nameOrderLine = async (
  tx: Tx,
  actor: Actor,
  input: z.output<typeof orderLineInput>,
): Promise<{ id: string }> => {
  const [item, location, [line]] = await Promise.all([
    getRow(tx, stockItem, input.itemId, "stock item"),
    getRow(tx, stockLocation, input.locationId, "stock location"),
    orderedGoods(tx, [input.orderLineId]),
  ]);
  if (!line)
    throw invalidField("orderLineId", "Choose a line of an order that went out.", "no_order_line");
  if (item.status !== "active" || location.status !== "active")
    throw invalidField("itemId", "The item and its location must be in use.", "out_of_use");
  await inItemUnit(tx, item, "1", line.unit, "orderLineId");
  await refuseOtherLine(tx, location, line);
  if ((await namedLines(tx, [line.id])).length > 0)
    throw conflict("named_already", `Line ${line.lineNo} of ${line.order} names an item already.`);
  const named = { orderLineId: line.id, itemId: item.id, locationId: location.id };
  await insertRow(tx, stockOrderLine, {
    ...named,
    orderId: line.orderId,
    orgId: tx.scope.orgId!,
    namedBy: actor.personId,
  });
  note(tx, actor, "stockItem", item, {
    action: "ordered",
    after: named,
    note: `${line.order}, line ${line.lineNo}: ${line.description}`,
  });
  await bookCame(tx, actor, [named], null);
  return { id: line.id };
};

const linesOfItems = (db: Db, itemIds: readonly string[]) =>
  db.rows<{ itemId: string; orderLineId: string }>(sql`
    select item_id, order_line_id
    from stock_order_line
    where org_id = ${db.scope.orgId} and item_id = any(${arrayOf(itemIds)}::uuid[])
  `);

/** Lines of orders that buy an item, newest order first, with what of each came. */
export const orderLinesOfItem = async (db: Db, itemId: string): Promise<ItemOrderLine[]> => {
  const named = await linesOfItems(db, [itemId]);
  const lines = await orderedGoods(
    db,
    named.map(({ orderLineId }) => orderLineId),
  );
  return lines.toReversed().map(({ id, orderId, order, open, description, ...line }) => ({
    ...{ id, orderId, order, open, description, unit: line.unit },
    quantity: line.quantity,
    received: line.received,
  }));
};

/** What of a line of an order is still to come, in the line's unit; nothing of an order that is over. */
export const toComeOf = ({ open, quantity: ordered, received }: OrderedGoods): string =>
  open && compareQuantity(ordered, received) > 0 ? subtractQuantity(ordered, received) : "0";

/** How much of each item is on order and still to come, in the item's unit. */
export const onOrderOf = async (
  db: Db,
  items: readonly {
    id: string;
    name: string;
    unit: string;
    packs: { name: string; quantity: string }[];
  }[],
): Promise<ReadonlyMap<string, string>> => {
  const named = await linesOfItems(
    db,
    items.map(({ id }) => id),
  );
  const lines = await orderedGoods(
    db,
    named.map(({ orderLineId }) => orderLineId),
  );
  const sums = new Map<string, bigint>();
  for (const line of lines) {
    const { itemId } = named.find(({ orderLineId }) => orderLineId === line.id)!;
    const item = items.find(({ id }) => id === itemId)!;
    const left = await inItemUnit(db, item, toComeOf(line), line.unit, "unit");
    sums.set(itemId, (sums.get(itemId) ?? 0n) + quantity(left));
  }
  return new Map([...sums].map(([id, left]) => [id, quantityText(left)]));
};
