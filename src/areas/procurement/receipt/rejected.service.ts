import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql, type Sql } from "#server/db/sql.ts";
import type { MeasuredRecords } from "#server/measured.ts";

/**
 * Lines of posted receipts by the day on which they came, at the price of their order, so that pieces and tons
 * add up: whole is what came, part what of it was rejected.
 */
export const rejectedGoods: MeasuredRecords = ({ orgId, from, to }) => sql`
  select
    o.id, r.number,
    l.description || case
      when x.rejected_quantity > 0 then ': ' || x.reject_reason
      else ''
    end as said,
    r.received_on as day, x.rejected_quantity * l.unit_price as part,
    x.quantity * l.unit_price as whole
  from receipt r
  join receipt_line x on x.org_id = r.org_id and x.receipt_id = r.id
  join purchase_order_line l on l.org_id = x.org_id and l.id = x.purchase_order_line_id
  join purchase_order o on o.org_id = r.org_id and o.id = r.purchase_order_id
  where r.org_id = ${orgId}
    and r.status = 'posted'
    and x.quantity > 0
    and r.received_on between ${from}::date and ${to}::date
`;

/** A line of a posted receipt of which something was rejected. */
export type RejectedLine = {
  id: string;
  receiptId: string;
  receiptNumber: string;
  receivedOn: Day;
  orderId: string;
  orderNumber: string;
  orderLineId: string;
  vendorId: string;
  vendor: string;
  description: string;
  unit: string;
  /** Decimal text. */
  rejected: string;
  reason: string;
  /** What was rejected at the price of the order, in cents. */
  cents: number;
  /** The day on which it went back to the vendor; null where it did not. */
  returnedOn: Day | null;
};

const lines = (db: Db, where: Sql): Promise<RejectedLine[]> =>
  db.rows<RejectedLine>(sql`
    select
      x.id, r.id as receipt_id, r.number as receipt_number, r.received_on, o.id as order_id,
      o.number as order_number, l.id as order_line_id, o.vendor_id, v.name as vendor, l.description,
      l.unit, trim_scale(x.rejected_quantity)::text as rejected, x.reject_reason as reason,
      round(x.rejected_quantity * l.unit_price * 100)::bigint as cents, x.returned_on
    from receipt r
    join receipt_line x on x.org_id = r.org_id and x.receipt_id = r.id
    join purchase_order_line l on l.org_id = x.org_id and l.id = x.purchase_order_line_id
    join purchase_order o on o.org_id = r.org_id and o.id = r.purchase_order_id
    join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
    where r.org_id = ${db.scope.orgId}
      and r.status = 'posted'
      and x.rejected_quantity > 0
      and ${where}
    order by r.received_on desc, r.number desc, x.id
    limit 200
  `);

/** Rejected lines of posted receipts by number, vendor or words, newest first, at most 200. */
export const rejectedLines = (db: Db, words: string): Promise<RejectedLine[]> => {
  const like = `%${words.trim().replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
  return lines(
    db,
    sql`
      (
        r.number ilike ${like}
        or o.number ilike ${like}
        or l.description ilike ${like}
        or v.name ilike ${like}
      )
    `,
  );
};

/** One of them, or null: it is not there, was reversed, or nothing of it was rejected. */
export const rejectedLine = async (db: Db, id: string): Promise<RejectedLine | null> =>
  (await lines(db, sql`x.id = ${id}`))[0] ?? null;
