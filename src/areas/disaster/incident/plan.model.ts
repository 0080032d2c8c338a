import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { planForms } from "./plan-forms.fields.ts";

/** An incident action plan as it was approved: ICS 202 to 206 and 208 of that moment. */
export const frozenPlan = z.object({
  incident: z.string(),
  period: z.object({ no: z.number(), from: instantField, to: instantField }),
  objectives: z.array(z.string()),
  organization: z.array(
    z.object({ position: z.string(), section: z.string(), person: z.string().nullable() }),
  ),
  resources: z.array(z.object({ number: z.string(), title: z.string(), status: z.string() })),
  weather: z.string(),
  safety: z.string(),
  communications: z.string(),
  medical: z.string(),
  /** Tables of ICS 205, 205A and 206; plans of before they were tables have none. */
  forms: planForms.optional(),
  preparedBy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  /** Where the incident was at that moment; plans of before it was kept have none. */
  area: z.unknown().optional(),
});
export type FrozenPlan = z.output<typeof frozenPlan>;
