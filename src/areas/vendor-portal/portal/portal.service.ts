import { notFound } from "#kernel/errors.ts";
import { compareQuantity, subtractQuantity } from "#kernel/quantity.ts";
import { isToCome } from "#areas/procurement/procurement.public.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type {
  PortalInvoice,
  PortalOrder,
  PortalOrderDetail,
  PortalPayment,
} from "./portal.model.ts";

export type PageQuery = {
  q?: string | undefined;
  status?: string | undefined;
  page: number;
  contractId?: string | undefined;
};
export type PortalPage<T> = { items: T[]; more: boolean; page: number };
const size = 25;

const paged = <T>(rows: T[], page: number): PortalPage<T> => ({
  items: rows.slice(0, size),
  more: rows.length > size,
  page,
});
const offset = (page: number) => (page - 1) * size;
const like = (q: string | undefined) =>
  q?.trim() ? `%${q.trim().replace(/[\\%_]/g, (c) => `\\${c}`)}%` : null;
const statuses = (text: string | undefined) => (text ? text.split(",").filter(Boolean) : null);

const changeOpen = sql`
  exists (
    select 1
    from order_change_request c
    where c.org_id = o.org_id and c.purchase_order_id = o.id and c.status = 'open'
  )
`;
const orderColumns = sql`
  
    o.id, o.org_id, g.name as agency, o.number, o.title, o.status, o.revision, o.amount,
    o.invoiced_amount, o.ordered_on, o.promised_on, o.acknowledged_at, ${changeOpen} as change_open
`;

// Row security compares each row, which no index can answer: lists begin with the vendor's own
// records, and each agency's newest are read from its index by vendor.
const mine = sql`from vendor v join organization g on g.id = v.org_id`;

/**
 * The vendor's orders in every agency, newest first, 25 at a time. `db` is the vendor's side: no
 * other vendor's row can be named.
 */
export const portalOrders = async (db: Db, query: PageQuery): Promise<PortalPage<PortalOrder>> => {
  const words = like(query.q);
  const wanted = statuses(query.status);
  return paged(
    await db.rows<PortalOrder>(sql`
      select ${orderColumns} ${mine}
      cross join lateral (
        select
          o.id, o.org_id, o.number, o.title, o.status, o.revision, o.amount, o.invoiced_amount,
          o.ordered_on, o.promised_on, o.acknowledged_at
        from purchase_order o
        where o.org_id = v.org_id
          and o.vendor_id = v.id
          and (${words}::text is null or o.number || ' ' || o.title || ' ' || g.name ilike ${words})
          and (${wanted}::text[] is null or o.status = any(${wanted}::text[]))
          and (
            ${query.contractId ?? null}::uuid is null
            or o.contract_id = ${query.contractId ?? null}
          )
        order by o.ordered_on desc, o.id desc
        limit ${offset(query.page) + size + 1}
      ) o
      order by o.ordered_on desc, o.id desc, o.org_id
      limit ${size + 1}
      offset ${offset(query.page)}
    `),
    query.page,
  );
};

type Head = PortalOrder &
  Pick<
    PortalOrderDetail,
    | "department"
    | "deliverTo"
    | "termsDays"
    | "instructions"
    | "receivedAmount"
    | "closeReason"
    | "vendorName"
    | "timeZone"
  >;
type Line = Omit<PortalOrderDetail["lines"][number], "onTheWay" | "rejected">;
type NoticeLine = PortalOrderDetail["notices"][number]["lines"][number] & { shipNoticeId: string };

const headOf = (db: Db, orgId: string, id: string) =>
  db.maybe<Head>(sql`
    select
      ${orderColumns}, d.name as department, o.terms_days,
      concat_ws('; ', nullif(o.issued_place, ''), nullif(o.deliver_to, '')) as deliver_to,
      o.instructions, o.received_amount, o.close_reason, v.name as vendor_name, g.time_zone
    from purchase_order o
    join organization g on g.id = o.org_id
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    left join department d on d.org_id = o.org_id and d.id = o.department_id
    where o.org_id = ${orgId} and o.id = ${id}
  `);

const fulfilmentOf = async (db: Db, orgId: string, id: string) => {
  const [notices, lines, requests] = await Promise.all([
    db.rows<Omit<PortalOrderDetail["notices"][number], "lines">>(sql`
      select
        id, number, status, carrier, tracking, shipped_on, expected_on, packages, note,
        created_by_name as by, created_at
      from ship_notice
      where org_id = ${orgId} and purchase_order_id = ${id}
      order by created_at desc
      limit 100
    `),
    db.rows<NoticeLine>(sql`
      select l.ship_notice_id, l.purchase_order_line_id as line_id, l.quantity, l.lot
      from ship_notice_line l
      join ship_notice n on n.org_id = l.org_id and n.id = l.ship_notice_id
      where n.org_id = ${orgId} and n.purchase_order_id = ${id}
      limit 5000
    `),
    db.rows<PortalOrderDetail["requests"][number]>(sql`
      select
        id, number, status, reason, promised_on, lines, asked_by_name as asked_by,
        created_at as asked_at, answer, answered_at
      from order_change_request
      where org_id = ${orgId} and purchase_order_id = ${id}
      order by created_at desc
      limit 100
    `),
  ]);
  return {
    notices: notices.map((n) => ({
      ...n,
      lines: lines.filter((l) => l.shipNoticeId === n.id).map(({ shipNoticeId: _n, ...l }) => l),
    })),
    requests,
  };
};

