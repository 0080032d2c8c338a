import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { allClaimers, claimerOf } from "../cost/claimers.ts";
import type { Invoice, InvoiceDetail } from "./invoice.model.ts";

type Step = { id: string; number: string; on: Day | null };

const requisitionsOf = (db: Db, orderId: string | null) =>
  db.rows<Step>(sql`
    select distinct r.id, r.number, r.requested_on as on
    from requisition r
    join requisition_line q on q.org_id = r.org_id and q.requisition_id = r.id
    join purchase_order_line l on l.org_id = q.org_id and l.requisition_line_id = q.id
    where r.org_id = ${db.scope.orgId} and l.purchase_order_id = ${orderId}
    order by r.number
  `);

const ordersOf = (db: Db, orderId: string | null) =>
  db.rows<Step>(sql`
    select id, number, ordered_on as on
    from purchase_order
    where org_id = ${db.scope.orgId} and id = ${orderId}
  `);

const receiptsOf = (db: Db, orderId: string | null) =>
  db.rows<Step>(sql`
    select id, number, received_on as on
    from receipt
    where org_id = ${db.scope.orgId} and purchase_order_id = ${orderId} and status = 'posted'
    order by received_on, id
  `);

const paymentsOf = (db: Db, invoiceId: string) =>
  db.rows<Step>(sql`
    select p.id, p.number, p.paid_on as on
    from payment p
    join payment_invoice x on x.org_id = p.org_id and x.payment_id = p.id and x.live
    where p.org_id = ${db.scope.orgId} and x.invoice_id = ${invoiceId}
  `);

// What claims its costs, and the awards that its accounts spend: nothing where no grant pays.
const fundingOf = async (db: Db, invoiceId: string): Promise<InvoiceDetail["trace"]> => {
  const costs = await db.rows<{ id: string; accountStringId: string }>(sql`
    select id, account_string_id
    from cost_line
    where org_id = ${db.scope.orgId} and invoice_id = ${invoiceId} and reversed_on is null
  `);
  if (costs.length === 0) return [];
  const accounts = [...new Set(costs.map((c) => c.accountStringId))];
  const claims = await db.rows<{ kind: string; id: string; number: string }>(sql`
    select distinct claimer_kind as kind, claimer_id as id, claimer_number as number
    from cost_claim
    where org_id = ${db.scope.orgId}
      and cost_line_id = any(${costs.map((c) => c.id)}::uuid[])
      and live
    order by number
  `);
  const funders = await Promise.all(
    allClaimers().map(async (c) =>
      (await c.funders(db, accounts)).map((f) => ({ ...f, href: c.funderHref(f.id) })),
    ),
  );
  return [
    ...claims.map((c) =>
      stepOf("claim", { ...c, on: null }, claimerOf(c.kind)?.claimHref(c.id) ?? ""),
    ),
    ...funders.flat().map((f) => stepOf("award", { ...f, on: null }, f.href)),
  ];
};

type Kind = InvoiceDetail["trace"][number]["kind"];
const stepOf = (kind: Kind, s: Step, href: string) => ({
  kind,
  id: s.id,
  number: s.number,
  on: s.on,
  href,
  here: false,
});
const missing = (kind: Kind) => [
  { kind, id: null, number: "—", on: null, href: null, here: false },
];

/**
 * The way of the money: requisition → order → receipts → this invoice → payments → what drew them
 * and which award; a missing link of the purchase is shown as missing.
 */
export const readTrace = async (
  db: Db,
  head: Pick<Invoice, "id" | "number" | "receivedOn" | "purchaseOrderId">,
): Promise<InvoiceDetail["trace"]> => {
  const order = head.purchaseOrderId;
  const [requisitions, orders, receipts, payments, funding] = await Promise.all([
    requisitionsOf(db, order),
    ordersOf(db, order),
    receiptsOf(db, order),
    paymentsOf(db, head.id),
    fundingOf(db, head.id),
  ]);
  return [
    ...(requisitions.length
      ? requisitions.map((s) => stepOf("requisition", s, `/smart-requisition/${s.id}`))
      : missing("requisition")),
    ...(orders.length
      ? orders.map((s) => stepOf("purchaseOrder", s, `/purchase-orders/${s.id}`))
      : missing("purchaseOrder")),
    ...(receipts.length
      ? receipts.map((s) => stepOf("receipt", s, `/purchase-orders/${order}?tab=receipts`))
      : missing("receipt")),
    {
      kind: "invoice",
      id: head.id,
      number: head.number,
      on: head.receivedOn,
      href: null,
      here: true,
    },
    ...(payments.length
      ? payments.map((s) => stepOf("payment", s, `/payments/${s.id}`))
      : missing("payment")),
    ...funding,
  ];
};
