import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What became of a requisition's line: on orders that went out, by quantity, and whether those are over. */
export type Bought = {
  requisitionLineId: string;
  /** The status of its requisition. */
  requisition: string;
  ordered: string;
  received: string;
  ended: boolean;
  orders: { id: string; number: string }[];
};

/** What became of lines of requisitions, by orders that their vendors have got. */
export const boughtOf = (db: Db, requisitionLineIds: readonly string[]): Promise<Bought[]> =>
  db.rows<Bought>(sql`
    select
      ql.id as requisition_line_id, q.status as requisition,
      coalesce(n.ordered, 0)::text as ordered, coalesce(n.received, 0)::text as received,
      coalesce(n.ended, false) as ended, coalesce(n.orders, '[]') as orders
    from requisition_line ql
    join requisition q on q.org_id = ql.org_id and q.id = ql.requisition_id
    left join lateral (
        select
          sum(ol.quantity) filter (where po.status <> 'cancelled') as ordered,
          sum(ol.received_quantity) as received,
          bool_and(po.status in ('cancelled', 'short_closed', 'closed', 'received')) as ended,
          jsonb_agg(distinct jsonb_build_object('id', po.id, 'number', po.number)) as orders
        from purchase_order_line ol
        join purchase_order po on po.org_id = ol.org_id and po.id = ol.purchase_order_id
        where ol.org_id = ql.org_id
          and ol.requisition_line_id = ql.id
          and po.status in (
            'issued', 'acknowledged', 'partly_received', 'received', 'closed', 'short_closed',
            'cancelled'
          )
      ) n
      on true
    where ql.org_id = ${db.scope.orgId} and ql.id = any(${[...requisitionLineIds]}::uuid[])
  `);

/** Orders by id, with where they stand; of one, the lines of requisitions that it took. */
export const ordersPlaced = (
  db: Db,
  orderIds: readonly string[],
): Promise<{ id: string; number: string; status: string; requisitionLineIds: string[] }[]> =>
  db.rows<{ id: string; number: string; status: string; requisitionLineIds: string[] }>(sql`
    select
      o.id, o.number, o.status,
      array(
        select l.requisition_line_id
        from purchase_order_line l
        where l.org_id = o.org_id
          and l.purchase_order_id = o.id
          and l.requisition_line_id is not null
      ) as requisition_line_ids
    from purchase_order o
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...orderIds]}::uuid[])
  `);

/** The lines of a requisition in their order, by id. */
export const lineIdsOf = async (db: Db, requisitionId: string): Promise<string[]> =>
  (
    await db.rows<{ id: string }>(sql`
      select id
      from requisition_line
      where org_id = ${db.scope.orgId} and requisition_id = ${requisitionId}
      order by line_no
    `)
  ).map((line) => line.id);