const sum = (of: readonly { lineId: string; quantity: string }[], id: string) =>
  of
    .filter((l) => l.lineId === id)
    .reduce((n, l) => n + Number(l.quantity), 0)
    .toFixed(4);

const linesOf = (db: Db, orgId: string, id: string) =>
  db.rows<Line>(sql`
    select
      id, line_no, description, quantity, unit, unit_price, amount, received_quantity,
      invoiced_quantity, cancelled
    from purchase_order_line
    where org_id = ${orgId} and purchase_order_id = ${id}
    order by line_no
    limit 1000
  `);

const receiptsOf = (db: Db, orgId: string, id: string) =>
  db.rows<PortalOrderDetail["receipts"][number] & { lineId: string }>(sql`
    select
      c.number, c.received_on, p.line_no, p.id as line_id, l.quantity, l.rejected_quantity,
      l.reject_reason
    from receipt c
    join receipt_line l on l.org_id = c.org_id and l.receipt_id = c.id
    join purchase_order_line p on p.org_id = l.org_id and p.id = l.purchase_order_line_id
    where c.org_id = ${orgId}
      and c.purchase_order_id = ${id}
      and p.purchase_order_id = ${id}
      and c.status = 'posted'
    order by c.received_on, c.number, p.line_no
    limit 2000
  `);

const invoicesOf = (db: Db, orgId: string, id: string) =>
  db.rows<PortalOrderDetail["invoices"][number]>(sql`
    select id, number, vendor_number, status, total
    from invoice
    where org_id = ${orgId} and purchase_order_id = ${id}
    order by received_on desc, number desc
    limit 200
  `);

/**
 * One of the vendor's orders with lines, what came, what is on its way, and what may be done with
 * it now. 404 for another vendor's.
 */
export const portalOrder = async (
  db: Db,
  orgId: string,
  id: string,
): Promise<PortalOrderDetail> => {
  const [head, lines, receipts, invoices, { notices, requests }] = await Promise.all([
    headOf(db, orgId, id),
    linesOf(db, orgId, id),
    receiptsOf(db, orgId, id),
    invoicesOf(db, orgId, id),
    fulfilmentOf(db, orgId, id),
  ]);
  if (!head) throw notFound("purchase order");
  const way = notices.filter((n) => isToCome(n.status)).flatMap((n) => n.lines);
  const running = ["issued", "acknowledged", "partly_received"].includes(head.status);
  const shown = lines.map((l) => ({
    ...l,
    onTheWay: sum(way, l.id),
    rejected: sum(
      receipts.map((r) => ({ lineId: r.lineId, quantity: r.rejectedQuantity })),
      l.id,
    ),
  }));
  const toCome = shown.some(
    (l) =>
      !l.cancelled &&
      compareQuantity(
        subtractQuantity(subtractQuantity(l.quantity, l.receivedQuantity), l.onTheWay),
        "0",
      ) > 0,
  );
  return {
    ...head,
    lines: shown,
    receipts: receipts.map(({ lineId: _l, ...r }) => r),
    notices,
    requests,
    invoices,
    can: {
      acknowledge:
        !head.acknowledgedAt && (running || head.status === "received") && !head.changeOpen,
      change: running && !head.changeOpen,
      ship: running && toCome,
      invoice:
        (running || head.status === "received") &&
        lines.some((l) => !l.cancelled && compareQuantity(l.quantity, l.invoicedQuantity) > 0),
    },
  };
};

type Reasons = { reasons: string[] };

