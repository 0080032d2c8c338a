import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

export const pricePaid = z
  .object({
    id: z.string(),
    description: z.string(),
    quantity: z.string(),
    unit: z.string(),
    unitPrice: z.string(),
    orderId: z.string(),
    orderNumber: z.string(),
    orderedOn: dayField,
    vendor: z.string(),
  })
  .meta({ id: "PricePaid" });
export type PricePaid = z.output<typeof pricePaid>;
