import type { Day, Instant } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** A line of an order that went out, as stores need it. Quantities are decimal text of `unit`. */
export type OrderedGoods = {
  id: string;
  orderId: string;
  order: string;
  /** Nothing more comes of an order that is over. */
  open: boolean;
  /** When it went out. */
  sentAt: Instant;
  vendorId: string;
  lineNo: number;
  description: string;
  unit: string;
  unitPrice: string;
  quantity: string;
  received: string;
  /** What posted bills say of it: quantity, and integer cents without taxes and freight. */
  billed: string;
  billedCents: number;
  /** The account that it is charged to; of a divided line the one with most of it. */
  accountStringId: string;
};

/** Lines of orders that went out, by id; drafts, and lines that were cancelled, are left out. */
export const orderedGoods = (db: Db, lineIds: readonly string[]): Promise<OrderedGoods[]> =>
  db.rows<OrderedGoods>(sql`
    select
      l.id, o.id as order_id, o.number as "order",
      o.status in ('issued', 'acknowledged', 'partly_received') as open, o.issued_at as sent_at,
      o.vendor_id, l.line_no, l.description, l.unit, l.unit_price::text as unit_price,
      l.quantity::text as quantity, l.received_quantity::text as received,
      l.invoiced_quantity::text as billed, l.invoiced_amount as billed_cents,
      (
        select s.account_string_id
        from purchase_order_share s
        where s.org_id = l.org_id and s.line_id = l.id
        order by s.amount desc, s.account_string_id
        limit 1
      ) as account_string_id
    from purchase_order_line l
    join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
    where l.org_id = ${db.scope.orgId}
      and l.id = any(${[...lineIds]}::uuid[])
      and not l.cancelled
      and o.issued_at is not null
    order by o.number, l.line_no
  `);

/** What came of a line of an order by a receipt that stands, and was kept. */
export type KeptGoods = {
  receiptLineId: string;
  receiptId: string;
  receipt: string;
  receivedOn: Day;
  orderLineId: string;
  /** The lot that the vendor's notice of it names; empty where it names none. */
  lot: string;
  /** `numeric(18,4)` text of the order line's unit, more than 0. */
  quantity: string;
};

/** What came and was kept of lines of orders, over all receipts that stand, oldest first. */
export const keptGoods = (db: Db, lineIds: readonly string[]): Promise<KeptGoods[]> =>
  db.rows<KeptGoods>(sql`
    select
      l.id as receipt_line_id, r.id as receipt_id, r.number as receipt, r.received_on,
      l.purchase_order_line_id as order_line_id,
      coalesce(
        (
          select n.lot
          from ship_notice_line n
          where n.org_id = r.org_id
            and n.ship_notice_id = r.ship_notice_id
            and n.purchase_order_line_id = l.purchase_order_line_id
          order by n.lot desc
          limit 1
        ),
        ''
      ) as lot,
      (l.quantity - l.rejected_quantity)::text as quantity
    from receipt_line l
    join receipt r on r.org_id = l.org_id and r.id = l.receipt_id
    where l.org_id = ${db.scope.orgId}
      and l.purchase_order_line_id = any(${[...lineIds]}::uuid[])
      and r.status = 'posted'
      and l.quantity > l.rejected_quantity
    order by r.received_on, r.number, l.id
  `);

/** Of which line of an order each line of a receipt took goods. */
export const orderLinesOfReceipts = async (
  db: Db,
  receiptLineIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db.rows<{ id: string; orderLineId: string }>(sql`
    select id, purchase_order_line_id as order_line_id
    from receipt_line
    where org_id = ${db.scope.orgId} and id = any(${[...receiptLineIds]}::uuid[])
  `);
  return new Map(rows.map(({ id, orderLineId }) => [id, orderLineId]));
};

/** The number of a receipt and the day on which its goods came. */
export const receiptHead = (
  db: Db,
  receiptId: string,
): Promise<{ number: string; receivedOn: Day }> =>
  db.one<{ number: string; receivedOn: Day }>(sql`
    select number, received_on
    from receipt
    where org_id = ${db.scope.orgId} and id = ${receiptId}
  `);
