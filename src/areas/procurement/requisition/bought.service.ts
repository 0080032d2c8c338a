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

/** A line of an order that went out, and the line of a requisition that it buys. */
export type OrderedFor = {
  requisitionLineId: string;
  requisitionId: string;
  /** What the requisition's line says. */
  description: string;
  orderLineId: string;
  orderId: string;
  /** The unit of the order's line. */
  unit: string;
};

/** Lines of orders that went out for lines of requisitions; what was cancelled is left out. */
export const orderedFor = (db: Db, requisitionLineIds: readonly string[]): Promise<OrderedFor[]> =>
  db.rows<OrderedFor>(sql`
    select
      q.id as requisition_line_id, q.requisition_id, q.description, l.id as order_line_id,
      o.id as order_id, l.unit
    from requisition_line q
    join purchase_order_line l on l.org_id = q.org_id and l.requisition_line_id = q.id
    join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
    where q.org_id = ${db.scope.orgId}
      and q.id = any(${[...requisitionLineIds]}::uuid[])
      and not l.cancelled
      and o.issued_at is not null
    order by o.number, l.line_no
  `);

/** A line of a requisition as it stands now; `lineId` is null for a requisition without lines. */
export type RequestedLine = {
  requisitionId: string;
  status: string;
  lineId: string | null;
  description: string | null;
  quantity: string | null;
  unit: string | null;
};

/** The lines of requisitions as they stand now, with where each requisition stands. */
export const requestedLines = (
  db: Db,
  requisitionIds: readonly string[],
): Promise<RequestedLine[]> =>
  db.rows<RequestedLine>(sql`
    select
      r.id as requisition_id, r.status, l.id as line_id, l.description,
      trim_scale(l.quantity)::text as quantity, l.unit
    from requisition r
    left join requisition_line l on l.org_id = r.org_id and l.requisition_id = r.id
    where r.org_id = ${db.scope.orgId} and r.id = any(${[...requisitionIds]}::uuid[])
    order by r.number, l.line_no
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
