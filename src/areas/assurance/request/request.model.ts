import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { requestStatuses } from "./request.labels.ts";

export const requestInput = z.strictObject({
  item: z.string().trim().min(3, "Say what is needed.").max(4000),
  ownerId: z.uuid("Choose whom you ask."),
  dueOn: dayInput("Enter the day by which it is needed."),
});
export type RequestInput = z.output<typeof requestInput>;
export const deliverInput = z.strictObject({
  answer: z.string().trim().min(3, "Say what is delivered; attach the papers.").max(8000),
});
export const againInput = z.strictObject({
  again: z.string().trim().min(3, "Say what is still missing.").max(4000),
  dueOn: dayInput("Enter the day by which it is needed."),
});

export const requestRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(requestStatuses)),
    auditId: z.string(),
    ownerName: z.string(),
    dueOn: dayField,
    late: z.boolean(),
    asked: z.number(),
    deliveredOn: dayField.nullable(),
    version: z.number(),
  })
  .meta({ id: "AuditRequest" });
export type RequestRow = z.output<typeof requestRow>;

export const requestDetail = requestRow
  .extend({
    audit: z.string(),
    item: z.string(),
    answer: z.string(),
    again: z.string(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AuditRequestDetail" });
export type RequestDetail = z.output<typeof requestDetail>;
