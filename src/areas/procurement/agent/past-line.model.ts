import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

/** A line of an order that went out, with who paid it and what it came from. */
export const pastLine = z
  .object({
    id: z.string(),
    description: z.string(),
    commodityCode: z.string().nullable(),
    quantity: z.string(),
    unit: z.string(),
    unitPrice: z.string(),
    boughtOn: dayField,
    orderId: z.string(),
    orderNumber: z.string(),
    vendorId: z.string(),
    vendor: z.string(),
    contractId: z.string().nullable(),
    rateCode: z.string().nullable(),
    /** The account that paid most of it. */
    accountStringId: z.string().nullable(),
    accountCode: z.string().nullable(),
    departmentId: z.string(),
    /** How many lines said the same by the same code. */
    times: z.number(),
  })
  .meta({ id: "PastLine" });
export type PastLine = z.output<typeof pastLine>;
