import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { vendorsNamed } from "#areas/vendors/vendors.server.ts";
import { change, note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor, transition, type TakenStep } from "#server/lifecycle.ts";
import { onHandIn } from "../item/held.service.ts";
import { shelvesOf } from "../ledger/balance.service.ts";
import { lockItems } from "../ledger/history.service.ts";
import { stockItem, stockLot } from "../inventory.tables.ts";
import type { LotAction } from "./lot.labels.ts";
import type { LotDetail, LotInput, NewLot } from "./lot.model.ts";
import { lotNoun, standingLot, type LotRecord } from "./lot.noun.ts";

const refuseSameCode = async (
  tx: Tx,
  itemId: string,
  id: string | null,
  code: string,
): Promise<void> => {
  const other = await tx.maybe(sql`
    select id
    from stock_lot
    where org_id = ${tx.scope.orgId}
      and item_id = ${itemId}
      and lower(code) = lower(${code})
      and id is distinct from ${id}::uuid
  `);
  if (other) throw invalidField("code", `${code} is entered already for this item.`, "same_lot");
};

/**
 * Enters a lot or a single piece of an item that is told apart. 404 for an unknown item, 409
 * `not_told_apart`, 422 `same_lot` for a number that the item has already.
 */
export const enterLot = async (tx: Tx, actor: Actor, input: NewLot): Promise<LotRecord> => {
  const item = await getRow(tx, stockItem, input.itemId, "stock item");
  if (item.tracking === "none")
    throw conflict("not_told_apart", `${item.name} is not told apart by lots or serial numbers.`);
  await refuseSameCode(tx, item.id, null, input.code);
  const row = await insertRow(tx, stockLot, {
    ...input,
    orgId: tx.scope.orgId!,
    id: newId(),
    quarantinedBy: input.condition === "quarantined" ? actor.personId : null,
  });
  const of = { id: row.id, number: row.code };
  note(tx, actor, lotNoun, of, {
    action: "create",
    after: row,
    data: { status: row.condition },
  });
  return row;
};

// Whoever moves stock of the item waits, and sees what becomes of the lot: an issue that picks the lot by
// itself holds the item alone.
const takeTurn = async (tx: Tx, id: string): Promise<void> => {
  const { itemId } = await getRow(tx, stockLot, id, "lot");
  await lockItems(tx, [itemId]);
};

/** Corrects a lot's number or its last day. 404, 409 for a rejected one, 412; 422 at the field. */
export const changeLot = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: LotInput,
  version: number | null,
): Promise<LotRecord> => {
  await takeTurn(tx, id);
  return change(tx, actor, lotNoun, {
    id,
    version,
    unless: ({ condition }) => (condition === "rejected" ? "It was rejected." : null),
    effect: async ({ itemId }) => {
      await refuseSameCode(tx, itemId, id, input.code);
      return { patch: input };
    },
  });
};

/**
 * Takes a step of a lot's condition with the reason. Quarantine keeps who began it, and only somebody
 * else releases it. 404, 409, 412; 422 without a reason.
 */
export const moveLot = async (
  tx: Tx,
  actor: Actor,
  action: LotAction,
  at: TakenStep,
): Promise<LotRecord> => {
  await takeTurn(tx, at.id);
  return transition(tx, actor, lotNoun, {
    ...at,
    action,
    effect: async () => ({
      patch: {
        condition: lotNoun.cycle.actions[action].to!,
        quarantinedBy: action === "quarantine" ? actor.personId : null,
      },
    }),
  });
};

/** A lot with what the actor may do. 404. */
export const readLot = async (db: Db, actor: Actor, id: string): Promise<LotDetail> => {
  const row = await getRow(db, stockLot, id, "lot");
  const [item, shelves, vendors] = await Promise.all([
    getRow(db, stockItem, row.itemId, "stock item"),
    shelvesOf(db, [row.itemId]),
    vendorsNamed(db, row.vendorId ? [row.vendorId] : []),
  ]);
  const { orgId: _org, createdAt: _created, updatedAt: _updated, ...told } = row;
  return {
    ...told,
    number: row.code,
    status: row.condition,
    itemNumber: item.number,
    item: item.name,
    unit: item.unit,
    onHand: onHandIn(shelves.filter(({ lotId }) => lotId === id)),
    vendor: (row.vendorId && vendors.get(row.vendorId)) || null,
    actions: actionsFor(actor, lotNoun, standingLot(row)),
  };
};
