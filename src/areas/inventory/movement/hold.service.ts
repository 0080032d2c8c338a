import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Consumer } from "#areas/procurement/procurement.server.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { release, reserve, shelvesOf } from "../ledger/balance.service.ts";
import { lockItems } from "../ledger/history.service.ts";
import { stockHold } from "../ledger/ledger.tables.ts";
import { businessDate } from "#server/clock.ts";
import { pick, type Taken } from "./pick.model.ts";

/** What is held for somebody at a place: decimal text of the item's unit. */
export type HeldStock = Taken & { itemId: string };

/**
 * Holds an item for a consumer as far as there is some, first expired first, wherever it lies. Gives
 * the id under which it is held; null where nothing is free.
 */
export const holdStock = async (
  tx: Tx,
  actor: Actor,
  { itemId, quantity, consumer }: { itemId: string; quantity: string; consumer: Consumer },
): Promise<string | null> => {
  await lockItems(tx, [itemId]);
  const { picks } = pick(await shelvesOf(tx, [itemId]), quantity, businessDate(tx.scope));
  if (picks.length === 0) return null;
  const heldFor = newId();
  for (const { quantity: part, ...place } of picks) await reserve(tx, { ...place, itemId }, part);
  await insertRows(
    tx,
    stockHold,
    picks.map((taken) => ({
      ...taken,
      orgId: tx.scope.orgId!,
      id: newId(),
      heldFor,
      itemId,
      consumerType: consumer.type,
      consumerId: consumer.id,
      heldBy: actor.personId,
    })),
  );
  return heldFor;
};

/** Gives free what was held under an id, and says what that was; nothing where it is free already. */
export const freeStock = async (tx: Tx, heldFor: string): Promise<HeldStock[]> => {
  const [held] = await tx.rows<{ itemId: string }>(sql`
    select item_id
    from stock_hold
    where org_id = ${tx.scope.orgId} and held_for = ${heldFor}
    limit 1
  `);
  if (!held) return [];
  await lockItems(tx, [held.itemId]);
  const rows = await tx.rows<HeldStock>(sql`
    delete from stock_hold
    where org_id = ${tx.scope.orgId} and held_for = ${heldFor}
    returning item_id, location_id, lot_id, fund_id, trim_scale(quantity)::text as quantity
  `);
  for (const { quantity: part, ...place } of rows) await release(tx, place, part);
  return rows;
};