/** The vendor's invoices with what each waits for. `texts` tells a kind of exception in words. */
export const portalInvoices = async (
  db: Db,
  query: PageQuery,
  texts: (kind: string) => string,
): Promise<PortalPage<PortalInvoice>> => {
  const words = like(query.q);
  const wanted = statuses(query.status);
  const rows = await db.rows<PortalInvoice & Reasons>(sql`
    select
      i.id, i.org_id, g.name as agency, i.number, i.vendor_number, i.kind, i.order_number,
      i.order_id, i.invoice_date, i.received_on, i.due_on, i.status, i.total, i.paid_amount,
      i.retainage, i.retainage_released, i.dispute_reason,
      array(
        select distinct e.kind
        from invoice_exception e
        where e.org_id = i.org_id and e.invoice_id = i.id
        order by 1
      ) as reasons,
      exists (
        select 1
        from payment_hold h
        where h.org_id = i.org_id and (h.invoice_id = i.id or h.vendor_id = i.vendor_id)
      ) as held ${mine}
    cross join lateral (
      select
        i.id, i.org_id, i.vendor_id, i.number, i.vendor_number, i.kind, o.number as order_number,
        o.id as order_id, i.invoice_date, i.received_on, i.due_on, i.status, i.total, i.paid_amount,
        i.retainage, i.retainage_released, i.dispute_reason
      from invoice i
      left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id
      where i.org_id = v.org_id
        and i.vendor_id = v.id
        and (
          ${words}::text is null
          or i.number || ' ' || i.vendor_number || ' ' || coalesce(
            o.number, ''
          ) || ' ' || g.name ilike ${words}
        )
        and (${wanted}::text[] is null or i.status = any(${wanted}::text[]))
      order by i.received_on desc, i.id desc
      limit ${offset(query.page) + size + 1}
    ) i
    order by i.received_on desc, i.id desc, i.org_id
    limit ${size + 1}
    offset ${offset(query.page)}
  `);
  return paged(
    rows.map((r) => ({
      ...r,
      reasons: r.reasons.map(texts),
      held: r.held && ["matched", "in_approval", "approved", "scheduled"].includes(r.status),
    })),
    query.page,
  );
};

/** Payments to the vendor with their remittance: which invoices each one paid. */
export const portalPayments = async (
  db: Db,
  query: PageQuery,
): Promise<PortalPage<PortalPayment>> => {
  const words = like(query.q);
  return paged(
    await db.rows<PortalPayment>(sql`
      select
        p.id, p.org_id, g.name as agency, p.number, p.method,
        coalesce(p.check_number, p.trace_number) as reference, p.status, p.amount, p.paid_on,
        p.bank_last4,
        coalesce(
          (
            select jsonb_agg(jsonb_build_object(
                'number', i.number, 'vendorNumber', i.vendor_number, 'amount', x.amount,
                'orderNumber', o.number, 'extras',
                payment_extras(x.org_id, x.payment_id, x.invoice_id)
              ) order by i.number)
            from payment_invoice x
            join invoice i on i.org_id = x.org_id and i.id = x.invoice_id
            left join purchase_order o on o.org_id = i.org_id and o.id = i.purchase_order_id
            where x.org_id = p.org_id and x.payment_id = p.id
          ),
          '[]'
        ) as invoices ${mine}
      join payment p on p.org_id = v.org_id and p.vendor_id = v.id
      where (
        ${words}::text is null
        or p.number || ' ' || coalesce(
          p.check_number, p.trace_number, ''
        ) || ' ' || g.name ilike ${words}
      )
      order by p.paid_on desc nulls first, p.id desc, p.org_id
      limit ${size + 1}
      offset ${offset(query.page)}
    `),
    query.page,
  );
};

export type Totals = {
  openOrders: number;
  openOrdersCents: number;
  billedCents: number;
  paidYearCents: number;
};
const totalsSql: Sql = sql`
  select
    open.n as open_orders, open.cents as open_orders_cents,
    (
      select coalesce(sum(i.total - i.paid_amount), 0)::bigint
      from vendor v
      join invoice i on i.org_id = v.org_id and i.vendor_id = v.id
      where i.status not in ('paid', 'voided', 'rejected')
    ) as billed_cents,
    (
      select coalesce(sum(p.amount), 0)::bigint
      from vendor v
      join payment p on p.org_id = v.org_id and p.vendor_id = v.id
      join organization agency on agency.id = p.org_id
      where p.status in ('released', 'cleared')
        and p.paid_on >= date_trunc('year', now() at time zone agency.time_zone)::date
    ) as paid_year_cents
  from (
    select count(*) as n, coalesce(sum(greatest(o.amount - sent.cents, 0)), 0)::bigint as cents
    from vendor v
    join purchase_order o on o.org_id = v.org_id and o.vendor_id = v.id
    cross join lateral (
      select coalesce(sum(i.total), 0) as cents
      from invoice i
      where i.org_id = o.org_id
        and i.purchase_order_id = o.id
        and i.status not in ('rejected', 'voided')
    ) sent
    where o.status in ('issued', 'acknowledged', 'partly_received')
  ) open
`;

/** Sums over the vendor's own records, in cents. */
export const portalTotals = (db: Db): Promise<Totals> => db.one<Totals>(totalsSql);

/** Invoices that are approved, with the day on which each is to be paid; the next ten. */
export const dueNext = (
  db: Db,
): Promise<{ agency: string; number: string; dueOn: string; cents: number }[]> =>
  db.rows(sql`
    select
      g.name as agency, i.vendor_number as number, i.due_on,
      (i.total - (i.retainage - i.retainage_released) - i.paid_amount)::bigint as cents ${mine}
    join invoice i on i.org_id = v.org_id and i.vendor_id = v.id
    where i.status in ('approved', 'scheduled', 'in_approval', 'matched') and i.due_on is not null
    order by i.due_on
    limit 10
  `);
