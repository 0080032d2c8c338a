import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField, instantInput } from "#kernel/time-fields.ts";
import { waiverScopes, waiverStatuses } from "./waiver.labels.ts";

const why = {
  controlId: z.uuid("Choose the control."),
  reason: z
    .string()
    .trim()
    .min(20, "Say in a sentence why the record cannot meet the control.")
    .max(4000),
  measure: z.string().trim().min(10, "Say what is done instead.").max(4000),
  endsAt: instantInput("Enter the day and time on which it ends."),
  permissionFileId: z.uuid().nullable().default(null),
};

/** What somebody asks: that a record, or the records of a department, need not meet a control. */
export const waiverInput = z.discriminatedUnion("scope", [
  z.strictObject({
    ...why,
    scope: z.literal("record"),
    subjectId: z.uuid("Choose the record."),
    part: z.number().int().min(0),
  }),
  z.strictObject({
    ...why,
    scope: z.literal("class"),
    departmentId: z.uuid("Choose the department."),
    amountBelow: z.number().int().min(1, "Enter an amount.").nullable().default(null),
  }),
]);
export type WaiverInput = z.output<typeof waiverInput>;

export const waiverPermission = z.strictObject({
  permissionFileId: z.uuid("Upload the written permission."),
});

export const waiverRow = z
  .object({
    id: z.string(),
    number: z.string(),
    control: z.string(),
    scope: z.enum(names(waiverScopes)),
    covers: z.string(),
    reason: z.string(),
    asker: z.string(),
    endsAt: instantField,
    status: z.enum(names(waiverStatuses)),
    version: z.number(),
  })
  .meta({ id: "ControlWaiver" });
export type WaiverRow = z.output<typeof waiverRow>;

export const waiverDetail = waiverRow
  .extend({
    measure: z.string(),
    demands: z.string(),
    citation: z.string(),
    federal: z.boolean(),
    permission: z.object({ id: z.string(), name: z.string() }).nullable(),
    decidedBy: z.string().nullable(),
    decidedAt: instantField.nullable(),
    answer: z.string().nullable(),
    beganAt: instantField.nullable(),
    endedAt: instantField.nullable(),
    href: z.string().nullable(),
    approvalId: z.string().nullable(),
    failures: z.array(z.object({ id: z.string(), number: z.string(), subject: z.string() })),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ControlWaiverDetail" });
export type WaiverDetail = z.output<typeof waiverDetail>;

/** What a form needs before somebody asks: the latest end. */
export const waiverTerm = z
  .object({ days: z.number(), latest: instantField, citation: z.string() })
  .meta({ id: "WaiverTerm" });
export type WaiverTerm = z.output<typeof waiverTerm>;
