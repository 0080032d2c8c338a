import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { invalid } from "#kernel/errors.ts";
import { fileName } from "#kernel/file-name.ts";
import { validated } from "#kernel/fields.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { asVendor, vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { hiddenWords, readSent } from "../invoice/document/document.service.ts";
import { standingWords } from "../invoice/document/said.model.ts";
import { invoiceInput } from "../invoice/invoice.model.ts";
import { createInvoice, type InvoiceRecord } from "../invoice/invoice.service.ts";
import { asBilled } from "../invoice/lump-line.model.ts";
import { refuseNegativeCredit } from "../invoice/totals.model.ts";
import type { VendorDocumentInput, VendorReading } from "./vendor-document.model.ts";
import { ownOrder, refuseAgain, tellPayable } from "./vendor-invoice.service.ts";

type Sent = VendorDocumentInput["file"];
const bytesOf = ({ content }: Sent) => Buffer.from(content, "base64");

const mostUnseen = 20;

/**
 * Reads a vendor's document for its form, by the reader that accounts payable uses; nothing is stored.
 * The order that it names is one of the vendor's own, of any agency. 422 as `readSent`.
 */
export const readVendorDocument = async (
  app: App,
  actor: Actor,
  file: Sent,
): Promise<VendorReading> => {
  const side = vendorSide(app.database, actor);
  const { said, sheets, unseen, notes } = await readSent(bytesOf(file));
  const { seller: _seller, differences: _differences, ...values } = said;
  const orders = said.orderNumber
    ? await side.rows<{ orgId: string; id: string; number: string }>(sql`
      select org_id, id, number
      from purchase_order
      where upper(number) = upper(${said.orderNumber})
      limit 2
    `)
    : [];
  return {
    ...values,
    sheets,
    unseen: unseen
      .slice(0, mostUnseen)
      .map(({ page, text, why }) => ({ page, text: text.slice(0, 300), why })),
    says: [
      standingWords(said),
      ...notes,
      ...hiddenWords(unseen).map((words) => `${words} The agency sees it too.`),
    ],
    order: orders.length === 1 ? orders[0]! : null,
  };
};

type OrderLine = { id: string; unit: string; unitPrice: string; cancelled: boolean };

const billedLines = async (tx: Tx, orderId: string, { lines }: VendorDocumentInput) => {
  const ordered = await tx.rows<OrderLine>(sql`
    select id, unit, unit_price, cancelled
    from purchase_order_line
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${orderId}
  `);
  return lines.map(({ lineId, ...line }, i) => {
    if (lineId === null) return { ...line, purchaseOrderLineId: null };
    const own = ordered.find(({ id, cancelled }) => id === lineId && !cancelled);
    if (!own)
      throw invalid("not_on_order", "A line is not on this order.", [
        { path: `lines.${i}.lineId`, message: "This line is not on the order." },
      ]);
    const unit = line.unit || own.unit;
    return { ...asBilled({ ...line, unit }, own), purchaseOrderLineId: lineId };
  });
};

/**
 * Takes an invoice or credit note that the vendor's document filled and the vendor corrected, for its
 * own issued order; the document is read anew, kept with it, and what the vendor wrote otherwise is
 * kept beside it. A line without an order line is an exception. 404 for another vendor's order, 409
 * `duplicate_invoice` and `billed_otherwise`, 422 as `readSent`.
 */
export const submitVendorDocument = async (
  app: App,
  actor: Actor,
  at: { orgId: string; id: string },
  input: VendorDocumentInput,
): Promise<InvoiceRecord> => {
  const bytes = bytesOf(input.file);
  const read = await readSent(bytes);
  const stored = await app.files.put(Readable.from([bytes]));
  return asVendor(app, actor, at.orgId, async (tx, vendor, who) => {
    const order = await ownOrder(tx, vendor, at.id);
    await refuseAgain(tx, vendor, input.vendorNumber, input.invoiceDate);
    const { file, lines: _lines, ...head } = input;
    const fileId = await recordFile(tx, {
      ...stored,
      orgId: at.orgId,
      name: fileName(file.name) ?? "invoice",
      uploadedBy: who.personId,
    });
    const taken = validated(invoiceInput, {
      ...head,
      vendorId: vendor.id,
      purchaseOrderId: at.id,
      termsDays: order.termsDays,
      fileId,
      lines: await billedLines(tx, at.id, input),
    });
    if (read.said.way !== "xml") refuseNegativeCredit(taken);
    const made = await createInvoice(tx, who, taken, "vendor", read);
    await tellPayable(tx, vendor, made);
    return made;
  });
};
