import { systemActor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { paymentsOf } from "#areas/finance/finance.server.ts";
import { receiptsOfOrders } from "#areas/procurement/procurement.server.ts";
import { loggedInPeriod } from "../log/logged.service.ts";
import { papersOfWaivers } from "../waiver/paper.service.ts";
import { signedOf } from "../waiver/waiver.service.ts";
import { applicationPaper } from "./paper.service.ts";

/**
 * What belongs to the evidence of applications: the order, what was received on it, the logs that saw its
 * work, receipt and invoice, its payments.
 */
export const evidenceOfApplications = async (
  db: Db,
  objectIds: readonly string[],
): Promise<string[]> => {
  const found = await db.rows<{
    purchaseOrderId: string;
    periodFrom: Day;
    periodTo: Day;
    receiptId: string | null;
    invoiceId: string | null;
  }>(sql`
    select purchase_order_id, period_from, period_to, receipt_id, invoice_id
    from pay_application
    where org_id = ${db.scope.orgId} and id = any(${[...objectIds]}::uuid[])
  `);
  const orders = [...new Set(found.map((a) => a.purchaseOrderId))];
  const waivers = await Promise.all(objectIds.map((id) => signedOf(db, id)));
  const received = orders.length ? await receiptsOfOrders(db, orders) : [];
  const seen = await Promise.all(
    found.map((a) => loggedInPeriod(db, a.purchaseOrderId, { from: a.periodFrom, to: a.periodTo })),
  );
  const invoices = found.flatMap(({ invoiceId }) => invoiceId ?? []);
  const payments = invoices.length ? await paymentsOf(db, invoices) : [];
  return [
    ...orders,
    ...received,
    ...waivers.flat().map(({ id }) => id),
    ...seen.flat().map(({ logId }) => logId),
    ...found.flatMap(({ receiptId }) => receiptId ?? []),
    ...invoices,
    ...payments.map(({ paymentId }) => paymentId),
  ];
};

/** The application with its continuation sheet and its waivers, for the evidence package. */
export const papersOfApplications = async (db: Db, objectIds: readonly string[]) => {
  const found = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from pay_application
    where org_id = ${db.scope.orgId} and id = any(${[...objectIds]}::uuid[])
    order by number
  `);
  const reader = systemActor(db.scope.orgId!);
  const applications = found.map(({ id, number }) => ({
    name: `${number}-application.pdf`,
    make: async () => makePdf((await applicationPaper(db, reader, id)).document),
  }));
  const waivers = await papersOfWaivers(
    db,
    found.map(({ id }) => id),
  );
  return [...applications, ...waivers];
};
