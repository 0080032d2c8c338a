import { z } from "zod";
import type { ExceptionKind } from "../invoice/invoice.model.ts";

const amount = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "A number with at most four decimals.");
const cents = z.number().int().min(0, "This amount cannot be negative.").max(9e14);

/** What a vendor bills of one order: quantities and prices of its lines, freight, tax. */
export const vendorInvoiceInput = z.object({
  vendorNumber: z.string().trim().min(1, "Enter your invoice number.").max(60),
  invoiceDate: z.iso.date("Enter the date of the invoice."),
  charges: cents.default(0),
  tax: cents.default(0),
  note: z.string().trim().max(2000).default(""),
  lines: z
    .array(
      z.strictObject({
        lineId: z.uuid(),
        quantity: amount.refine((text) => Number(text) > 0, "The quantity must be above zero."),
        unitPrice: amount,
      }),
    )
    .min(1, "Bill at least one line.")
    .max(500),
});
export type VendorInvoiceInput = z.output<typeof vendorInvoiceInput>;

export type HoldKind = ExceptionKind;
/** Why an invoice waits, told to the vendor: what it can do, nothing of the agency's accounts. */
export const holdTexts: Readonly<Record<HoldKind, string>> = {
  price:
    "A price differs from the order. The buyer looks at it; send a corrected invoice if it was a slip.",
  quantity: "More is billed than was ordered or received.",
  unit: "A line is billed in another unit of measure than ordered. The buyer looks at it; send a corrected invoice in the unit of the order if it was a slip.",
  no_receipt: "The agency has not recorded the receipt of these goods yet.",
  no_order: "The invoice names no order.",
  over_encumbrance:
    "The amount is above what the order provides for. The agency must settle that first.",
  duplicate: "An invoice with this number was received before.",
  totals: "The lines do not add up to the total of the invoice.",
  vendor: "Your record with the agency needs attention: see Company.",
  currency: "The agency pays in its own currency only.",
  credited: "The agency checks what this credit note credits.",
  delivery: "The agency checks how it was delivered.",
  document:
    "The data inside your document and its page do not say the same. Tell the agency which is right, or send a corrected invoice.",
};
