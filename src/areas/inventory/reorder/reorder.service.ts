import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { plainDecimal, quantityText, shownDecimal } from "#kernel/quantity.ts";
import { accountFacts } from "#areas/budget/budget.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import {
  createRequisition,
  orderedGoods,
  requisitionInput,
} from "#areas/procurement/procurement.server.ts";
import { businessDate } from "#server/clock.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { stockItem, stockLocation, stockReorder } from "../inventory.tables.ts";
import { lockItems } from "../ledger/history.service.ts";
import {
  comingOf,
  lineWords,
  wantedOf,
  type ReorderProposal,
  type reorderInput,
} from "./reorder.model.ts";
import { reorderStandings } from "./standing.service.ts";

type Item = Pick<
  typeof stockItem.$inferSelect,
  | "id"
  | "number"
  | "name"
  | "unit"
  | "packs"
  | "commodityCode"
  | "reorderPoint"
  | "orderUpTo"
  | "vendorId"
  | "keeperId"
  | "status"
>;

const withPoint = (db: Db, ids: readonly string[] | null): Promise<Item[]> =>
  db.rows<Item>(sql`
    select
      id, number, name, unit, packs, commodity_code,
      trim_scale(reorder_point)::text as reorder_point,
      trim_scale(order_up_to)::text as order_up_to, vendor_id, keeper_id, status
    from stock_item
    where org_id = ${db.scope.orgId}
      and status = 'active'
      and reorder_point is not null
      and (${ids === null}::boolean or id = any(${arrayOf(ids ?? [])}::uuid[]))
    order by name, id
    limit 1000
  `);

// What one was bought for last, where it was bought in the item's unit; else what one is worth in the stores.
const pricesOf = async (db: Db, items: readonly Item[]): Promise<ReadonlyMap<string, string>> => {
  const ids = items.map(({ id }) => id);
  const [named, pools] = await Promise.all([
    db.rows<{ itemId: string; orderLineId: string }>(sql`
      select item_id, order_line_id
      from stock_order_line
      where org_id = ${db.scope.orgId} and item_id = any(${arrayOf(ids)}::uuid[])
      order by created_at
    `),
    db.rows<{ itemId: string; price: string }>(sql`
      select item_id, trim_scale(round(sum(value_cents) / 100 / sum(quantity), 4))::text as price
      from stock_pool
      where org_id = ${db.scope.orgId}
        and item_id = any(${arrayOf(ids)}::uuid[])
        and quantity > 0
        and value_cents > 0
      group by item_id
    `),
  ]);
  const bought = await orderedGoods(
    db,
    named.map(({ orderLineId }) => orderLineId),
  );
  const last = named.flatMap(({ itemId, orderLineId }): [string, string][] => {
    const line = bought.find(({ id }) => id === orderLineId);
    const unit = items.find(({ id }) => id === itemId)?.unit;
    return line && line.unit === unit ? [[itemId, plainDecimal(line.unitPrice, 2)]] : [];
  });
  return new Map([
    ...pools.map(({ itemId, price }): [string, string] => [itemId, plainDecimal(price, 2)]),
    ...last,
  ]);
};

/**
 * The items of which no more is there and comes than their reorder point, by name: what is free, on
 * order and asked for, and how much more is wanted. `ids`: of these items alone.
 */
export const reorderProposals = async (
  db: Db,
  ids: readonly string[] | null = null,
): Promise<ReorderProposal[]> => {
  const items = await withPoint(db, ids);
  const standings = await reorderStandings(db, items);
  const low = items.filter(({ id }) => wantedOf(standings.get(id)!) !== null);
  const [prices, keepers] = await Promise.all([
    pricesOf(db, low),
    membersNamed(db, { ids: low.flatMap(({ keeperId }) => keeperId ?? []) }),
  ]);
  return low.map(({ id, number, name, unit, reorderPoint, keeperId }) => {
    const { available, onOrder, asked } = standings.get(id)!;
    return {
      ...{ id, number, name, unit, available, onOrder, asked },
      reorderPoint: reorderPoint!,
      wanted: wantedOf(standings.get(id)!)!,
      unitPrice: prices.get(id) ?? null,
      keeper: keepers.find((one) => one.id === keeperId)?.name ?? null,
    };
  });
};

