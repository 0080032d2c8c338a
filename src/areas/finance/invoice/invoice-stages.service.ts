import { addDays } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import { sql } from "#server/db/sql.ts";
import type { Stage } from "#areas/procurement/procurement.server.ts";
import { invoiceList, ofDepartment } from "./invoice.list.ts";

const invoices = { list: invoiceList, page: "/invoices" } as const;
const card = {
  title: "v.name",
  sub: "o.number",
  owner: "null::text",
  amount: "i.total",
  href: (id: string) => `/invoices/${id}`,
  emergency: "coalesce(o.emergency, false)",
  deadline: "i.due_on",
  since: "i.received_on::timestamptz",
};
const asked = (column: string) =>
  `(select max(q.${column}) from approval_request q where q.org_id = i.org_id and q.document_id = i.id)`;
const daysBefore = (today: string, days: number) => addDays(today, -days);

/** The stages of invoices on the procurement board. */
export const invoiceStages: readonly Stage[] = [
  {
    ...invoices,
    id: "invoice_attention",
    column: "invoiced",
    label: "Needs attention",
    query: () => ({ status: "received,exception,disputed" }),
    card,
    stayed: (a, dept) => sql`
      select greatest(
          0, extract(epoch from q.requested_at - i.received_on::timestamptz) / 86400
        ) as days
      from invoice i
      join approval_request q on q.org_id = i.org_id and q.document_id = i.id
      left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id
      where i.org_id = ${a.orgId}
        and q.requested_at > now() - interval '180 days'
        and ${ofDepartment(dept)}
      order by q.requested_at desc
      limit 1000
    `,
  },
  {
    ...invoices,
    id: "invoice_approval",
    column: "invoiced",
    label: "Matched, in approval",
    query: () => ({ status: "matched,in_approval" }),
    card: { ...card, since: `coalesce(${asked("requested_at")}, i.received_on::timestamptz)` },
    stayed: (a, dept) => sql`
      select extract(epoch from q.decided_at - q.requested_at) / 86400 as days
      from approval_request q
      left join invoice i on i.org_id = q.org_id and i.id = q.document_id
      left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id
      where q.org_id = ${a.orgId}
        and q.document_type = 'invoice'
        and q.decided_at > now() - interval '180 days'
        and q.status <> 'withdrawn'
        and ${ofDepartment(dept)}
      order by q.requested_at desc
      limit 1000
    `,
  },
  {
    ...invoices,
    id: "to_pay",
    column: "invoiced",
    label: "Ready to pay",
    query: () => ({ status: "approved,scheduled" }),
    card: { ...card, since: "coalesce(i.approved_at, i.received_on::timestamptz)" },
    stayed: (a, dept) => sql`
      select greatest(
          0,
          extract(
            epoch from max(p.paid_on)::timestamptz + interval '12 hours' - i.approved_at
          ) / 86400
        ) as days
      from invoice i
      join payment_invoice pi on pi.org_id = i.org_id and pi.invoice_id = i.id and pi.live
      join payment p on p.org_id = pi.org_id and p.id = pi.payment_id
      left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id
      where i.org_id = ${a.orgId}
        and i.status = 'paid'
        and p.paid_on > ${businessDate(a)}::date - 180
        and ${ofDepartment(dept)}
      group by i.id, i.approved_at
      limit 1000
    `,
  },
  {
    ...invoices,
    id: "paid",
    column: "paid",
    label: "In the last 30 days",
    query: (today) => ({ status: "paid", "paidOn.min": daysBefore(today, 30) }),
    card: {
      title: card.title,
      sub: card.sub,
      owner: card.owner,
      amount: card.amount,
      href: card.href,
      emergency: card.emergency,
      since: "i.approved_at",
    },
    stayed: null,
  },
];
