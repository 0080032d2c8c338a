import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { budgetClasses } from "../application/application.model.ts";
import { requestStatuses } from "./request.labels.ts";

const line = z.object({
  incurredOn: z.iso.date("Enter the day of the cost."),
  payee: z.string().trim().min(1, "Say who was paid.").max(200),
  description: z.string().trim().max(500).default(""),
  objectClass: z.enum(budgetClasses, "Choose the class."),
  cents: z
    .number("Enter an amount such as 1,234.56.")
    .int()
    .min(-9e14)
    .max(9e14)
    .refine((n) => n !== 0, "Enter an amount."),
});
export const requestInput = z.object({
  periodFrom: z.iso.date("Enter the first day."),
  periodTo: z.iso.date("Enter the last day."),
  match: z.number().int().min(0).max(9e14).default(0),
  note: z.string().trim().max(2000).default(""),
  lines: z.array(line).min(1, "List the costs, one a line.").max(500),
});
export type RequestInput = z.output<typeof requestInput>;

export const requestRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(requestStatuses)),
    subawardId: z.string(),
    subaward: z.string(),
    subrecipient: z.string(),
    periodFrom: dayField,
    periodTo: dayField,
    amount: z.number(),
    submittedAt: instantField,
    invoiceId: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "SubawardRequest" });
export type SubawardRequest = z.output<typeof requestRow>;
export const costRow = z.object({
  id: z.string(),
  lineNo: z.number(),
  incurredOn: dayField,
  payee: z.string(),
  description: z.string(),
  objectClass: z.string(),
  cents: z.number(),
});
export type SubawardCost = z.output<typeof costRow>;
const classFinding = z.object({
  objectClass: z.string().nullable(),
  text: z.string(),
  citation: z.string(),
  asksRevision: z.boolean(),
});
export const requestDetail = requestRow
  .extend({
    title: z.string(),
    match: z.number(),
    note: z.string(),
    statusReason: z.string().nullable(),
    left: z.number(),
    invoice: z.string().nullable(),
    invoiceStatus: z.string().nullable(),
    lines: z.array(costRow),
    /** What the costs mean for the classes of the subaward's budget; none where they keep to it. */
    classFindings: z.array(classFinding),
    actions: z.array(offeredAction),
  })
  .meta({ id: "SubawardRequestDetail" });
export type RequestDetail = z.output<typeof requestDetail>;
