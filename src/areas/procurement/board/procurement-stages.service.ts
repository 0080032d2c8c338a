import { formatDate } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { sql } from "#server/db/sql.ts";
import { isCompeted } from "../method/method.labels.ts";
import { orderList } from "../order/order.list.ts";
import { requisitionList } from "../requisition/requisition.list.ts";
import type { Stage, Suggestion } from "./stage.service.ts";

/** Days after which the board suggests the next step. */
const orderWithinDays = 5;
const invoiceWithinDays = 10;

const createOrder: Suggestion = {
  permission: "purchaseOrder.create",
  applies: (card) => {
    if (card.ageDays <= orderWithinDays) return null;
    const rule = `Approved ${counted(card.ageDays, "day")} ago and not ordered; ordering should take ${orderWithinDays}.`;
    return isCompeted(card.method)
      ? {
          label: "Ask vendors",
          rule: `${rule} Its method asks for competition.`,
          href: `/rfq-builder/new?requisition=${card.id}`,
        }
      : { label: "Create the order", rule, href: `/purchase-orders/new?requisitionId=${card.id}` };
  },
};
const askVendor: Suggestion = {
  permission: "purchaseOrder.read",
  applies: (card, today) =>
    card.deadline && card.deadline < today
      ? {
          label: "Ask the vendor",
          rule: `Promised for ${formatDate(card.deadline)} and not all received.`,
          href: card.href,
        }
      : null,
};
const askInvoice: Suggestion = {
  permission: "purchaseOrder.read",
  applies: (card) =>
    card.ageDays > invoiceWithinDays
      ? {
          label: "Ask for the invoice",
          rule: `Received ${counted(card.ageDays, "day")} ago and not invoiced; invoices should come within ${invoiceWithinDays}.`,
          href: card.href,
        }
      : null,
};

const decided = (column: string) =>
  `(select max(q.${column}) from approval_request q where q.org_id = r.org_id and q.document_id = r.id)`;
// What was cancelled of its lines, by account: nobody will order it.
const released = `(select coalesce(sum(l.released + coalesce((select sum(s.released) from requisition_split s where s.org_id = l.org_id and s.line_id = l.id), 0)), 0) from requisition_line l where l.org_id = r.org_id and l.requisition_id = r.id)`;
const requisitionCard = {
  title: "r.title",
  sub: "d.name",
  owner: "who.display_name",
  amount: "r.amount - r.ordered_amount",
  href: (id: string) => `/smart-requisition/${id}`,
  emergency: "r.emergency",
  deadline: "r.needed_on",
};
const requisitions = {
  column: "requisition",
  list: requisitionList,
  page: "/smart-requisition",
} as const;

const requisitionStages: readonly Stage[] = [
  {
    ...requisitions,
    id: "draft",
    label: "Being written",
    query: () => ({ status: "draft,returned" }),
    card: { ...requisitionCard, since: "r.requested_on::timestamptz" },
    stayed: (a, dept) => sql`
      select extract(epoch from r.submitted_at - r.requested_on::timestamptz) / 86400 as days
      from requisition r
      where r.org_id = ${a.orgId}
        and r.submitted_at > now() - interval '180 days'
        and (${dept}::uuid is null or r.department_id = ${dept})
      order by r.submitted_at desc
      limit 1000
    `,
  },
  {
    ...requisitions,
    id: "in_approval",
    label: "In approval",
    query: () => ({ status: "in_approval" }),
    card: { ...requisitionCard, since: "coalesce(r.submitted_at, r.requested_on::timestamptz)" },
    stayed: (a, dept) => sql`
      select extract(epoch from q.decided_at - q.requested_at) / 86400 as days
      from approval_request q
      where q.org_id = ${a.orgId}
        and q.document_type = 'requisition'
        and q.decided_at > now() - interval '180 days'
        and q.status <> 'withdrawn'
        and (${dept}::uuid is null or q.department_id = ${dept})
      order by q.requested_at desc
      limit 1000
    `,
  },
  {
    ...requisitions,
    id: "to_order",
    label: "To order",
    query: () => ({ status: "approved,partly_ordered", unsolicited: "true" }),
    card: {
      ...requisitionCard,
      amount: `greatest(r.amount - r.ordered_amount - ${released}, 0)::bigint`,
      method: "r.method",
      since: `coalesce(${decided("decided_at")}, r.submitted_at, r.requested_on::timestamptz)`,
    },
    suggestion: createOrder,
    stayed: (a, dept) => sql`
      select greatest(
          0,
          extract(
            epoch from min(o.ordered_on)::timestamptz + interval '12 hours' - max(q.decided_at)
          ) / 86400
        ) as days
      from approval_request q
      join requisition_line l on l.org_id = q.org_id and l.requisition_id = q.document_id
      join purchase_order_line p on p.org_id = l.org_id and p.requisition_line_id = l.id
      join purchase_order o on o.org_id = p.org_id and o.id = p.purchase_order_id
      where q.org_id = ${a.orgId}
        and q.document_type = 'requisition'
        and q.status = 'approved'
        and q.decided_at > now() - interval '180 days'
        and (${dept}::uuid is null or q.department_id = ${dept})
      group by q.document_id
      limit 1000
    `,
  },
];

