import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { commodityNames, unknownCodes, vendorsNamed } from "#areas/vendors/vendors.server.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { stockItem } from "../inventory.tables.ts";
import { comingOfItems } from "../reorder/standing.service.ts";
import { standsOf } from "./held.service.ts";
import type { ItemDetail, ItemInput } from "./item.model.ts";
import { itemNoun, type ItemRecord } from "./item.noun.ts";

const refuseSameName = async (tx: Tx, id: string | null, name: string): Promise<void> => {
  const other = await tx.maybe<{ number: string }>(sql`
    select number
    from stock_item
    where org_id = ${tx.scope.orgId}
      and status = 'active'
      and lower(name) = lower(${name})
      and id is distinct from ${id}::uuid
  `);
  if (other)
    throw invalidField("name", `${other.number} is named so already: use that one.`, "same_name");
};

const refuseUnknown = async (
  tx: Tx,
  { commodityCode, keeperId, vendorId }: ItemInput,
  before: ItemRecord | null,
): Promise<void> => {
  if (commodityCode && commodityCode !== before?.commodityCode) {
    const [unknown] = await unknownCodes(tx, [commodityCode]);
    if (unknown)
      throw invalidField("commodityCode", `${unknown} is no commodity code.`, "unknown_commodity");
  }
  if (keeperId && keeperId !== before?.keeperId) {
    const member = (await membersNamed(tx, { ids: [keeperId] }))[0];
    if (!member?.active)
      throw invalidField("keeperId", "Choose somebody of the agency.", "keeper_unknown");
  }
  if (vendorId && vendorId !== before?.vendorId && !(await vendorsNamed(tx, [vendorId])).size)
    throw invalidField("vendorId", "Choose a vendor of the directory.", "vendor_unknown");
};

const judge = async (tx: Tx, input: ItemInput, before: ItemRecord | null): Promise<void> => {
  await refuseSameName(tx, before?.id ?? null, input.name);
  await refuseUnknown(tx, input, before);
};

/** Enters a stock item, in use at once. 422 at the field. */
export const enterItem = async (tx: Tx, actor: Actor, input: ItemInput): Promise<ItemRecord> => {
  await judge(tx, input, null);
  return create(tx, actor, itemNoun, {
    number: { kind: "ITM" },
    row: { ...input, orgId: tx.scope.orgId!, id: newId(), status: "active" },
  });
};

// Lots of it are entered, or some of it moved.
const isCounted = async (tx: Tx, itemId: string): Promise<boolean> =>
  Boolean(
    await tx.maybe(sql`
      select id
      from stock_lot
      where org_id = ${tx.scope.orgId} and item_id = ${itemId}
      union all
      select id
      from stock_movement_line
      where org_id = ${tx.scope.orgId} and item_id = ${itemId}
      limit 1
    `),
  );

// What was counted in a unit, or by lots, cannot be counted otherwise afterwards.
const refuseRecount = async (tx: Tx, before: ItemRecord, input: ItemInput): Promise<void> => {
  if (before.unit === input.unit && before.tracking === input.tracking) return;
  if (await isCounted(tx, before.id))
    throw conflict(
      "counted_already",
      "It has lots already, or some of it moved: unit and how pieces are told apart stay. Retire it and enter another item.",
    );
};

/** Changes a stock item in use. 404, 409 `counted_already`, 412; 422 at the field. */
export const changeItem = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ItemInput,
  version: number | null,
): Promise<ItemRecord> =>
  change(tx, actor, itemNoun, {
    id,
    version,
    unless: ({ status }) => (status === "active" ? null : "It is retired: use it again first."),
    effect: async (before) => {
      await refuseRecount(tx, before, input);
      await judge(tx, input, before);
      return { patch: input };
    },
  });

/** Retires an item with the reason. 409 while any of it lies in the stores. 404, 412. */
export const retireItem = (tx: Tx, actor: Actor, at: TakenStep): Promise<ItemRecord> =>
  transition(tx, actor, itemNoun, { ...at, action: "retire" });

/** Takes a retired item into use again. 404, 412; 422 where another bears its name now. */
export const reactivateItem = (tx: Tx, actor: Actor, at: StepAt): Promise<ItemRecord> =>
  transition(tx, actor, itemNoun, {
    ...at,
    action: "reactivate",
    effect: async ({ id, name }) => refuseSameName(tx, id, name),
  });

const nameOfKeeper = async (db: Db, keeperId: string | null): Promise<string | null> =>
  keeperId ? ((await membersNamed(db, { ids: [keeperId] }))[0]?.name ?? "A former member") : null;

/** An item with what the actor may do. 404. */
export const readItem = async (db: Db, actor: Actor, id: string): Promise<ItemDetail> => {
  const row = await getRow(db, stockItem, id, "stock item");
  const [stands, ordered, keeper, vendors, commodities] = await Promise.all([
    standsOf(db, id),
    comingOfItems(db, [row]),
    nameOfKeeper(db, row.keeperId),
    vendorsNamed(db, row.vendorId ? [row.vendorId] : []),
    commodityNames(db, row.commodityCode ? [row.commodityCode] : []),
  ]);
  const { orgId: _org, createdAt: _created, updatedAt: _updated, ...told } = row;
  return {
    ...told,
    ...stands,
    onOrder: ordered.get(id)!,
    status: row.status as ItemDetail["status"],
    reorderPoint: row.reorderPoint && plainDecimal(row.reorderPoint),
    orderUpTo: row.orderUpTo && plainDecimal(row.orderUpTo),
    keeper,
    vendor: (row.vendorId && vendors.get(row.vendorId)) || null,
    commodity: (row.commodityCode && commodities.get(row.commodityCode)) || null,
    actions: actionsFor(actor, itemNoun, { ...row, ...stands }),
  };
};
