import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";

/** What an order, or one of its lines, says was billed, in cents. */
export type Billed = { id: string; orderId: string; number: string; invoicedAmount: number };

/** Every order that says something was billed, and every line, to be compared with the bills. */
export const billedOrders = async (
  db: Db,
): Promise<{ orders: readonly Billed[]; lines: readonly Billed[] }> => {
  const [orders, lines] = await Promise.all([
    db.rows<Billed>(sql`
      select id, id as order_id, number, invoiced_amount
      from purchase_order
      where org_id = ${db.scope.orgId} and invoiced_amount <> 0
    `),
    db.rows<Billed>(sql`
      select l.id, o.id as order_id, o.number || ' line ' || l.line_no as number, l.invoiced_amount
      from purchase_order_line l
      join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
      where l.org_id = ${db.scope.orgId} and l.invoiced_amount <> 0
    `),
  ]);
  return { orders, lines };
};

type Off = { id: string; number: string; kept: number; counted: number };

const ordersOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    select o.id, o.number, o.amount as kept, coalesce(s.amount, 0)::bigint as counted
    from purchase_order o
    left join lateral (
        select sum(l.amount) as amount
        from purchase_order_line l
        where l.org_id = o.org_id and l.purchase_order_id = o.id and not l.cancelled
      ) s
      on true
    where o.org_id = ${db.scope.orgId} and o.amount <> coalesce(s.amount, 0)
    order by o.number
    limit 100
  `);

const requisitionsOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    select r.id, r.number, r.amount as kept, coalesce(s.amount, 0)::bigint as counted
    from requisition r
    left join lateral (
        select sum(l.amount) as amount
        from requisition_line l
        where l.org_id = r.org_id and l.requisition_id = r.id
      ) s
      on true
    where r.org_id = ${db.scope.orgId} and r.amount <> coalesce(s.amount, 0)
    order by r.number
    limit 100
  `);

type Received = { id: string; number: string; lineNo: number; kept: string; counted: string };

const receivedOff = (db: Db): Promise<Received[]> =>
  db.rows<Received>(sql`
    select
      o.id, o.number, l.line_no, l.received_quantity as kept, coalesce(s.quantity, 0) as counted
    from purchase_order_line l
    join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
    left join lateral (
        select sum(r.quantity - r.rejected_quantity) as quantity
        from receipt_line r
        join receipt c on c.org_id = r.org_id and c.id = r.receipt_id
        where r.org_id = l.org_id and r.purchase_order_line_id = l.id and c.status = 'posted'
      ) s
      on true
    where l.org_id = ${db.scope.orgId} and l.received_quantity <> coalesce(s.quantity, 0)
    order by o.number, l.line_no
    limit 100
  `);

const amountOff =
  (page: string) =>
  ({ id, number, kept, counted }: Off): Finding => ({
    sentence: `${number} says ${formatCents(kept)}; its lines add up to ${formatCents(counted)}.`,
    link: `${page}/${id}`,
  });

export const procurementRules: readonly Invariant[] = [
  {
    name: "procurement.amounts",
    label: "Amounts of requisitions and orders",
    area: "procurement",
    what: "Every requisition and every order amounts to the sum of its lines.",
    todo: "Open the record and look at its history: the step after which amount and lines differ is the one that somebody made past the product.",
    check: async ({ db }) => [
      ...(await requisitionsOff(db)).map(amountOff("/smart-requisition")),
      ...(await ordersOff(db)).map(amountOff("/purchase-orders")),
    ],
  },
  {
    name: "procurement.received",
    label: "What was received",
    area: "procurement",
    what: "What every line of an order says was received is what its receipts say.",
    todo: "Open the order, tab Receipts, and count. Receipts are right: correct the order with the operator.",
    check: async ({ db }) =>
      (await receivedOff(db)).map(({ id, number, lineNo, kept, counted }) => ({
        sentence: `Line ${lineNo} of ${number} says ${Number(kept)} came; its receipts say ${Number(counted)}.`,
        link: `/purchase-orders/${id}`,
      })),
  },
];
