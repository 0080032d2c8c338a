import { receiptsOfOrders } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";

/** Movements by id with what took them back or corrected them, and the lots that they moved. */
export const evidenceOfMovements = async (
  db: Db,
  movementIds: readonly string[],
): Promise<string[]> => {
  if (movementIds.length === 0) return [];
  const found = await db.rows<{ id: string }>(sql`
    with asked as (select unnest(${arrayOf(movementIds)}::uuid[]) as id),
    moved as (
      select id
      from asked
      union
      select m.id
      from asked a
      join stock_movement m on m.org_id = ${db.scope.orgId} and m.reverses_id = a.id
      union
      select c.movement_id
      from asked a
      join stock_movement_line l on l.org_id = ${db.scope.orgId} and l.movement_id = a.id
      join stock_movement_line c on c.org_id = l.org_id and c.corrects_line_id = l.id
    )
    select id
    from moved
    union
    select l.lot_id
    from moved m
    join stock_movement_line l on l.org_id = ${db.scope.orgId} and l.movement_id = m.id
    where l.lot_id is not null
  `);
  return found.map(({ id }) => id);
};

/**
 * What moved in the stores for these records: what their receipts brought and what was issued of the goods
 * of these orders or to these incidents, projects and work orders, and what these transfers moved, each with its lots.
 */
export const stockEvidence = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const asked = arrayOf(ids);
  const receipts = arrayOf([...ids, ...(await receiptsOfOrders(db, ids))]);
  const found = await db.rows<{ id: string }>(sql`
    select id
    from stock_movement
    where org_id = ${db.scope.orgId} and receipt_id = any(${receipts}::uuid[])
    union
    select id
    from stock_movement
    where org_id = ${db.scope.orgId}
      and consumer_type in ('workOrder', 'project', 'incident')
      and consumer_id = any(${asked}::uuid[])
    union
    select id
    from stock_movement
    where org_id = ${db.scope.orgId} and transfer_id = any(${asked}::uuid[])
    union
    select l.movement_id
    from stock_order_line o
    join stock_draw d on d.org_id = o.org_id and d.order_line_id = o.order_line_id
    join stock_movement_line l on l.org_id = d.org_id and l.id = d.line_id
    where o.org_id = ${db.scope.orgId} and o.order_id = any(${asked}::uuid[])
  `);
  return evidenceOfMovements(
    db,
    found.map(({ id }) => id),
  );
};
