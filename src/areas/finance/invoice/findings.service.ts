// What a match found: kept as exceptions, and told to those who can settle it.
import { newId } from "#kernel/ids.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import type { InvoiceException } from "./invoice.model.ts";
import { invoiceException, type invoice } from "./invoice.tables.ts";
import type { Finding } from "./match.model.ts";

type Row = Pick<typeof invoice.$inferSelect, "orgId" | "id" | "purchaseOrderId">;

/**
 * Stores findings as exceptions beside those `before`. What was accepted stays accepted while the
 * same line is off by no more than then.
 */
export const keepFindings = async (
  tx: Tx,
  i: Row,
  before: readonly InvoiceException[],
  findings: readonly Finding[],
): Promise<{ open: number; added: Finding[] }> => {
  const same = (e: InvoiceException, f: Finding) => e.kind === f.kind && e.lineId === f.lineId;
  const gone = before.filter(
    (e) =>
      !findings.some((f) => same(e, f) && f.amount === e.amount && f.message === e.message) &&
      !(e.status === "accepted" && findings.some((f) => same(e, f) && f.amount <= e.amount)),
  );
  if (gone.length)
    await tx.rows(sql`
      update invoice_exception
      set
        status = 'cleared', resolution = coalesce(resolution, 'No longer found'),
        resolved_at = coalesce(resolved_at, ${businessNow(tx.scope).toISOString()})
      where org_id = ${i.orgId} and id = any(${gone.map((e) => e.id)}::uuid[])
    `);
  const kept = before.filter((e) => !gone.includes(e));
  const added = findings.filter((f) => !kept.some((e) => same(e, f)));
  for (const f of added)
    await insertRow(tx, invoiceException, {
      orgId: i.orgId,
      id: newId(),
      invoiceId: i.id,
      lineId: f.lineId,
      kind: f.kind,
      message: f.message,
      amount: f.amount,
      ownerDuty: f.owner,
    });
  return { open: added.length + kept.filter((e) => e.status === "open").length, added };
};

/**
 * Buyers and receiving are told of an invoice as soon as something of it waits for them, once while
 * it waits. Who enters invoices sees the match at once.
 */
export const tellOwners = async (
  tx: Tx,
  i: Row,
  vendorName: string,
  before: readonly InvoiceException[],
  added: readonly Finding[],
) => {
  for (const duty of ["buyer", "receiver"] as const) {
    const first = added.find((f) => f.owner === duty);
    if (!first || before.some((e) => e.ownerDuty === duty && e.status === "open")) continue;
    const [people, order] = await Promise.all([
      peopleOnDuty(tx, duty),
      tx.maybe<{ buyerId: string | null }>(sql`
        select buyer_id
        from purchase_order
        where org_id = ${i.orgId} and id = ${i.purchaseOrderId}
      `),
    ]);
    const own =
      duty === "buyer" && order?.buyerId && people.includes(order.buyerId)
        ? [order.buyerId]
        : people;
    notify(tx, own, {
      kind: "invoice.exception",
      title: `An invoice of ${vendorName} waits for you`,
      body: first.message,
      link: `/invoices/${i.id}`,
    });
  }
};
