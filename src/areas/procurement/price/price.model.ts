import { z } from "zod";

export const pricePaid = z
  .object({
    id: z.string(),
    description: z.string(),
    quantity: z.string(),
    unit: z.string(),
    unitPrice: z.string(),
    orderId: z.string(),
    orderNumber: z.string(),
    orderedOn: z.string(),
    vendor: z.string(),
  })
  .meta({ id: "PricePaid" });
export type PricePaid = z.output<typeof pricePaid>;
