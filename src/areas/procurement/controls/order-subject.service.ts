import type { ControlHead, ControlSubject } from "#server/controls/control-checks.ts";
import type { Day, Instant } from "#kernel/time.ts";
import { dayIn } from "#server/clock.ts";
import type { LedgerEntry } from "#server/audit/ledger.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { approversOf } from "#areas/workflow/workflow.server.ts";
import { ownOrders } from "./own-facts.service.ts";
import { requisitionsOfOrder } from "../order/requisitions.service.ts";

const itself = async (_db: Db, { objectId }: LedgerEntry) => [objectId];

// What happens to a requisition touches the orders of it.
const ordersOfRequisition = async (db: Db, { objectId }: LedgerEntry) =>
  (
    await db.rows<{ id: string }>(sql`
      select distinct n.purchase_order_id as id
      from requisition_line l
      join purchase_order_line n on n.org_id = l.org_id and n.requisition_line_id = l.id
      where l.org_id = ${db.scope.orgId} and l.requisition_id = ${objectId}
    `)
  ).map(({ id }) => id);

const ordersOfReceipt = async (db: Db, { objectId }: LedgerEntry) =>
  (
    await db.rows<{ id: string }>(sql`
      select purchase_order_id as id
      from receipt
      where org_id = ${db.scope.orgId} and id = ${objectId}
    `)
  ).map(({ id }) => id);

const headsOf = (db: Db, ids: readonly string[]): Promise<ControlHead[]> =>
  db.rows<ControlHead>(sql`
    select
      o.id, o.number, o.title, o.department_id, o.amount, o.buyer_id as owner_id, o.federal,
      array(
        select distinct r.requester_id
        from purchase_order_line n
        join requisition_line l on l.org_id = n.org_id and l.id = n.requisition_line_id
        join requisition r on r.org_id = l.org_id and r.id = l.requisition_id
        where n.org_id = o.org_id and n.purchase_order_id = o.id and r.requester_id is not null
      ) as people
    from purchase_order o
    where o.org_id = ${db.scope.orgId} and o.id = any(${[...ids]}::uuid[])
  `);

// Who asked for it or for what it serves, who wrote it down, before leaving also, and who approved either.
const handsOf = async (db: Db, id: string): Promise<readonly string[]> => {
  const served = sql`select ${id}::uuid union all ${requisitionsOfOrder(db, id)}`;
  const [written, approved] = await Promise.all([
    db.one<{ people: string[] }>(sql`
      select array(
          select o.buyer_id
          from purchase_order o
          where o.org_id = ${db.scope.orgId} and o.id = ${id} and o.buyer_id is not null
          union
          select former::uuid
          from purchase_order o
          cross join jsonb_array_elements_text(o.former_authors) former
          where o.org_id = ${db.scope.orgId} and o.id = ${id}
          union
          select r.requester_id
          from requisition r
          where r.org_id = ${db.scope.orgId} and r.id in (${served}) and r.requester_id is not null
          union
          select former::uuid
          from requisition r
          cross join jsonb_array_elements_text(r.former_authors) former
          where r.org_id = ${db.scope.orgId} and r.id in (${served})
        ) as people
    `),
    approversOf(db, served),
  ]);
  return [...new Set([...written.people, ...approved])];
};

/** Purchase orders, as controls judge them. */
export const orderSubject: ControlSubject = {
  noun: "purchaseOrder",
  label: "Purchase order",
  stage: "order",
  page: (id) => `/purchase-orders/${id}`,
  heard: {
    "purchaseOrder.submit": itself,
    "purchaseOrder.approve": itself,
    "purchaseOrder.issue": itself,
    "purchaseOrder.change": itself,
    "purchaseOrder.cancel": itself,
    "purchaseOrder.recordQuote": itself,
    "purchaseOrder.withdrawQuote": itself,
    "requisition.recordQuote": ordersOfRequisition,
    "requisition.withdrawQuote": ordersOfRequisition,
    "receipt.create": ordersOfReceipt,
  },
  own: ownOrders,
  heads: headsOf,
  hands: handsOf,
  all: async (db, after, limit) =>
    (
      await db.rows<{ id: string }>(sql`
        select id
        from purchase_order
        where org_id = ${db.scope.orgId} and (${after}::uuid is null or id > ${after})
        order by id
        limit ${limit}
      `)
    ).map(({ id }) => id),
};

/** An order as others judge it: the day on which it first went out, null before. */
export type IssuedOrder = {
  id: string;
  number: string;
  status: string;
  departmentId: string;
  federal: boolean;
  issued: Day | null;
};

/** Orders by id with the day on which each first went out. */
export const issuedOrders = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, IssuedOrder>> =>
  new Map(
    (
      await db.rows<Omit<IssuedOrder, "issued"> & { issuedAt: Instant | null }>(sql`
        select id, number, status, department_id, federal, issued_at
        from purchase_order
        where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
      `)
    ).map(({ issuedAt, ...order }) => [
      order.id,
      { ...order, issued: issuedAt && dayIn(db.scope, issuedAt) },
    ]),
  );
