import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import {
  inspectionResults,
  inspectionStatuses,
  type InspectionResult,
  type InspectionStatus,
} from "./inspection.labels.ts";
const optional = <T extends z.ZodType>(field: T) =>
  field
    .or(z.literal(""))
    .nullish()
    .transform((value) => (value === "" ? null : (value ?? null)) as z.output<T> | null);

export const inspectionInput = z.object({
  checklistId: z.uuid("Choose a checklist."),
  title: z.string().trim().max(200).default(""),
  assetId: optional(z.uuid()),
  placeId: optional(z.uuid()),
  location: z.string().trim().max(300).default(""),
  assignedTo: z.uuid("Choose who inspects."),
  dueOn: optional(dayInput("Enter a day.")),
});
export type InspectionInput = z.output<typeof inspectionInput>;

export const answersInput = z.object({
  answers: z.record(z.string().max(60), z.unknown()),
});
export const reviewInput = z.object({ note: z.string().trim().max(2000).default("") });

export const inspectionRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names<InspectionStatus>(inspectionStatuses)),
    title: z.string(),
    checklist: z.string(),
    asset: z.string().nullable(),
    assetId: z.string().nullable(),
    location: z.string(),
    assigned: z.string().nullable(),
    dueOn: dayField.nullable(),
    result: z.enum(names<InspectionResult>(inspectionResults)).nullable(),
    failed: z.number(),
    submittedAt: instantField.nullable(),
    late: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "Inspection" });
export type InspectionRow = z.output<typeof inspectionRow>;

const finding = z.object({
  id: z.string(),
  itemKey: z.string(),
  item: z.string(),
  said: z.string(),
  workOrderId: z.string().nullable(),
  workOrder: z.string().nullable(),
  joined: z.boolean(),
  tookOut: z.boolean(),
});

export const inspectionDetail = inspectionRow
  .extend({
    checklistVersion: z.number(),
    citation: z.string(),
    about: z.string(),
    certificates: z.array(z.string()),
    qualification: z.string(),
    lacking: z.array(z.string()),
    place: z.string().nullable(),
    assignedTo: z.string().nullable(),
    submitter: z.string().nullable(),
    reviewer: z.string().nullable(),
    reviewNote: z.string(),
    statusReason: z.string().nullable(),
    /** The pinned checklist as a form asks it: pages of forms' questions. */
    pages: z.array(z.unknown()),
    answers: z.record(z.string(), z.unknown()),
    findings: z.array(finding),
    canFill: z.boolean(),
    canAcknowledge: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "InspectionDetail" });
export type InspectionDetail = z.output<typeof inspectionDetail>;
