import { sql } from "#server/db/sql.ts";
import type { YearCarryover, Held, Underway } from "#areas/budget/budget.server.ts";

const openOrders = sql`o.status not in ('closed', 'short_closed', 'cancelled')`;
const notGoneOut = sql`o.issued_at is null and o.status <> 'cancelled'`;

export const orderCarryover: YearCarryover = {
  documentType: "purchaseOrder",
  one: "purchase order",
  many: "purchase orders",
  href: "/purchase-orders",
  underway: (db, year, lock) =>
    db.rows<Underway>(sql`
      select o.id, o.number, o.amount
      from purchase_order o
      where o.org_id = ${db.scope.orgId} and o.fiscal_year_id = ${year} and ${openOrders}
      order by o.id ${lock ? sql`for update` : sql``}
    `),
  holds: (db, year) =>
    db.rows<Held>(sql`
      select
        o.id, o.number, s.account_string_id, 0 as pre_encumbered,
        sum(s.encumbered)::bigint as encumbered
      from purchase_order o
      join purchase_order_line l on l.org_id = o.org_id and l.purchase_order_id = o.id
      join purchase_order_share s on s.org_id = l.org_id and s.line_id = l.id
      where o.org_id = ${db.scope.orgId}
        and o.fiscal_year_id = ${year}
        and ${openOrders}
        and o.issued_at is not null
      group by 1, 2, 3
      having sum(s.encumbered) <> 0
      order by 1, 3
    `),
  move: async (tx, ids, to) =>
    void (await tx.rows(sql`
      update purchase_order
      set fiscal_year_id = ${to}, version = version + 1
      where org_id = ${tx.scope.orgId} and id = any(${ids}::uuid[])
    `)),
};

// What an order that has not gone out took of a requisition is still the requisition's: it is
// reserved in that one's year.
const waits = sql`
  (
    r.status in ('in_approval', 'approved', 'partly_ordered')
    or r.status = 'ordered'
    and exists (
      select 1
      from requisition_line q
      join purchase_order_line l on l.org_id = q.org_id and l.requisition_line_id = q.id
      join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
      where q.org_id = r.org_id and q.requisition_id = r.id and ${notGoneOut}
    )
  )
`;

export const requisitionCarryover: YearCarryover = {
  documentType: "requisition",
  one: "requisition",
  many: "requisitions",
  href: "/smart-requisition",
  underway: (db, year, lock) =>
    db.rows<Underway>(sql`
      select r.id, r.number, r.amount - r.ordered_amount as amount
      from requisition r
      where r.org_id = ${db.scope.orgId} and r.fiscal_year_id = ${year} and ${waits}
      order by r.id ${lock ? sql`for update` : sql``}
    `),
  holds: (db, year) =>
    db.rows<Held>(sql`
      select
        h.id, h.number, h.account_string_id, sum(h.open)::bigint as pre_encumbered, 0 as encumbered
      from (
        select r.id, r.number, s.account_string_id, s.amount - s.ordered_amount - s.released as open
        from requisition r
        join requisition_line l on l.org_id = r.org_id and l.requisition_id = r.id
        join requisition_share s on s.org_id = l.org_id and s.line_id = l.id
        where r.org_id = ${db.scope.orgId}
          and r.fiscal_year_id = ${year}
          and r.status in ('in_approval', 'approved', 'partly_ordered')
        union all
        select r.id, r.number, s.account_string_id, s.taken
        from purchase_order o
        join purchase_order_line l on l.org_id = o.org_id and l.purchase_order_id = o.id
        join purchase_order_share s on s.org_id = l.org_id and s.line_id = l.id
        join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
        join requisition r on r.org_id = q.org_id and r.id = q.requisition_id
        where r.org_id = ${db.scope.orgId} and r.fiscal_year_id = ${year} and ${notGoneOut}
      ) h
      group by 1, 2, 3
      having sum(h.open) <> 0
      order by 1, 3
    `),
  move: async (tx, ids, to) =>
    void (await tx.rows(sql`
      update requisition
      set fiscal_year_id = ${to}, version = version + 1
      where org_id = ${tx.scope.orgId} and id = any(${ids}::uuid[])
    `)),
};
