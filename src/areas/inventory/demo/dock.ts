// Where the county yard receives: what a crew brought back lies there and waits for its shelf.
import type { Actor } from "#kernel/access.ts";
import { addDays, type Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { setReceiving } from "../arrival/receiving.service.ts";
import { locationInput } from "../location/location.model.ts";
import { enterLocation } from "../location/location.service.ts";
import { movementInput } from "../movement/movement.model.ts";
import { postMovement } from "../movement/post.service.ts";

const brought = { item: "Barricade, type III, 8 ft", quantity: "2", days: 2 };

/** The dock of the yard, and what lies there. */
export const seedDock = async (
  tx: Tx,
  actor: Actor,
  { items, yardId, today }: { items: ReadonlyMap<string, string>; yardId: string; today: Day },
): Promise<void> => {
  const dock = await enterLocation(
    tx,
    actor,
    locationInput.parse({ code: "DOCK", name: "Receiving dock", parentId: yardId }),
  );
  await setReceiving(tx, actor, dock.id, true, dock.version);
  const itemId = items.get(brought.item)!;
  const line = await tx.maybe<{ id: string }>(sql`
    select l.id
    from stock_movement_line l
    join stock_movement m on m.org_id = l.org_id and m.id = l.movement_id
    where l.org_id = ${tx.scope.orgId} and l.item_id = ${itemId} and m.kind = 'issue'
    order by m.moved_on desc
    limit 1
  `);
  if (!line) return;
  await postMovement(
    tx,
    actor,
    movementInput.parse({
      kind: "return",
      movedOn: addDays(today, -brought.days),
      lines: [
        { itemId, toLocationId: dock.id, quantity: brought.quantity, returnsLineId: line.id },
      ],
    }),
  );
};
