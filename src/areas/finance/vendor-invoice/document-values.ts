import { lineAmount } from "../invoice/totals.model.ts";
import { orderLineOf } from "../invoice/document/order-line.model.ts";
import type { AnyForm } from "#web/kit/form/RecordForm.tsx";
import type { VendorDocumentInput, VendorReading } from "./vendor-document.model.ts";

/** What of the vendor's order a bill needs. */
export type BilledOrder = {
  orgId: string;
  id: string;
  number: string;
  agency: string;
  timeZone: string;
  lines: readonly {
    id: string;
    lineNo: number;
    description: string;
    unit: string;
    unitPrice: string;
    cancelled: boolean;
  }[];
};
export type SentFile = { name: string; content: string };

export type DocumentLine = {
  /** A line of the order, or `none`; empty until somebody chooses. */
  lineId: string;
  description: string;
  quantity: string;
  unit: string;
  unitPrice: string;
  adjustment: number;
  statedAmount: number | null;
  /** Which line of the document it was. */
  from: number | null;
};
export type DocumentForm = {
  kind: "invoice" | "credit_note";
  vendorNumber: string;
  invoiceDate: string;
  currency: string;
  allowances: number | null;
  charges: number | null;
  tax: number | null;
  rounding: number;
  statedTotal: number | null;
  note: string;
  lines: DocumentLine[];
};

/** A line that no document holds. */
export const addedLine = (): DocumentLine => ({
  lineId: "",
  description: "",
  quantity: "1",
  unit: "",
  unitPrice: "",
  adjustment: 0,
  statedAmount: null,
  from: null,
});

/** The form as it begins: what was read, each line beside the line of the order that fits. */
const formOfReading = (read: VendorReading, order: BilledOrder): DocumentForm => {
  const ordered = order.lines.filter(({ cancelled }) => !cancelled);
  return {
    kind: read.kind,
    vendorNumber: read.vendorNumber ?? "",
    invoiceDate: read.invoiceDate ?? "",
    currency: read.currency ?? "USD",
    allowances: read.allowances || null,
    charges: read.charges || null,
    tax: read.tax || null,
    rounding: read.rounding,
    statedTotal: read.total,
    note: read.note,
    lines: read.lines.length
      ? read.lines.map(({ orderLineNo, amount, ...line }, from) => ({
          ...line,
          lineId: orderLineOf({ orderLineNo, ...line }, ordered) ?? "",
          statedAmount: amount,
          from,
        }))
      : [addedLine()],
  };
};

const isNumber = (text: string) => /^-?\d+(\.\d{1,4})?$/.test(text);

/** What a line comes to in cents; null while it cannot be told. */
export const lineCents = (line: Record<string, unknown>): number | null => {
  const { quantity, unitPrice, adjustment } = line as DocumentLine;
  return isNumber(quantity) && isNumber(unitPrice)
    ? lineAmount({ quantity, unitPrice, adjustment, statedAmount: null })
    : null;
};

/** What the form comes to in cents; null while a line cannot be told. */
export const formCents = (form: DocumentForm): number | null => {
  const lines = form.lines.map(lineCents);
  if (lines.includes(null)) return null;
  const added = lines.reduce<number>((sum, cents) => sum + (cents ?? 0), 0);
  const { charges, tax, allowances, rounding } = form;
  return added + (charges ?? 0) + (tax ?? 0) + rounding - (allowances ?? 0);
};

/** What was stated of a line holds while nobody changed what it is made of. */
const statedOf = ({ statedAmount, ...line }: DocumentLine): number | null =>
  statedAmount !== null && lineCents(line) === statedAmount ? statedAmount : null;

const toInput =
  (file: SentFile) =>
  ({ lines, allowances, charges, tax, ...form }: DocumentForm): VendorDocumentInput => ({
    ...form,
    file,
    allowances: allowances ?? 0,
    charges: charges ?? 0,
    tax: tax ?? 0,
    lines: lines.map(({ from: _from, lineId, ...line }) => ({
      ...line,
      lineId: lineId === "none" || lineId === "" ? null : lineId,
      statedAmount: statedOf({ from: _from, lineId, ...line }),
    })),
  });

/** The form of a vendor's invoice that was read from its document. */
export const documentForm = (order: BilledOrder, file: SentFile, read: VendorReading): AnyForm => ({
  path: `/api/v1/vendor-orders/${order.orgId}/${order.id}/document-invoices`,
  blank: () => formOfReading(read, order),
  toForm: () => formOfReading(read, order),
  toInput: toInput(file) as AnyForm["toInput"],
});
