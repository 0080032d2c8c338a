import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";
import { expendedByDocument } from "#areas/budget/budget.server.ts";
import { billedOrders, type Billed } from "#areas/procurement/procurement.server.ts";

const posted = sql`('approved', 'scheduled', 'paid')`;

type Off = { id: string; number: string; what: string; kept: number; counted: number };

const said = ({ id, number, what, kept, counted }: Off): Finding => ({
  sentence: `${number}: ${what} is ${formatCents(kept)}, counted anew it is ${formatCents(counted)}.`,
  link: `/invoices/${id}`,
});

const totalsOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    select i.id, i.number, b.what, b.kept, b.counted
    from invoice i
    left join lateral (
        select sum(l.amount)::bigint as amount
        from invoice_line l
        where l.org_id = i.org_id and l.invoice_id = i.id
      ) s
      on true
    cross join lateral (
      values
        ('the sum of its lines', i.subtotal, coalesce(s.amount, 0)),
        (
          'its total', i.total,
          i.subtotal + case
            when i.kind = 'credit_note' then -1
            else 1
          end * (i.charges + i.tax + i.rounding - i.allowances)
        )
    ) b(what, kept, counted)
    where i.org_id = ${db.scope.orgId} and b.kept <> b.counted
    order by i.number
    limit 100
  `);

const paidOff = (db: Db): Promise<Off[]> =>
  db.rows<Off>(sql`
    select
      i.id, i.number, 'what was paid of it' as what, i.paid_amount as kept,
      coalesce(s.amount, 0)::bigint as counted
    from invoice i
    left join lateral (
        select sum(x.amount + x.discount) as amount
        from payment_invoice x
        join payment p on p.org_id = x.org_id and p.id = x.payment_id
        where x.org_id = i.org_id
          and x.invoice_id = i.id
          and x.live
          and p.status in ('released', 'cleared')
      ) s
      on true
    where i.org_id = ${db.scope.orgId} and i.paid_amount <> coalesce(s.amount, 0)
    order by i.number
    limit 100
  `);

const expendedOff = async (db: Db): Promise<Off[]> => {
  const [expended, invoices] = await Promise.all([
    expendedByDocument(db, "invoice"),
    db.rows<{ id: string; number: string; charged: number }>(sql`
      select id, number, case when status in ${posted} then total else 0 end as charged
      from invoice
      where org_id = ${db.scope.orgId}
    `),
  ]);
  return invoices.flatMap(({ id, number, charged }) => {
    const kept = expended.get(id) ?? 0;
    const what = "what the ledger expended for it";
    return kept === charged ? [] : [{ id, number, what, kept, counted: charged }];
  });
};

type Bills = { id: string; amount: number };

const billsOff = (
  billed: readonly Billed[],
  bills: readonly Bills[],
  whole: boolean,
): Finding[] => {
  const sums = new Map(bills.map(({ id, amount }) => [id, amount]));
  const known = new Set(billed.map(({ id }) => id));
  const off = billed.flatMap(({ id, orderId, number, invoicedAmount }) => {
    const counted = sums.get(id) ?? 0;
    return counted === invoicedAmount
      ? []
      : [
          {
            sentence: `${number} says ${formatCents(invoicedAmount)} was billed; its invoices say ${formatCents(counted)}.`,
            link: `/purchase-orders/${orderId}`,
          },
        ];
  });
  const silent = bills.filter(({ id, amount }) => amount !== 0 && !known.has(id));
  return [
    ...off,
    ...silent.map(({ id, amount }) => ({
      sentence: `${whole ? "An order" : "A line of an order"} says nothing was billed; its invoices say ${formatCents(amount)}.`,
      link: whole ? `/purchase-orders/${id}` : null,
    })),
  ];
};

const billedOff = async (db: Db): Promise<Finding[]> => {
  const [{ orders, lines }, ofOrders, ofLines] = await Promise.all([
    billedOrders(db),
    db.rows<Bills>(sql`
      select purchase_order_id as id, sum(subtotal)::bigint as amount
      from invoice
      where org_id = ${db.scope.orgId} and purchase_order_id is not null and status in ${posted}
      group by 1
    `),
    db.rows<Bills>(sql`
      select l.purchase_order_line_id as id, sum(l.amount)::bigint as amount
      from invoice_line l
      join invoice i on i.org_id = l.org_id and i.id = l.invoice_id
      where l.org_id = ${db.scope.orgId}
        and l.purchase_order_line_id is not null
        and i.purchase_order_id is not null
        and i.status in ${posted}
      group by 1
    `),
  ]);
  return [...billsOff(orders, ofOrders, true), ...billsOff(lines, ofLines, false)];
};

export const invoiceRules: readonly Invariant[] = [
  {
    name: "finance.invoices",
    label: "Amounts of invoices",
    area: "finance",
    what: "Every invoice adds up: its lines to its sum, its sum with charges, allowances and tax to its total.",
    todo: "Open the invoice and compare it with the vendor's document. Correct it, or void it and enter it again.",
    check: async ({ db }) => (await totalsOff(db)).map(said),
  },
  {
    name: "finance.open",
    label: "Open amounts of invoices",
    area: "finance",
    what: "What every invoice says was paid of it is what its payments say, so that what is open is right.",
    todo: "Open the invoice, tab Payments. The payments are right: correct the invoice with the operator before the next run.",
    check: async ({ db }) => (await paidOff(db)).map(said),
  },
  {
    name: "finance.expended",
    label: "Invoices against the ledger",
    area: "finance",
    what: "For every approved invoice the commitment ledger expended its total, and nothing for the others.",
    todo: "Open the invoice and its budget lines: compare the entries of the ledger with its history.",
    check: async ({ db }) => (await expendedOff(db)).map(said),
  },
  {
    name: "finance.billed",
    label: "Open amounts of orders",
    area: "finance",
    what: "What every order and each of its lines says was billed is what its approved invoices say, so that what is open is right.",
    todo: "Open the order, tab Invoices, and add up. The invoices are right: correct the order with the operator.",
    check: async ({ db }) => billedOff(db),
  },
];
