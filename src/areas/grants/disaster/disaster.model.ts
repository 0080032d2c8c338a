import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

export const decisionInput = z.object({
  decision: z.enum(["accepted", "dismissed"]),
  reason: z.string().trim().max(2000).default(""),
});
export const disasterRow = z.object({
  id: z.string(),
  documentId: z.string(),
  documentNumber: z.string(),
  description: z.string(),
  vendor: z.string().nullable(),
  account: z.string(),
  incurredTo: dayField,
  cents: z.number(),
  paid: z.number(),
  why: z.array(z.string()),
  decision: z.enum(["accepted", "dismissed"]).nullable(),
  reason: z.string(),
});
export type DisasterRow = z.output<typeof disasterRow>;
