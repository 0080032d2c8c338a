import { z } from "zod";
import { writtenInBase64 } from "#kernel/base64.ts";
import { invoiceLineInput } from "../invoice/invoice.model.ts";
import { markShape, sheetShape, unseenShape } from "../invoice/document/kept-reading.model.ts";

const cents = z.number().int("Amounts are whole cents.").min(-9e14).max(9e14);
const positive = cents.min(0, "This amount cannot be negative.");

/** A document as the vendor sends it: its name, and its bytes in base64, 10 MB at most. */
export const sentDocument = z.strictObject({
  name: z.string().trim().min(1, "The file has no name.").max(200),
  content: z
    .string()
    .min(1, "The file is empty.")
    .max(14_000_000, "An invoice is at most 10 MB.")
    .refine(writtenInBase64, "The file is sent in base64."),
});

const readLine = z.object({
  orderLineNo: z.number().nullable(),
  description: z.string(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  adjustment: z.number(),
  amount: z.number(),
});

/** What a vendor's document says, before anything is stored; amounts in cents, places in points. */
export const vendorReading = z
  .object({
    way: z.enum(["text", "xml", "scan"]),
    standing: z.enum(["proved", "read"]),
    /** How far it can be relied on, and what is to be known of it, in sentences. */
    says: z.array(z.string()),
    kind: z.enum(["invoice", "credit_note"]),
    vendorNumber: z.string().nullable(),
    invoiceDate: z.string().nullable(),
    orderNumber: z.string().nullable(),
    currency: z.string().nullable(),
    allowances: z.number(),
    charges: z.number(),
    tax: z.number(),
    rounding: z.number(),
    total: z.number().nullable(),
    note: z.string(),
    lines: z.array(readLine),
    marks: z.array(markShape),
    sheets: z.array(sheetShape),
    unseen: z.array(unseenShape),
    /** The vendor's own order that it names. */
    order: z.object({ orgId: z.string(), id: z.string(), number: z.string() }).nullable(),
  })
  .meta({ id: "VendorInvoiceReading" });
export type VendorReading = z.output<typeof vendorReading>;

/** The vendor's invoice as it was read and corrected, with its document. */
export const vendorDocumentInput = z.object({
  file: sentDocument,
  kind: z.enum(["invoice", "credit_note"]),
  vendorNumber: z.string().trim().min(1, "Enter your invoice number.").max(60),
  invoiceDate: z.iso.date("Enter the date of the invoice."),
  currency: z.string().regex(/^[A-Z]{3}$/, "A currency has three letters."),
  allowances: positive.default(0),
  charges: positive.default(0),
  tax: cents.default(0),
  rounding: cents.default(0),
  statedTotal: cents.nullish(),
  note: z.string().trim().max(2000).default(""),
  lines: z
    .array(
      invoiceLineInput
        .omit({ purchaseOrderLineId: true, accountStringId: true })
        .extend({ lineId: z.uuid().nullable() }),
    )
    .min(1, "Bill at least one line.")
    .max(500),
});
export type VendorDocumentInput = z.output<typeof vendorDocumentInput>;
