import { day, type Day } from "#kernel/time.ts";
import { judgedBy, rulesOn } from "#areas/governance/governance.public.ts";
import { rulesOfKeys, type ShippedRule } from "#areas/governance/governance.server.ts";
import { issuedOrders } from "#areas/procurement/procurement.server.ts";
import { businessDate } from "#server/clock.ts";
import type { ControlCheck, ControlSubject, Judged } from "#server/controls/control-checks.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { judgeAfterInvoice } from "./after-invoice.model.ts";

const key = "orderBeforeInvoice";

/** The rule that an order precedes its bill. */
export const afterInvoiceRule: ShippedRule = {
  key,
  label: "Order before the bill",
  citation: "Agency procurement policy; 2 CFR 200.303(a)",
  text: "An order goes out before the vendor bills it: what is ordered after the day of the bill was bought without approval. 2 CFR 200.303(a) asks for internal control over federal awards and names no such rule.",
  effectiveFrom: day("2000-01-01"),
  effectiveTo: null,
  parameters: {},
  source: "Default of the product",
  verified: false,
};

type FirstBill = { orderId: string; id: string; number: string; invoiceDate: Day };

const firstBillsOf = async (
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, FirstBill>> =>
  new Map(
    (
      await db.rows<FirstBill>(sql`
        select
          distinct on (purchase_order_id) purchase_order_id as order_id, id, number, invoice_date
        from invoice
        where org_id = ${db.scope.orgId}
          and purchase_order_id = any(${[...orderIds]}::uuid[])
          and kind = 'invoice'
          and status not in ('rejected', 'voided')
        order by purchase_order_id, invoice_date, number
      `)
    ).map((row) => [row.orderId, row]),
  );

const read = async (db: Db, ids: readonly string[]): Promise<Judged[]> => {
  const [orders, bills, rules] = await Promise.all([
    issuedOrders(db, ids),
    firstBillsOf(db, ids),
    rulesOfKeys(db, [key]),
  ]);
  return [...orders.values()].map(({ id, number, issued }): Judged => {
    const bill = bills.get(id);
    const on = issued ?? businessDate(db.scope);
    return {
      subjectId: id,
      part: 0,
      binding: issued !== null,
      day: on,
      rules: judgedBy(rulesOn(rules, on), [key]),
      facts: {
        issued,
        invoiced: bill?.invoiceDate ?? null,
        invoice: bill?.number ?? null,
      },
      shown: [
        { label: number, href: `/purchase-orders/${id}` },
        ...(bill ? [{ label: bill.number, href: `/invoices/${bill.id}` }] : []),
      ],
    };
  });
};

const orderOfInvoice: ControlSubject["heard"][string] = async (db, { objectId }) =>
  (
    await db.rows<{ id: string }>(sql`
      select purchase_order_id as id
      from invoice
      where org_id = ${db.scope.orgId} and id = ${objectId} and purchase_order_id is not null
    `)
  ).map(({ id }) => id);

/** Finds orders that went out after the day of their vendor's first bill. */
export const afterInvoiceCheck: ControlCheck = {
  name: "order.afterInvoice",
  stage: "invoice",
  label: "Ordered after it was billed",
  family: "order",
  kind: "detective",
  subject: "purchaseOrder",
  demands: "An order goes out before its vendor bills it; credit notes aside.",
  dayNamed: "the day on which the order goes out",
  ruleKeys: [key],
  severity: "high",
  owner: "buyer",
  days: 15,
  remedy: "Say who ordered and why: the days cannot be changed.",
  heard: Object.fromEntries(
    ["create", "edit", "reject", "void"].map((action) => [`invoice.${action}`, orderOfInvoice]),
  ),
  read,
  judge: judgeAfterInvoice,
};
