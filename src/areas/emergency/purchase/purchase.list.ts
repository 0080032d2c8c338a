import type { ListDefinition } from "#server/http/list.ts";
import { declarationStatuses, purchaseStatuses } from "../emergency.labels.ts";

export const purchaseList: ListDefinition = {
  name: "emergency orders",
  from: "emergency_purchase e join local_declaration g on g.org_id = e.org_id and g.id = e.declaration_id join contract c on c.org_id = e.org_id and c.id = e.contract_id join vendor v on v.org_id = c.org_id and v.id = c.vendor_id join department d on d.org_id = e.org_id and d.id = e.department_id left join person a on a.id = e.approver_id left join person who on who.id = e.ordered_by",
  base: "emergency_purchase e",
  alias: "e",
  columns: {
    id: { sql: "e.id", hidden: true },
    number: { sql: "e.number", label: "Number", sort: true },
    status: { sql: "e.status", label: "Ratification", sort: true, codes: purchaseStatuses },
    title: { sql: "e.title", label: "What" },
    declaration: { sql: "g.number", label: "Declaration" },
    declarationId: { sql: "e.declaration_id", hidden: true },
    vendor: { sql: "v.name", label: "Vendor" },
    department: { sql: "d.name", label: "Department" },
    orderId: { sql: "e.order_id", hidden: true },
    orderNumber: { sql: "e.order_number", label: "Order" },
    amount: { sql: "e.amount", label: "Amount", money: true, sort: true },
    approver: { sql: "a.display_name", label: "Approved by" },
    orderedBy: { sql: "who.display_name", label: "Ordered by" },
    issuedAt: { sql: "e.issued_at", label: "Issued", sort: true },
    ratifyBy: { sql: "e.ratify_by", label: "Ratify by", sort: true },
    version: { sql: "e.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "e.status", type: "text" },
    declarationId: { kind: "set", sql: "e.declaration_id", type: "uuid" },
    amount: { kind: "range", sql: "e.amount", type: "cents" },
    mine: { kind: "flag", sql: "e.ordered_by = $actor" },
  },
  search: ["e.number", "e.title", "e.order_number", "v.name"],
  defaultSort: "-number",
  totals: { amount: "e.amount" },
};

export const declarationList: ListDefinition = {
  name: "local declarations",
  from: "local_declaration g left join lateral (select count(*) as orders, count(*) filter (where p.status in ('to_ratify', 'returned')) as to_ratify, coalesce(sum(p.amount), 0)::bigint as amount from emergency_purchase p where p.org_id = g.org_id and p.declaration_id = g.id) t on true",
  base: "local_declaration g",
  alias: "g",
  columns: {
    id: { sql: "g.id", hidden: true },
    number: { sql: "g.number", label: "Number", sort: true },
    status: { sql: "g.status", label: "Status", sort: true, codes: declarationStatuses },
    title: { sql: "g.title", label: "Emergency" },
    area: { sql: "g.area", label: "Area" },
    declaredAt: { sql: "g.declared_at", label: "Declared", sort: true },
    holdsUntil: { sql: "g.holds_until", label: "Holds until", sort: true },
    orders: { sql: "t.orders", label: "Orders" },
    toRatify: { sql: "t.to_ratify", label: "To be ratified" },
    amount: { sql: "t.amount", label: "Ordered", money: true },
    version: { sql: "g.version", hidden: true },
  },
  filters: { status: { kind: "set", sql: "g.status", type: "text" } },
  search: ["g.number", "g.title", "g.area"],
  defaultSort: "-number",
};
