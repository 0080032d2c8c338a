import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { quantity } from "#kernel/quantity.ts";
import { instantAt, type Instant } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { databaseNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { stockItem, stockLocation } from "../inventory.tables.ts";
import { inItemUnit } from "../movement/unit.service.ts";
import { counterOf } from "./count.labels.ts";
import type { EntryInput } from "./count.model.ts";
import { countNoun, type CountRecord } from "./count.noun.ts";
import { stockCount, stockCountTask } from "./count.tables.ts";
import { onTheWay, planInTurn, refuseCounted } from "./plan.service.ts";

/** Why somebody does not count in this round, with its code; null where they do or may begin. */
export const countingRefusal = (
  count: Pick<CountRecord, "status" | "countedBy" | "recountedBy">,
  personId: string | null,
): { code: "not_counting" | "same_counter" | "counted_by_another"; reason: string } | null => {
  if (count.status !== "open" && count.status !== "recount")
    return { code: "not_counting", reason: "Nothing of it is counted any more." };
  if (count.status === "recount" && count.countedBy === personId)
    return {
      code: "same_counter",
      reason: "You counted it the first time: another person counts again.",
    };
  const counter = counterOf(count);
  return counter !== null && counter !== personId
    ? {
        code: "counted_by_another",
        reason: "Somebody else counts this: one person counts all of it.",
      }
    : null;
};

const takeTurn = async (tx: Tx, actor: Actor, id: string): Promise<CountRecord> => {
  const count = await lockRow(tx, stockCount, id, "stock count");
  const why = countingRefusal(count, actor.personId);
  if (why) throw conflict(why.code, why.reason);
  if (counterOf(count) !== null) return count;
  const who = count.status === "open" ? "countedBy" : "recountedBy";
  return updateRow(tx, stockCount, id, { [who]: actor.personId });
};

const instantOf = async (tx: Tx, count: CountRecord, given: Instant | null): Promise<Instant> => {
  const now = await databaseNow(tx);
  if (given === null) return instantAt(now);
  if (Date.parse(given) > now.getTime())
    throw invalidField("countedAt", "Nothing is counted at an hour to come.", "hour_to_come");
  if (Date.parse(given) < Date.parse(count.createdAt))
    throw invalidField("countedAt", `${count.number} was planned after that.`, "before_plan");
  return instantAt(Date.parse(given));
};

type Task = { id: string; again: boolean };

// What nobody expected there is counted too, as long as the first person counts.
const taskOf = async (tx: Tx, count: CountRecord, entry: EntryInput): Promise<Task> => {
  const place = { itemId: entry.itemId, locationId: entry.locationId };
  const known = await tx.maybe<Task>(sql`
    select id, again
    from stock_count_task
    where org_id = ${tx.scope.orgId}
      and count_id = ${count.id}
      and item_id = ${entry.itemId}
      and location_id = ${entry.locationId}
  `);
  if (count.status === "recount" && !known?.again)
    throw conflict("not_again", "Only what differs is counted again.");
  if (known) return known;
  await planInTurn(tx);
  await refuseCounted(tx, [place], count.id);
  return insertRow(tx, stockCountTask, {
    ...place,
    orgId: tx.scope.orgId!,
    id: newId(),
    countId: count.id,
    found: true,
  });
};

type Item = typeof stockItem.$inferSelect;

const refuseLot = (item: Item, { lot, quantity: typed }: EntryInput, inUnit: string): void => {
  if (item.tracking === "none" && lot)
    throw invalidField("lot", `${item.name} is not told apart by lots.`, "no_lots");
  if (item.tracking !== "none" && !lot && quantity(typed) > 0n)
    throw invalidField(
      "lot",
      item.tracking === "serial" ? "Enter the serial number." : "Enter the lot.",
      "lot_missing",
    );
  if (item.tracking === "serial" && quantity(inUnit) > 10_000n)
    throw invalidField("quantity", "A piece with a serial number is one.", "one_piece");
};

/**
 * Writes down what somebody counted of an item at a location, once for each lot: again, and the later
 * one stands. Whoever writes first counts all of it. 404, 409 `not_counting`, `same_counter`,
 * `counted_by_another`, `not_again`, `being_counted`; 422 at the field.
 */
export const enterCounted = async (
  tx: Tx,
  actor: Actor,
  id: string,
  entry: EntryInput,
): Promise<CountRecord> => {
  const count = await takeTurn(tx, actor, id);
  const item = await getRow(tx, stockItem, entry.itemId, "stock item");
  const at = await getRow(tx, stockLocation, entry.locationId, "stock location");
  if (at.role === "transit") throw onTheWay();
  const inUnit = await inItemUnit(tx, item, entry.quantity, entry.unit ?? item.unit, "unit");
  refuseLot(item, entry, inUnit);
  const countedAt = await instantOf(tx, count, entry.countedAt);
  const task = await taskOf(tx, count, entry);
  const round = count.status === "open" ? 1 : 2;
  await tx.rows(sql`
    insert into stock_count_entry (
      org_id, id, count_id, task_id, round, lot, quantity, counted_at, counted_by
    )
    values (
      ${tx.scope.orgId}, ${newId()}, ${id}, ${task.id}, ${round}, ${entry.lot}, ${inUnit}::numeric,
      ${countedAt}, ${actor.personId}
    )
    on conflict (org_id, task_id, round, lower(lot))
    do update set quantity = excluded.quantity, counted_at = excluded.counted_at, lot = excluded.lot
  `);
  // The history says what was counted, never how many: whoever counts again may read it.
  note(
    tx,
    actor,
    countNoun,
    { id, number: count.number },
    {
      action: "enter",
      after: { item: item.number, location: at.code, lot: entry.lot, countedAt },
    },
  );
  return count;
};

/** Takes back what was written down of an item at a location in this round. 404, 409 as entering. */
export const clearCounted = async (
  tx: Tx,
  actor: Actor,
  id: string,
  place: Pick<EntryInput, "itemId" | "locationId">,
): Promise<CountRecord> => {
  const count = await takeTurn(tx, actor, id);
  const item = await getRow(tx, stockItem, place.itemId, "stock item");
  const at = await getRow(tx, stockLocation, place.locationId, "stock location");
  const round = count.status === "open" ? 1 : 2;
  await tx.rows(sql`
    delete from stock_count_entry e
    using stock_count_task t
    where e.org_id = ${tx.scope.orgId}
      and e.count_id = ${id}
      and e.round = ${round}
      and t.org_id = e.org_id
      and t.id = e.task_id
      and t.item_id = ${item.id}
      and t.location_id = ${at.id}
  `);
  await tx.rows(sql`
    delete from stock_count_task t
    where t.org_id = ${tx.scope.orgId}
      and t.count_id = ${id}
      and t.item_id = ${item.id}
      and t.location_id = ${at.id}
      and t.found
      and not exists (
        select 1
        from stock_count_entry e
        where e.org_id = t.org_id and e.task_id = t.id
      )
  `);
  note(
    tx,
    actor,
    countNoun,
    { id, number: count.number },
    {
      action: "clear",
      after: { item: item.number, location: at.code },
    },
  );
  return count;
};