const refuseEnough = async (tx: Tx, items: readonly Item[]): Promise<Map<string, string>> => {
  const standings = await reorderStandings(tx, items);
  return new Map(
    items.map((item) => {
      const standing = standings.get(item.id)!;
      const wanted = wantedOf(standing);
      if (wanted === null)
        throw conflict(
          "comes_already",
          `${item.name}: ${shownDecimal(quantityText(comingOf(standing)))} ${item.unit} are there and come, above the point of ${shownDecimal(item.reorderPoint!)}.`,
        );
      return [item.id, wanted];
    }),
  );
};

type Input = z.output<typeof reorderInput>;

const draftOf = (
  items: readonly Item[],
  wanted: ReadonlyMap<string, string>,
  input: Input,
  { placeId, name }: Pick<typeof stockLocation.$inferSelect, "placeId" | "name">,
) => {
  const vendors = new Set(items.map(({ vendorId }) => vendorId));
  const [vendor] = [...vendors];
  const names = items.map(({ name }) => name).join(", ");
  return requisitionInput.parse({
    title: `For the stores: ${names}`.slice(0, 200),
    justification: "No more is there and comes than the reorder point.",
    departmentId: input.departmentId,
    neededOn: input.neededOn,
    placeId,
    deliverTo: name,
    vendorId: vendors.size === 1 ? vendor : null,
    lines: items.map((item) => ({
      description: lineWords(item),
      commodityCode: item.commodityCode,
      quantity: wanted.get(item.id)!,
      unit: item.unit,
      unitPrice: input.lines.find(({ itemId }) => itemId === item.id)!.unitPrice,
      splits: [{ accountStringId: input.accountStringId, percent: "100" }],
    })),
  });
};

// What is charged as it is issued is bought on the line of the stores.
const refuseOtherLine = async (
  tx: Tx,
  { name, chargeAccountId }: typeof stockLocation.$inferSelect,
  accountStringId: string,
): Promise<void> => {
  if (chargeAccountId === null || chargeAccountId === accountStringId) return;
  const { code } = (await accountFacts(tx, [chargeAccountId])).get(chargeAccountId)!;
  throw invalidField(
    "accountStringId",
    `${name} is charged as it is issued: its goods are bought on ${code}.`,
    "other_line",
  );
};

/**
 * Asks for items again: one draft requisition in the actor's name, which neither they nor the keepers of
 * the items approve. Behind the lock of the items, so that two who ask at once ask once. 409 `comes_already`
 * where more is there and comes than the point; 404, 422 at the field.
 */
export const reorder = async (
  tx: Tx,
  actor: Actor,
  input: Input,
): Promise<{ requisitionId: string }> => {
  const location = await getRow(tx, stockLocation, input.locationId, "stock location");
  if (location.status !== "active")
    throw invalidField("locationId", `${location.name} is out of use.`, "location_retired");
  await refuseOtherLine(tx, location, input.accountStringId);
  if (input.neededOn < businessDate(tx.scope))
    throw invalidField("neededOn", "This day is over.", "day_over");
  const ids = input.lines.map(({ itemId }) => itemId);
  await lockItems(tx, ids);
  const items = await withPoint(tx, ids);
  const missing = ids.findIndex((id) => !items.some((item) => item.id === id));
  if (missing >= 0)
    throw invalidField(
      `lines.${missing}.itemId`,
      "Choose an item in use that has a reorder point.",
      "no_point",
    );
  const wanted = await refuseEnough(tx, items);
  const drafted = await createRequisition(
    tx,
    actor,
    draftOf(items, wanted, input, location),
    items.map(({ id, keeperId }) => ({
      type: "stockItem",
      id,
      askers: keeperId ? [keeperId] : [],
    })),
  );
  await insertRows(
    tx,
    stockReorder,
    items.map(({ id }) => ({
      orgId: tx.scope.orgId!,
      id: newId(),
      itemId: id,
      locationId: location.id,
      quantity: wanted.get(id)!,
      requisitionId: drafted.id,
      askedBy: actor.personId,
    })),
  );
  for (const item of items)
    note(tx, actor, "stockItem", item, {
      action: "reorder",
      after: { quantity: wanted.get(item.id)!, requisitionId: drafted.id },
      note: `${shownDecimal(wanted.get(item.id)!)} ${item.unit} asked for by ${drafted.number}`,
    });
  return { requisitionId: drafted.id };
};
