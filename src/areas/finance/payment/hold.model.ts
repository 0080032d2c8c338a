import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

/** A hold is on a vendor or on one invoice. */
export const holdInput = z.object({
  vendorId: z.uuid().nullish(),
  invoiceId: z.uuid().nullish(),
  reason: z.string().trim().min(3, "Say why payment is held.").max(500),
});

export const holdRow = z
  .object({
    id: z.string(),
    scope: z.enum(["vendor", "invoice"]),
    on: z.string(),
    vendorId: z.string(),
    invoiceId: z.string().nullable(),
    reason: z.string(),
    status: z.enum(["held", "lifted"]),
    placedBy: z.string().nullable(),
    placedAt: instantField,
    canLift: z.boolean(),
    liftedBy: z.string().nullable(),
    liftedAt: instantField.nullable(),
    liftReason: z.string().nullable(),
  })
  .meta({ id: "PaymentHold" });

export type Hold = z.output<typeof holdRow>;
