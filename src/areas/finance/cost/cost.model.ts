import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { objectClass } from "../journal/journal.model.ts";

export const costRow = z
  .object({
    id: z.string(),
    source: z.enum(["invoice", "payroll", "transfer", "stock"]),
    documentId: z.string(),
    documentNumber: z.string(),
    description: z.string(),
    account: z.string(),
    objectClass,
    incurredFrom: dayField,
    incurredTo: dayField,
    cents: z.number(),
    paid: z.number(),
    claimed: z.number(),
    open: z.number(),
    /** The bill to an agency that is served, where one takes it. */
    billId: z.string().nullable(),
    bill: z.string().nullable(),
  })
  .meta({ id: "Cost" });
export type CostRow = z.output<typeof costRow>;

export const mappingInput = z.object({
  accounts: z
    .array(z.object({ accountId: z.uuid(), objectClass }))
    .min(1)
    .max(500),
});
