import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { method } from "./payment.model.ts";

export const payableRow = z
  .object({
    id: z.string(),
    number: z.string(),
    vendor: z.string(),
    vendorId: z.string(),
    vendorNumber: z.string(),
    kind: z.string(),
    method,
    invoiceDate: dayField,
    dueOn: dayField.nullable(),
    total: z.number(),
    retainage: z.number(),
    payable: z.number(),
    /** Won when it is paid by the day beside. */
    discount: z.number(),
    discountOn: dayField.nullable(),
    blocked: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "Payable" });

export type Payable = z.output<typeof payableRow>;
