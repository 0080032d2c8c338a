import { recordFile } from "#server/files/stored-file.ts";
import type { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, notFound } from "#kernel/errors.ts";
import { validated } from "#kernel/fields.ts";
import { formatCents } from "#kernel/money.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import type { App } from "#server/app.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { invoiceInput, invoiceNumberKey, type InvoiceInput } from "../invoice/invoice.model.ts";
import { createInvoice, refusedOrders, type InvoiceRecord } from "../invoice/invoice.service.ts";
import { invoiceOfUbl } from "../invoice/ubl.service.ts";
import { refuseBilledOtherwise } from "./billed-otherwise.ts";
import type { VendorInvoiceInput } from "./vendor-invoice.model.ts";

type Order = { id: string; termsDays: number; currency: string };
type Line = { id: string; description: string; unit: string; cancelled: boolean };

/** The vendor's own issued order; 404 for another's, 409 `billed_otherwise`. */
export const ownOrder = async (tx: Tx, vendor: ActingVendor, id: string): Promise<Order> => {
  const order = await tx.maybe<Order>(sql`
    select o.id, o.terms_days, g.currency
    from purchase_order o
    join organization g on g.id = o.org_id
    where o.org_id = ${tx.scope.orgId}
      and o.id = ${id}
      and o.vendor_id = ${vendor.id}
      and o.status <> all(${[...refusedOrders]}::text[])
  `);
  if (!order) throw notFound("purchase order");
  await refuseBilledOtherwise(tx, id);
  return order;
};

/** 409 `duplicate_invoice` for a number that was used before; 422 for a day ahead. */
export const refuseAgain = async (tx: Tx, vendor: ActingVendor, number: string, date: string) => {
  const same = await tx.maybe<{ vendorNumber: string; number: string }>(sql`
    select vendor_number, number
    from invoice
    where org_id = ${tx.scope.orgId}
      and vendor_id = ${vendor.id}
      and vendor_number_key = ${invoiceNumberKey(number)}
      and status not in ('voided', 'rejected')
    limit 1
  `);
  if (same)
    throw conflict(
      "duplicate_invoice",
      `You sent ${same.vendorNumber} before (${same.number} with the agency). Each invoice needs its own number.`,
    );
  if (date > businessDate(tx.scope))
    throw invalidField("invoiceDate", "An invoice is not dated ahead.");
};

// Nobody at the agency was there when it came.
/** Accounts payable hears of what a vendor sent. */
export const tellPayable = async (tx: Tx, vendor: ActingVendor, made: InvoiceRecord) =>
  notify(tx, await peopleOnDuty(tx, "ap"), {
    kind: "invoice.received",
    title: `${vendor.name} sent ${made.kind === "credit_note" ? "a credit note" : "an invoice"}`,
    body: `${made.number}, their ${made.vendorNumber}, ${formatCents(made.total)}: ${made.status === "exception" ? "it has exceptions." : "matched, to be sent for approval."}`,
    link: `/invoices/${made.id}`,
  });

/**
 * Takes an invoice from the vendor itself, for lines of its own issued order; it is matched at once
 * like every other. Nobody at the agency typed it, so nobody there is its author.
 * 404 for another vendor's order; 409 for a number that was used before, and `billed_otherwise`.
 */
export const submitVendorInvoice = (
  app: App,
  actor: Actor,
  orgId: string,
  orderId: string,
  input: VendorInvoiceInput,
): Promise<InvoiceRecord> =>
  asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const order = await ownOrder(tx, vendor, orderId);
    await refuseAgain(tx, vendor, input.vendorNumber, input.invoiceDate);
    const lines = await tx.rows<Line>(sql`
      select id, description, unit, cancelled
      from purchase_order_line
      where org_id = ${orgId} and purchase_order_id = ${orderId}
    `);
    const billed = input.lines.map((l, i) => {
      const line = lines.find((each) => each.id === l.lineId && !each.cancelled);
      if (!line)
        throw invalid("not_on_order", "A line is not on this order.", [
          { path: `lines.${i}.lineId`, message: "This line is not on the order." },
        ]);
      return {
        purchaseOrderLineId: line.id,
        description: line.description,
        unit: line.unit,
        quantity: l.quantity,
        unitPrice: l.unitPrice,
      };
    });
    const { lines: _lines, ...head } = input;
    const made = await createInvoice(
      tx,
      who,
      validated(invoiceInput, {
        ...head,
        vendorId: vendor.id,
        purchaseOrderId: orderId,
        termsDays: order.termsDays,
        currency: order.currency,
        lines: billed,
      }),
      "vendor",
    );
    await tellPayable(tx, vendor, made);
    return made;
  });

const checkUbl = async (tx: Tx, vendor: ActingVendor, input: InvoiceInput) => {
  if (input.vendorId !== vendor.id)
    throw invalidField(
      "file",
      "This invoice is another seller's, or names another vendor's order.",
      "not_yours",
    );
  if (!input.purchaseOrderId)
    throw invalidField(
      "file",
      "The invoice names no purchase order (cac:OrderReference). Send it with the order's number.",
      "no_order",
    );
  await ownOrder(tx, vendor, input.purchaseOrderId);
  await refuseAgain(tx, vendor, input.vendorNumber, input.invoiceDate);
};

/**
 * Takes a UBL 2.1 invoice or credit note from the vendor; it must name one of the vendor's own
 * orders. The file is kept with the invoice.
 */
export const submitVendorUbl = async (
  app: App,
  actor: Actor,
  orgId: string,
  file: { name: string; stream: Readable },
): Promise<InvoiceRecord> => {
  const stored = await app.files.put(file.stream);
  return asVendor(app, actor, orgId, async (tx, vendor, who) => {
    const fileId = await recordFile(tx, {
      ...stored,
      orgId,
      name: file.name,
      uploadedBy: who.personId,
    });
    const input = await invoiceOfUbl(tx, who, app.files, fileId);
    await checkUbl(tx, vendor, input);
    const made = await createInvoice(tx, who, input, "ubl");
    await tellPayable(tx, vendor, made);
    return made;
  });
};
