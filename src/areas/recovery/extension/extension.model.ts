import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { extensionCycle } from "./extension.labels.ts";

export const extensionInput = z.object({
  until: z.iso.date("Enter the day until which more time is needed."),
  reason: z.string().trim().min(10, "Say which delay was beyond your control.").max(2000),
  progress: z.string().trim().min(3, "Say how far the work is.").max(2000),
  timeline: z.string().trim().min(3, "Say when which part will be done.").max(2000),
});
export const extensionStep = z.object({
  reason: z.string().trim().max(1000).nullish(),
  day: z.iso.date("Enter the day.").nullish(),
  document: z.string().trim().max(200).nullish(),
});
export const extensionRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(extensionCycle.statuses)),
    until: dayField,
    decider: z.enum(["recipient", "fema"]),
    reason: z.string(),
    progress: z.string(),
    timeline: z.string(),
    sentOn: dayField.nullable(),
    decidedOn: dayField.nullable(),
    document: z.string(),
    statusReason: z.string().nullable(),
    version: z.number(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PaExtension" });
export type Extension = z.output<typeof extensionRow>;
export const extensionDetail = extensionRow
  .extend({ projectId: z.string(), project: z.string(), workUntil: dayField })
  .meta({ id: "PaExtensionDetail" });
export type ExtensionDetail = z.output<typeof extensionDetail>;
