// Two counts of the county's stores: one that agreed and stands posted, one that another person counts again.
import type { Actor } from "#kernel/access.ts";
import { quantity, quantityText } from "#kernel/quantity.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { workOutClasses } from "../count/classes.service.ts";
import { planInput } from "../count/count.model.ts";
import { closeRound, postCount } from "../count/course.service.ts";
import { enterCounted } from "../count/enter.service.ts";
import { planCount } from "../count/plan.service.ts";
import { setCountRule } from "../count/rule.service.ts";
import { shelvesOf } from "../ledger/balance.service.ts";

/** What was counted otherwise than the ledger says: the item, and how many fewer. */
type Off = { item: string; fewer: string };

const countPlace = async (tx: Tx, actor: Actor, locationId: string, off: Off): Promise<string> => {
  const { id } = await planCount(tx, actor, planInput.parse({ scope: "location", locationId }));
  const tasks = await tx.rows<{ itemId: string; locationId: string; name: string }>(sql`
    select t.item_id, t.location_id, i.name
    from stock_count_task t
    join stock_item i on i.org_id = t.org_id and i.id = t.item_id
    where t.org_id = ${tx.scope.orgId} and t.count_id = ${id}
    order by i.name
  `);
  for (const { name, ...place } of tasks)
    for (const shelf of await shelvesOf(tx, [place.itemId], [place.locationId])) {
      const fewer = name === off.item ? quantity(off.fewer) : 0n;
      await enterCounted(tx, actor, id, {
        ...place,
        lot: shelf.lotCode ?? "",
        quantity: quantityText(quantity(shelf.onHand) - fewer),
        unit: null,
        countedAt: null,
      });
    }
  await closeRound(tx, actor, { id, version: null });
  return id;
};

/** Tells the rule of the controller, and both counts. `rooms` gives the ids of locations by code. */
export const seedCounts = async (
  tx: Tx,
  actor: Actor,
  rooms: ReadonlyMap<string, string>,
): Promise<void> => {
  await setCountRule(tx, demoActor("controller"), {
    fromOn: businessDate(tx.scope),
    ...{ percentBp: 200, cents: 150_00 },
    ...{ daysA: 90, daysB: 180, daysC: 365 },
  });
  await workOutClasses(tx, actor);
  const sand = await countPlace(tx, actor, rooms.get("BAY-2")!, {
    item: "Washed sand",
    fewer: "1.5",
  });
  const reason = "Sand sticks to the bay.";
  await postCount(tx, actor, { id: sand, version: null, reason }, { fundId: null });
  await countPlace(tx, actor, rooms.get("FLOOD")!, {
    item: "Sandbags, woven, filled, 40 lb",
    fewer: "180",
  });
};
