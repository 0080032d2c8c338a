import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { validated } from "#kernel/fields.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { readWhole } from "#server/reading/reader.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { invoiceInput, type InvoiceInput } from "./invoice.model.ts";
import { asBilled } from "./lump-line.model.ts";
import type { UblDraft } from "./ubl-draft.model.ts";
import type { UblInvoice } from "./ubl.model.ts";

const most = 5 * 1024 * 1024;
const thread = new URL("./ubl.thread.ts", import.meta.url);

type Order = { id: string; vendorId: string };
type Vendor = { id: string };

const sellersOf = (tx: Tx, seller: UblInvoice["seller"]): Promise<Vendor[]> =>
  tx.rows<Vendor>(sql`
    select id
    from vendor
    where org_id = ${tx.scope.orgId}
      and status <> 'inactive'
      and (
        uei = any(${seller.ids.map((i) => i.toUpperCase())}::text[])
        or number = any(${seller.ids}::text[])
        or lower(name) = lower(${seller.name ?? ""})
      )
    limit 2
  `);

/** The one vendor that a document's seller names by an identifier or the exact name; else null. */
export const sellersVendor = async (
  tx: Tx,
  seller: UblInvoice["seller"],
): Promise<string | null> => {
  const found = await sellersOf(tx, seller);
  return found.length === 1 ? found[0]!.id : null;
};

// The order names the vendor; without one, an identifier or the exact name does.
const vendorOf = async (tx: Tx, ubl: UblInvoice, order: Order | null): Promise<string> => {
  if (order) return order.vendorId;
  const found = await sellersOf(tx, ubl.seller);
  if (found.length !== 1)
    throw invalidField(
      "file",
      `${found.length ? "More than one vendor matches" : "No vendor matches"} the seller "${ubl.seller.name ?? ubl.seller.ids[0] ?? "without a name"}". Enter the invoice by hand, or correct the vendor's record.`,
      "unknown_vendor",
    );
  return found[0]!.id;
};

const readUbl = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  fileId: string,
): Promise<UblInvoice> => {
  const file = await requireSeenFile(tx, actor, fileId);
  if (file.size > most) throw invalidField("file", "An invoice as data is at most 5 MB.");
  return readWhole<string, UblInvoice>(thread, await files.pathOf(file.sha256), {
    path: "file",
    seconds: 20,
  });
};

const orderOf = (tx: Tx, { orderNumber }: UblInvoice): Promise<Order | null> =>
  orderNumber
    ? tx.maybe<Order>(sql`
      select id, vendor_id
      from purchase_order
      where org_id = ${tx.scope.orgId} and number = ${orderNumber}
    `)
    : Promise.resolve(null);

const headOf = ({ seller: _s, orderNumber: _o, payable, lines: _l, ...head }: UblInvoice) => ({
  ...head,
  receivedOn: null,
  termsDays: null,
  statedTotal: payable,
  retainage: null,
});

const lineOf = ({ orderLineNo: _no, ...line }: UblInvoice["lines"][number]) => ({
  ...line,
  accountStringId: null,
});

/**
 * Reads a stored file of data (UBL or CII) into the input of an invoice; finds the order by its number, its lines by
 * theirs, the vendor by order, identifier or name.
 */
export const invoiceOfUbl = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  fileId: string,
): Promise<InvoiceInput> => {
  const ubl = await readUbl(tx, actor, files, fileId);
  const order = await orderOf(tx, ubl);
  if (ubl.orderNumber && !order)
    throw invalidField(
      "file",
      `The invoice names purchase order ${ubl.orderNumber}, which does not exist here.`,
      "unknown_order",
    );
  const orderLines = order
    ? await tx.rows<{ id: string; lineNo: number; unit: string; unitPrice: string }>(sql`
      select id, line_no, unit, unit_price
      from purchase_order_line
      where org_id = ${tx.scope.orgId} and purchase_order_id = ${order.id}
    `)
    : [];
  return validated(invoiceInput, {
    ...headOf(ubl),
    vendorId: await vendorOf(tx, ubl, order),
    purchaseOrderId: order?.id ?? null,
    fileId,
    lines: ubl.lines.map((line) => {
      const ordered = orderLines.find((o) => o.lineNo === line.orderLineNo);
      return { ...asBilled(lineOf(line), ordered), purchaseOrderLineId: ordered?.id ?? null };
    }),
  });
};

/**
 * What a stored UBL file says, for a form that a person completes: lines, dates, taxes and totals, with
 * what the file leaves open: the order or the accounts, and a vendor that is not found.
 */
export const draftOfUbl = async (
  tx: Tx,
  actor: Actor,
  files: FileStore,
  fileId: string,
): Promise<UblDraft> => {
  const ubl = await readUbl(tx, actor, files, fileId);
  const vendorId = (await orderOf(tx, ubl))?.vendorId ?? (await sellersVendor(tx, ubl.seller));
  const seller = ubl.seller.name ?? ubl.seller.ids[0] ?? "without a name";
  return {
    ...headOf(ubl),
    vendorId,
    fileId,
    lines: ubl.lines.map(lineOf),
    asks: [
      ubl.orderNumber
        ? `The file names order ${ubl.orderNumber}, which is not used here. Choose the order that it bills, or an account for each line.`
        : "The file names no order. Choose the order that it bills, or an account for each line.",
      ...(vendorId ? [] : [`No single vendor matches the seller "${seller}". Choose the vendor.`]),
    ],
  };
};

/**
 * 422 for a file of the agency's own intake that names no order: nothing in it says which accounts
 * its lines are charged to.
 */
export const refuseUncharged = (
  input: Pick<InvoiceInput, "purchaseOrderId" | "vendorNumber">,
): void => {
  if (!input.purchaseOrderId)
    throw invalidField(
      "file",
      `Invoice ${input.vendorNumber} names no purchase order (cac:OrderReference), so nothing says which accounts pay it. Its lines can be read into the form, where you choose the order or the accounts.`,
      "no_order",
    );
};
