import { Decimal } from "decimal.js";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { pdfLayout, type PdfLayout } from "#server/files/pdf-layout.ts";
import type { PdfDraft } from "./pdf-draft.model.ts";
import { readInvoiceText } from "./read.model.ts";
import type { ReadLine, Reading } from "./reading.model.ts";

const most = 10 * 1024 * 1024;

type Order = { id: string; vendorId: string; number: string };
type OrderLine = { id: string; description: string; unitPrice: string };

const orderOf = (tx: Tx, number: string | null): Promise<Order | null> =>
  number
    ? tx.maybe<Order>(sql`
      select id, vendor_id, number
      from purchase_order
      where org_id = ${tx.scope.orgId} and upper(number) = upper(${number})
    `)
    : Promise.resolve(null);

/** The one line of the order that is called or costs the same; null where none or several do. */
const lineOf = (read: ReadLine, ordered: readonly OrderLine[]): string | null => {
  const called = ordered.filter(
    ({ description }) => description.trim().toLowerCase() === read.description.trim().toLowerCase(),
  );
  if (called.length === 1) return called[0]!.id;
  const costing = ordered.filter(({ unitPrice }) => new Decimal(unitPrice).equals(read.unitPrice));
  return costing.length === 1 ? costing[0]!.id : null;
};

const hiddenIn = ({ unseen }: PdfLayout): string[] =>
  unseen.length === 0
    ? []
    : [
        `${counted(unseen.length, "text that nobody sees was", "texts that nobody sees were")} left out: “${unseen[0]!.text.slice(0, 80)}”. Ask the vendor why it is there.`,
      ];

const asksOf = (reading: Reading, order: Order | null, layout: PdfLayout): string[] => [
  reading.standing === "proved"
    ? "Every line and the sums agree to the cent. Compare number and date with the document."
    : "Read, not proved: lines and sums do not agree to the cent, or some are missing. Compare every value with the document.",
  ...hiddenIn(layout),
  ...(order
    ? []
    : [
        reading.orderNumber
          ? `The document names order ${reading.orderNumber}, which is not here. Choose the order, or an account for each line.`
          : "The document names no order. Choose the order that it bills, or an account for each line.",
      ]),
  ...(reading.currency === null ? ["It names no currency."] : []),
];

const draftOf = (
  reading: Reading,
  { order, ordered }: { order: Order | null; ordered: readonly OrderLine[] },
  { fileId, layout, currency }: { fileId: string; layout: PdfLayout; currency: string },
): PdfDraft => ({
  kind: reading.kind,
  vendorId: order?.vendorId ?? null,
  purchaseOrderId: order?.id ?? null,
  vendorNumber: reading.vendorNumber ?? "",
  invoiceDate: reading.invoiceDate ?? "",
  receivedOn: null,
  termsDays: null,
  currency: reading.currency ?? currency,
  note: "",
  allowances: Math.abs(reading.discount ?? 0),
  charges: reading.freight ?? 0,
  tax: reading.tax ?? 0,
  rounding: 0,
  statedTotal: reading.total,
  retainage: null,
  fileId,
  lines: reading.lines.map((line) => ({
    accountStringId: null,
    purchaseOrderLineId: lineOf(line, ordered),
    description: line.description,
    quantity: line.quantity,
    unit: line.unit,
    unitPrice: line.unitPrice,
    adjustment: line.adjustment,
    statedAmount: line.amount,
  })),
  asks: asksOf(reading, order, layout),
  proved: reading.standing === "proved",
});

/**
 * Reads a stored PDF for the form of an invoice; stores nothing. What nobody sees in the document
 * enters no value and is told. 404 for another's file; 422 `unreadable_file`, and a document without text.
 */
export const draftOfPdf = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  fileId: string,
): Promise<PdfDraft> => {
  const file = await requireSeenFile(tx, actor, fileId);
  if (file.size > most) throw invalidField("fileId", "A PDF of an invoice is at most 10 MB.");
  const layout = await pdfLayout(await files.pathOf(file.sha256));
  if (layout.seen.length === 0)
    throw invalidField(
      "fileId",
      "Nothing that one sees in this PDF is text: it is a picture. Type it in with the picture attached.",
      "no_text",
    );
  const reading = readInvoiceText(layout.seen);
  const order = await orderOf(tx, reading.orderNumber);
  const ordered = order
    ? await tx.rows<OrderLine>(sql`
      select id, description, unit_price
      from purchase_order_line
      where org_id = ${tx.scope.orgId} and purchase_order_id = ${order.id} and not cancelled
    `)
    : [];
  const { currency } = await tx.one<{ currency: string }>(sql`
    select currency
    from organization
    where id = ${tx.scope.orgId}
  `);
  return draftOf(reading, { order, ordered }, { fileId, layout, currency });
};
