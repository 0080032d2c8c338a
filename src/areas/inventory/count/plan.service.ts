import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { stockItem, stockLocation } from "../inventory.tables.ts";
import { workOutClasses } from "./classes.service.ts";
import type { PlanInput } from "./count.model.ts";
import { countNoun, type CountRecord } from "./count.noun.ts";
import { stockCountTask } from "./count.tables.ts";
import { countRuleOn } from "./rule.service.ts";

/** Lines of one count at most: what one person counts in a few days. */
const mostLines = 2000;

type Place = { itemId: string; locationId: string };

/** Counts of an agency are planned one at a time: no place is in two of them. */
export const planInTurn = (tx: Tx): Promise<unknown> =>
  tx.rows(sql`select pg_advisory_xact_lock(71053, hashtext(${tx.scope.orgId}::text))`);

const placesOf = (db: Db, { scope, class: of, locationId, itemIds }: PlanInput) =>
  db.rows<Place>(sql`
    with recursive within as (
      select id
      from stock_location
      where org_id = ${db.scope.orgId} and id = ${locationId}::uuid
      union
      select l.id
      from stock_location l
      join within w on l.parent_id = w.id
      where l.org_id = ${db.scope.orgId}
    )
    select distinct b.item_id, b.location_id
    from stock_balance b
    join stock_location o on o.org_id = b.org_id and o.id = b.location_id and o.role <> 'transit'
    left join stock_class k on k.org_id = b.org_id and k.item_id = b.item_id
    where b.org_id = ${db.scope.orgId}
      and b.on_hand > 0
      and case ${scope}::text
        when 'class' then coalesce(k.class, 'C') = ${of}::text
        when 'location' then b.location_id in (select id from within)
        else b.item_id = any(${arrayOf(itemIds)}::uuid[])
      end
    limit ${mostLines + 1}
  `);

/** 409 `being_counted` where another count that is under way has one of the places. */
export const refuseCounted = async (
  db: Db,
  places: readonly Place[],
  but: string | null = null,
): Promise<void> => {
  const other = await db.maybe<{ number: string; item: string; location: string }>(sql`
    select c.number, i.name as item, o.name as location
    from unnest(
      ${arrayOf(places.map(({ itemId }) => itemId))}::uuid[],
      ${arrayOf(places.map(({ locationId }) => locationId))}::uuid[]
    ) p(item_id, location_id)
    join stock_count_task t
      on t.org_id = ${db.scope.orgId}
      and t.item_id = p.item_id
      and t.location_id = p.location_id
    join stock_count c on c.org_id = t.org_id and c.id = t.count_id
    join stock_item i on i.org_id = t.org_id and i.id = t.item_id
    join stock_location o on o.org_id = t.org_id and o.id = t.location_id
    where c.status not in ('posted', 'aborted') and c.id is distinct from ${but}::uuid
    limit 1
  `);
  if (other)
    throw conflict(
      "being_counted",
      `${other.number} counts ${other.item} at ${other.location} already: finish or abort it first.`,
    );
};

/** 409 for what cannot be counted, since it lies in a vehicle. */
export const onTheWay = () =>
  conflict("on_the_way", "What is on the way is counted where it arrives: open its transfer.");

const titleOf = async (db: Db, plan: PlanInput): Promise<string> => {
  if (plan.scope === "class") return `Class ${plan.class}`;
  if (plan.scope === "location") {
    const at = await getRow(db, stockLocation, plan.locationId!, "stock location");
    if (at.role === "transit") throw onTheWay();
    return `${at.code} ${at.name}`;
  }
  const [first] = await Promise.all(
    plan.itemIds.map((id) => getRow(db, stockItem, id, "stock item")),
  );
  const others = plan.itemIds.length - 1;
  return others === 0 ? first!.name : `${first!.name} and ${others} more`;
};

/**
 * Plans a count of what the ledger has: one line for each item at each location, without quantities.
 * 404 for records of others, 409 `nothing_to_count`, `on_the_way`, `too_many` or `being_counted`.
 */
export const planCount = async (tx: Tx, actor: Actor, plan: PlanInput): Promise<CountRecord> => {
  await planInTurn(tx);
  const title = await titleOf(tx, plan);
  if (new Set(plan.itemIds).size < plan.itemIds.length)
    throw invalidField("itemIds", "An item is named twice.", "same_item_twice");
  if (plan.scope === "class") await workOutClasses(tx, actor);
  const places = await placesOf(tx, plan);
  if (places.length === 0)
    throw conflict("nothing_to_count", "By the ledger nothing of it lies in the stores.");
  if (places.length > mostLines)
    throw conflict(
      "too_many",
      `More than ${mostLines.toLocaleString("en-US")} lines: count a location of it instead.`,
    );
  await refuseCounted(tx, places);
  const { percentBp, cents } = await countRuleOn(tx, businessDate(tx.scope));
  const id = newId();
  const orgId = tx.scope.orgId!;
  return create(tx, actor, countNoun, {
    number: { kind: "STC" },
    row: {
      ...{ orgId, id, title, percentBp, cents },
      status: "open",
      scope: plan.scope,
      class: plan.scope === "class" ? plan.class : null,
      locationId: plan.scope === "location" ? plan.locationId : null,
      plannedBy: actor.personId!,
    },
    content: { lines: places.length },
    store: () =>
      insertRows(
        tx,
        stockCountTask,
        places.map((place) => ({ ...place, orgId, id: newId(), countId: id })),
      ),
  });
};
