import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { moveLot } from "./lot.service.ts";

/**
 * Puts every lot that lies at a location, or within it, into quarantine with the reason; lots that are
 * stopped already stay as they are. Gives those that were put there. A person releases them.
 */
export const quarantineAt = async (
  tx: Tx,
  actor: Actor,
  locationId: string,
  reason: string,
): Promise<{ id: string; code: string; item: string }[]> => {
  const lots = await tx.rows<{ id: string; code: string; item: string }>(sql`
    with recursive within as (
      select id
      from stock_location
      where org_id = ${tx.scope.orgId} and id = ${locationId}
      union
      select o.id
      from stock_location o
      join within w on o.parent_id = w.id
      where o.org_id = ${tx.scope.orgId}
    )
    select distinct l.id, l.code, i.name as item
    from stock_balance b
    join within w on w.id = b.location_id
    join stock_lot l on l.org_id = b.org_id and l.id = b.lot_id
    join stock_item i on i.org_id = b.org_id and i.id = b.item_id
    where b.org_id = ${tx.scope.orgId}
      and b.on_hand > 0
      and l.condition in ('ok', 'attention', 'damaged')
    order by l.id
  `);
  for (const { id } of lots) await moveLot(tx, actor, "quarantine", { id, version: null, reason });
  return lots;
};
