import type { Day, Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { Measure } from "./performance.labels.ts";
import type { Counted, PerformanceEvent } from "./performance.model.ts";

/**
 * Which events: of one agency, of one vendor or (null) of all of them, between two days, both
 * included.
 */
export type Span = { orgId: string; vendorId: string | null; from: Day; to: Day };

// Each gives vendor_id, id, good, day, title, detail, order_id, invoice_id. They read only what a
// vendor may read of its own, so that both sides see the same.
const delivery = (s: Span): Sql => sql`
  select
    o.vendor_id, l.id, coalesce(g.by_then, 0) >= l.quantity as good, o.promised_on as day,
    o.number || ', line ' || l.line_no || ': ' || l.description as title,
    case
      when coalesce(g.by_then, 0) >= l.quantity then 'Accepted by ' || to_char(
        o.promised_on, 'Mon FMDD, YYYY'
      )
      when coalesce(g.ever, 0) >= l.quantity then 'Promised ' || to_char(
        o.promised_on, 'Mon FMDD, YYYY'
      ) || ', complete on ' || to_char(g.last_on, 'Mon FMDD, YYYY')
      else 'Promised ' || to_char(o.promised_on, 'Mon FMDD, YYYY') || ', ' || trim_scale(coalesce(
        g.by_then, 0
      )) || ' of ' || trim_scale(l.quantity) || ' accepted by then'
    end as detail,
    o.id as order_id, null::uuid as invoice_id
  from purchase_order o
  join purchase_order_line l on l.org_id = o.org_id and l.purchase_order_id = o.id
  left join lateral (
      select
        sum(x.quantity - x.rejected_quantity) filter (
          where c.received_on <= o.promised_on
        ) as by_then,
        sum(x.quantity - x.rejected_quantity) as ever, max(c.received_on) as last_on
      from receipt_line x
      join receipt c on c.org_id = x.org_id and c.id = x.receipt_id
      where x.org_id = l.org_id and x.purchase_order_line_id = l.id and c.status = 'posted'
    ) g
    on true
  where o.org_id = ${s.orgId}
    and (${s.vendorId}::uuid is null or o.vendor_id = ${s.vendorId})
    and o.issued_at is not null
    and o.status not in ('cancelled', 'short_closed')
    and not l.cancelled
    and o.promised_on between ${s.from}::date and ${s.to}::date
`;

const quality = (s: Span): Sql => sql`
  select
    o.vendor_id, x.id, x.rejected_quantity = 0 as good, c.received_on as day,
    c.number || ': ' || l.description as title,
    case
      when x.rejected_quantity = 0 then trim_scale(x.quantity) || ' accepted'
      else trim_scale(x.rejected_quantity) || ' of ' || trim_scale(x.quantity) || ' rejected: ' || x.reject_reason
    end as detail,
    o.id as order_id, null::uuid as invoice_id
  from receipt c
  join purchase_order o on o.org_id = c.org_id and o.id = c.purchase_order_id
  join purchase_order_line l on l.org_id = o.org_id and l.purchase_order_id = o.id
  join receipt_line x
    on x.org_id = l.org_id
    and x.purchase_order_line_id = l.id
    and x.receipt_id = c.id
  where c.org_id = ${s.orgId}
    and (${s.vendorId}::uuid is null or o.vendor_id = ${s.vendorId})
    and c.status = 'posted'
    and x.quantity > 0
    and c.received_on between ${s.from}::date and ${s.to}::date
`;

const price = (s: Span): Sql => sql`
  select
    i.vendor_id, x.id, x.unit_price <= l.unit_price as good, i.invoice_date as day,
    i.vendor_number || ': ' || x.description as title,
    'Billed at ' || trim_scale(x.unit_price) || ', ordered at ' || trim_scale(l.unit_price) as detail,
    l.purchase_order_id as order_id, i.id as invoice_id
  from invoice i
  join invoice_line x on x.org_id = i.org_id and x.invoice_id = i.id
  join purchase_order_line l on l.org_id = x.org_id and l.id = x.purchase_order_line_id
  where i.org_id = ${s.orgId}
    and (${s.vendorId}::uuid is null or i.vendor_id = ${s.vendorId})
    and i.kind = 'invoice'
    and i.status not in ('voided', 'rejected')
    and x.quantity > 0
    and i.invoice_date between ${s.from}::date and ${s.to}::date
`;

const dispute = (s: Span): Sql => sql`
  select
    i.vendor_id, i.id, i.dispute_reason is null as good, i.invoice_date as day,
    'Invoice ' || i.vendor_number as title,
    coalesce('Disputed: ' || i.dispute_reason, 'Not disputed') as detail,
    i.purchase_order_id as order_id, i.id as invoice_id
  from invoice i
  where i.org_id = ${s.orgId}
    and (${s.vendorId}::uuid is null or i.vendor_id = ${s.vendorId})
    and i.status not in ('voided', 'rejected')
    and i.invoice_date between ${s.from}::date and ${s.to}::date
`;

const evaluation = (s: Span): Sql => sql`
  select
    e.vendor_id, e.id, (e.quality + e.timeliness + e.service) >= 9 as good, e.evaluated_on as day,
    o.number || ': ' || o.title as title,
    'Quality ' || e.quality || ', timeliness ' || e.timeliness || ', service ' || e.service || ' of 5: ' || e.comment || ' (' || e.evaluated_by_name || ')' as detail,
    o.id as order_id, null::uuid as invoice_id
  from vendor_evaluation e
  join purchase_order o on o.org_id = e.org_id and o.id = e.purchase_order_id
  where e.org_id = ${s.orgId}
    and (${s.vendorId}::uuid is null or e.vendor_id = ${s.vendorId})
    and e.evaluated_on between ${s.from}::date and ${s.to}::date
`;

const sources: Record<Measure, (s: Span) => Sql> = {
  delivery,
  quality,
  price,
  dispute,
  evaluation,
};

/** The events of one measure, as a query. */
export const eventsSql = (measure: Measure, span: Span): Sql => sources[measure](span);

type Sums = { n: number; bad: number };
const sums = (db: Db, measure: Measure, span: Span): Promise<Sums> =>
  db.one<Sums>(sql`
    select count(*) as n, count(*) filter (where not good) as bad
    from (${eventsSql(measure, span)}) e
  `);

/**
 * How many events of each measure one vendor has, and how many of them were bad; through whichever
 * side `db` reads.
 */
export const countEvents = async (db: Db, span: Span & { vendorId: string }): Promise<Counted> => {
  const [d, q, p, x, e] = await Promise.all([
    sums(db, "delivery", span),
    sums(db, "quality", span),
    sums(db, "price", span),
    sums(db, "dispute", span),
    db.one<{ n: number; sum: number }>(sql`
      select count(*) as n, coalesce(sum(quality + timeliness + service), 0)::int as sum
      from vendor_evaluation
      where org_id = ${span.orgId}
        and vendor_id = ${span.vendorId}
        and evaluated_on between ${span.from}::date and ${span.to}::date
    `),
  ]);
  return { delivery: d, quality: q, price: p, dispute: x, evaluation: e };
};

type Row = Omit<PerformanceEvent, "kind" | "replies" | "on"> & { day: Day };
type Reply = { eventId: string; body: string; person: string; at: Instant };
const size = 25;

/**
 * The events of one measure of one vendor, bad ones first and then the newest, 25 at a time, each
 * with what the vendor said to it.
 */
export const listEvents = async (
  db: Db,
  span: Span & { vendorId: string },
  measure: Measure,
  page: number,
): Promise<{ items: PerformanceEvent[]; more: boolean; page: number }> => {
  const rows = await db.rows<Row>(sql`
    select id, good, day, title, detail, order_id, invoice_id
    from (${eventsSql(measure, span)}) e
    order by good, day desc, id
    limit ${size + 1}
    offset ${(page - 1) * size}
  `);
  const shown = rows.slice(0, size);
  const replies =
    shown.length === 0
      ? []
      : await db.rows<Reply>(sql`
        select event_id, body, person_name as person, created_at as at
        from performance_reply
        where org_id = ${span.orgId}
          and vendor_id = ${span.vendorId}
          and kind = ${measure}
          and event_id = any(${shown.map((r) => r.id)}::uuid[])
        order by created_at
        limit 500
      `);
  return {
    items: shown.map(({ day, ...r }) => ({
      ...r,
      on: day,
      kind: measure,
      replies: replies.filter((p) => p.eventId === r.id).map(({ eventId: _e, ...p }) => p),
    })),
    more: rows.length > size,
    page,
  };
};