const firstReceipt = `(select min(c.received_on) from receipt c where c.org_id = o.org_id and c.purchase_order_id = o.id and c.status = 'posted')`;
const lastReceipt = firstReceipt.replace("min(", "max(");
const orderCard = {
  title: "o.title",
  sub: "v.name",
  owner: "who.display_name",
  amount: "o.amount",
  href: (id: string) => `/purchase-orders/${id}`,
  emergency: "o.emergency",
  deadline: "o.promised_on",
};
const orders = { list: orderList, page: "/purchase-orders" } as const;

const orderStages: readonly Stage[] = [
  {
    ...orders,
    id: "preparing",
    column: "ordered",
    label: "Being prepared",
    query: () => ({ status: "draft,returned,in_approval,approved", unawarded: "true" }),
    card: { ...orderCard, since: "o.ordered_on::timestamptz" },
    stayed: (a, dept) => sql`
      select greatest(
          0, extract(epoch from o.issued_at - o.ordered_on::timestamptz) / 86400
        ) as days
      from purchase_order o
      where o.org_id = ${a.orgId}
        and o.issued_at > now() - interval '180 days'
        and (${dept}::uuid is null or o.department_id = ${dept})
      order by o.ordered_on desc
      limit 1000
    `,
  },
  {
    ...orders,
    id: "with_vendor",
    column: "ordered",
    label: "With the vendor",
    query: () => ({ status: "issued,acknowledged" }),
    card: { ...orderCard, since: "coalesce(o.issued_at, o.ordered_on::timestamptz)" },
    suggestion: askVendor,
    stayed: (a, dept) => sql`
      select greatest(
          0,
          extract(
            epoch from min(c.received_on)::timestamptz + interval '12 hours' - o.issued_at
          ) / 86400
        ) as days
      from purchase_order o
      join receipt c on c.org_id = o.org_id and c.purchase_order_id = o.id and c.status = 'posted'
      where o.org_id = ${a.orgId}
        and o.issued_at > now() - interval '180 days'
        and (${dept}::uuid is null or o.department_id = ${dept})
      group by o.id, o.issued_at
      limit 1000
    `,
  },
  {
    ...orders,
    id: "partly_received",
    column: "receiving",
    label: "Partly received",
    query: () => ({ status: "partly_received" }),
    card: { ...orderCard, since: `coalesce(${firstReceipt}::timestamptz, o.issued_at)` },
    suggestion: askVendor,
    stayed: (a, dept) => sql`
      select (max(c.received_on) - min(c.received_on))::float as days
      from purchase_order o
      join receipt c on c.org_id = o.org_id and c.purchase_order_id = o.id and c.status = 'posted'
      where o.org_id = ${a.orgId}
        and o.status in ('received', 'closed')
        and o.issued_at > now() - interval '180 days'
        and (${dept}::uuid is null or o.department_id = ${dept})
      group by o.id
      having count(*) > 1
      limit 1000
    `,
  },
  {
    ...orders,
    id: "to_invoice",
    column: "receiving",
    label: "Received, not invoiced",
    query: () => ({ status: "received", uninvoiced: "true" }),
    card: { ...orderCard, since: `coalesce(${lastReceipt}::timestamptz, o.issued_at)` },
    suggestion: askInvoice,
    stayed: (a, dept) => sql`
      select greatest(0, min(i.received_on) - max(c.received_on))::float as days
      from purchase_order o
      join receipt c on c.org_id = o.org_id and c.purchase_order_id = o.id and c.status = 'posted'
      join invoice i on i.org_id = o.org_id and i.purchase_order_id = o.id
      where o.org_id = ${a.orgId}
        and o.status in ('received', 'closed')
        and o.issued_at > now() - interval '180 days'
        and (${dept}::uuid is null or o.department_id = ${dept})
      group by o.id
      limit 1000
    `,
  },
];

/** The stages of requisitions and orders. */
export const procurementStages: readonly Stage[] = [...requisitionStages, ...orderStages];
