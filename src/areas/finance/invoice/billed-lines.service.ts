// The lines of an invoice beside what was ordered, received and billed before of each.
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { MatchHead, MatchLine } from "./match.model.ts";
import type { invoice } from "./invoice.tables.ts";

type Row = typeof invoice.$inferSelect;

export type Compared = Pick<
  Row,
  "orgId" | "id" | "purchaseOrderId" | "charges" | "tax" | "rounding" | "subtotal" | "total"
>;

export type MatchMode = "two_way" | "three_way" | "none";

type Joined = {
  lineId: string;
  lineNo: number;
  quantity: string;
  billedUnit: string;
  unitPrice: string;
  amount: number;
  orderLineNo: number | null;
  orderQuantity: string;
  orderPrice: string;
  orderAmount: number;
  received: string;
  unit: string;
  earlierQuantity: string;
  earlierAmount: number;
  earlierOver: number;
  mode: MatchMode;
  ordered: number;
  billed: number;
};

const signed = sql`case when x.amount < 0 then -1 else 1 end`;

// Which others count: those before this one, and later ones that were found to agree, so that
// correcting an earlier invoice cannot go round them.
const standing = (id: string) => sql`
  y.id <> ${id} and y.status not in ('voided', 'rejected') and (
    y.id < ${id}
    or y.status in ('matched', 'in_approval', 'approved', 'scheduled', 'paid')
    and not exists (
      select 1
      from invoice_exception a
      where a.org_id = y.org_id
        and a.invoice_id = y.id
        and a.status = 'accepted'
        and a.kind in ('quantity', 'no_receipt', 'over_encumbrance')
    )
  )
`;

// What else is billed on the same order line: other invoices, and the lines of this one above it.
const earlier = (i: Compared) => sql`
  select
    sum(${signed} * abs(x.quantity)) as quantity, sum(x.amount) as amount,
    sum(
      ${signed} * greatest(0, abs(x.amount) - round(abs(x.quantity) * p.unit_price * 100))
    ) as over
  from invoice_line x
  join invoice y on y.org_id = x.org_id and y.id = x.invoice_id
  where p.id is not null
    and x.org_id = l.org_id
    and x.purchase_order_line_id = p.id
    and (x.invoice_id = l.invoice_id and x.line_no < l.line_no or ${standing(i.id)})
`;

const readJoined = (tx: Tx, i: Compared) =>
  tx.rows<Joined>(sql`
    select
      l.id as line_id, l.line_no, l.quantity, l.unit as billed_unit, l.unit_price, l.amount,
      p.line_no as order_line_no, p.quantity as order_quantity, p.unit_price as order_price,
      p.amount as order_amount, p.received_quantity as received, p.unit,
      coalesce(e.quantity, 0)::numeric(18,4) as earlier_quantity,
      coalesce(e.amount, 0)::bigint as earlier_amount,
      greatest(0, coalesce(e.over, 0))::bigint as earlier_over,
      coalesce(
        (
          select o.match_mode
          from purchase_order o
          where o.org_id = ${i.orgId} and o.id = ${i.purchaseOrderId}
        ),
        'none'
      ) as mode,
      coalesce(
        (
          select o.amount
          from purchase_order o
          where o.org_id = ${i.orgId} and o.id = ${i.purchaseOrderId}
        ),
        0
      ) as ordered,
      coalesce(
        (
          select sum(y.total)
          from invoice y
          where y.org_id = ${i.orgId}
            and y.purchase_order_id = ${i.purchaseOrderId}
            and ${standing(i.id)}
        ),
        0
      )::bigint as billed
    from invoice_line l
    left join purchase_order_line p
      on p.org_id = l.org_id
      and p.id = l.purchase_order_line_id
      and p.purchase_order_id = ${i.purchaseOrderId}
      and not p.cancelled
    left join lateral (${earlier(i)}) e on true
    where l.org_id = ${i.orgId} and l.invoice_id = ${i.id}
    order by l.line_no
  `);

const lineOf = (r: Joined): MatchLine => ({
  lineId: r.lineId,
  lineNo: r.lineNo,
  quantity: r.quantity,
  unit: r.billedUnit,
  unitPrice: r.unitPrice,
  amount: r.amount,
  earlier: { quantity: r.earlierQuantity, amount: r.earlierAmount, overPrice: r.earlierOver },
  order:
    r.orderLineNo === null
      ? null
      : {
          lineNo: r.orderLineNo,
          quantity: r.orderQuantity,
          unitPrice: r.orderPrice,
          amount: r.orderAmount,
          received: r.received,
          unit: r.unit,
        },
});

/** An invoice as the match compares it: its lines, how its order is matched, its head. */
export type ToMatch = { lines: MatchLine[]; mode: MatchMode; head: MatchHead };

/** Reads a stored invoice for the match. */
export const linesToMatch = async (tx: Tx, i: Compared): Promise<ToMatch> => {
  const rows = await readJoined(tx, i);
  const { charges, tax, rounding, subtotal, total } = i;
  const order = { amount: rows[0]?.ordered ?? 0, billed: rows[0]?.billed ?? 0 };
  return {
    lines: rows.map(lineOf),
    mode: rows[0]?.mode ?? "none",
    head: { charges, tax, rounding, subtotal, total, order },
  };
};
