import { z } from "zod";

const cents = z.number();
/** What a UBL file says, for a form that a person completes; `asks` are the things that it leaves open. */
export const ublDraft = z
  .object({
    kind: z.enum(["invoice", "credit_note"]),
    vendorId: z.string().nullable(),
    vendorNumber: z.string(),
    invoiceDate: z.string(),
    receivedOn: z.null(),
    termsDays: z.null(),
    currency: z.string(),
    note: z.string(),
    allowances: cents,
    charges: cents,
    tax: cents,
    rounding: cents,
    statedTotal: cents.nullable(),
    retainage: z.null(),
    fileId: z.string(),
    lines: z.array(
      z.object({
        accountStringId: z.null(),
        description: z.string(),
        quantity: z.string(),
        unit: z.string(),
        unitPrice: z.string(),
        adjustment: cents,
        statedAmount: cents.nullable(),
      }),
    ),
    asks: z.array(z.string()),
  })
  .meta({ id: "UblDraft" });
export type UblDraft = z.output<typeof ublDraft>;
