import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import type { FileStore } from "#server/files/looked-at.ts";
import { asBilled } from "../lump-line.model.ts";
import { sellersVendor } from "../ubl.service.ts";
import { hiddenWords, mostDocument, readDocument, type ReadDocument } from "./document.service.ts";
import { orderLineOf } from "./order-line.model.ts";
import type { PdfDraft } from "./pdf-draft.model.ts";
import { standingWords, type Said } from "./said.model.ts";

type Order = { id: string; vendorId: string; number: string };
type OrderLine = {
  id: string;
  lineNo: number;
  description: string;
  unit: string;
  unitPrice: string;
};

const orderOf = (tx: Tx, number: string | null): Promise<Order | null> =>
  number
    ? tx.maybe<Order>(sql`
      select id, vendor_id, number
      from purchase_order
      where org_id = ${tx.scope.orgId} and upper(number) = upper(${number})
    `)
    : Promise.resolve(null);

const linesOf = (tx: Tx, order: Order | null): Promise<OrderLine[]> =>
  order
    ? tx.rows<OrderLine>(sql`
      select id, line_no, description, unit, unit_price
      from purchase_order_line
      where org_id = ${tx.scope.orgId} and purchase_order_id = ${order.id} and not cancelled
    `)
    : Promise.resolve([]);

const asksOf = ({ said, notes, unseen }: ReadDocument, order: Order | null): string[] => [
  standingWords(said),
  ...notes,
  ...hiddenWords(unseen).map((words) => `${words} Ask the vendor why it is there.`),
  ...(order
    ? []
    : [
        said.orderNumber
          ? `The document names order ${said.orderNumber}, which is not here. Choose the order, or an account for each line.`
          : "The document names no order. Choose the order that it bills, or an account for each line.",
      ]),
  ...(said.currency === null ? ["It names no currency."] : []),
];

const headOf = (said: Said) => ({
  kind: said.kind,
  vendorNumber: said.vendorNumber ?? "",
  invoiceDate: said.invoiceDate ?? "",
  receivedOn: null,
  termsDays: null,
  note: said.note,
  allowances: said.allowances,
  charges: said.charges,
  tax: said.tax,
  rounding: said.rounding,
  statedTotal: said.total,
  retainage: null,
});

const lineOf = (line: Said["lines"][number], ordered: readonly OrderLine[]) => {
  const purchaseOrderLineId = orderLineOf(line, ordered);
  const { description, quantity, unit, unitPrice, adjustment, amount } = line;
  return asBilled(
    {
      ...{ accountStringId: null, purchaseOrderLineId },
      ...{ description, quantity, unit, unitPrice, adjustment },
      statedAmount: amount,
    },
    ordered.find(({ id }) => id === purchaseOrderLineId),
  );
};

/**
 * Reads the document of a stored file, outside of any transaction: a scan takes seconds. 404 for
 * another's file; 422 `unreadable_file`, `no_text`, and for more than 10 MB.
 */
export const readStored = async (
  db: Db,
  actor: Actor,
  files: FileStore,
  fileId: string,
): Promise<ReadDocument> => {
  const file = await requireSeenFile(db, actor, fileId);
  if (file.size > mostDocument)
    throw invalidField("fileId", "A PDF of an invoice is at most 10 MB.");
  return readDocument(await files.pathOf(file.sha256), file.sha256);
};

/**
 * What was read of a stored PDF, for the form of an invoice; stores nothing. What nobody sees in the
 * document enters no value and is told.
 */
export const draftOfPdf = async (tx: Tx, read: ReadDocument, fileId: string): Promise<PdfDraft> => {
  const { said, sheets } = read;
  const order = await orderOf(tx, said.orderNumber);
  const [ordered, sold, { currency }] = await Promise.all([
    linesOf(tx, order),
    order || !said.seller ? null : sellersVendor(tx, said.seller),
    tx.one<{ currency: string }>(sql`
      select currency
      from organization
      where id = ${tx.scope.orgId}
    `),
  ]);
  return {
    ...headOf(said),
    vendorId: order?.vendorId ?? sold,
    purchaseOrderId: order?.id ?? null,
    currency: said.currency ?? currency,
    fileId,
    lines: said.lines.map((line) => lineOf(line, ordered)),
    asks: asksOf(read, order),
    proved: said.standing === "proved",
    way: said.way,
    marks: said.marks,
    sheets,
  };
};
