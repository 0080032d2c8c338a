import { z } from "zod";
import { answerOf, offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { causes, dispositions, nonconformanceStatuses } from "./nonconformance.labels.ts";

/** What is typed of a nonconformance. */
export const nonconformanceFields = {
  title: z.string().trim().min(3, "Say what is wrong.").max(200).meta({ title: "What is wrong" }),
  description: z.string().trim().max(4000).default("").meta({ title: "Description" }),
  place: z.string().trim().max(160).default("").meta({ title: "Where it is" }),
  quantity: heldAs(
    "decimal",
    z
      .string()
      .trim()
      .regex(/^\d{1,12}(\.\d{1,4})?$/, "Enter a number with at most four decimals.")
      .refine((text) => Number(text) > 0, "Enter how much it is."),
  )
    .nullable()
    .default(null)
    .meta({ title: "Quantity" }),
  unit: z.string().trim().max(40).default("").meta({ title: "Unit" }),
  /** The rejected line of a receipt; order, vendor and quantity follow from it. */
  receiptLineId: z.uuid("Choose a rejected line.").nullable().default(null).meta({
    title: "Rejected line of a receipt",
  }),
  vendorId: z.uuid("Choose the vendor.").nullable().default(null).meta({ title: "Vendor" }),
  photoFileIds: z
    .array(z.uuid())
    .max(20, "At most 20 photos.")
    .default([])
    .meta({ title: "Photos" }),
};
export const nonconformanceInput = z
  .strictObject(nonconformanceFields)
  .refine((n) => n.receiptLineId !== null || n.photoFileIds.length > 0, {
    path: ["photos"],
    message: "Add a photo, or choose the rejected line of a receipt.",
  });
export type NonconformanceInput = z.output<typeof nonconformanceInput>;

export const containInput = z.strictObject({
  containment: z.string().trim().min(3, "Say what was done so that nobody uses it.").max(4000),
});
/** What is decided: whose part it was, and why where it is used as it is. */
export const decideInput = z.strictObject({
  cause: z.enum(names(causes), "Say whose part it was."),
  decisionReason: z.string().trim().max(4000).default(""),
});
export const useAsIsInput = decideInput.extend({
  decisionReason: z.string().trim().min(10, "Say why it may be used as it is.").max(4000),
});
export type DecideInput = z.output<typeof decideInput>;
/** Asks the vendor for a corrective plan. */
export const planAsked = z.strictObject({
  wanted: z.string().trim().min(3, "Say what must become better, and how that is seen.").max(4000),
  dueOn: dayInput("Enter the day by which it must be met."),
});
export type PlanAsked = z.output<typeof planAsked>;
export const closeInput = z.strictObject({
  otherCents: heldAs("cents", z.number("Enter an amount.").int().min(0).max(9e13)).default(0),
  noPlanReason: z.string().trim().max(2000).default(""),
});
export type CloseInput = z.output<typeof closeInput>;

export const nonconformanceRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(nonconformanceStatuses)),
    title: z.string(),
    place: z.string(),
    vendorName: z.string(),
    orderNumber: z.string(),
    receiptNumber: z.string(),
    disposition: z.enum(names(dispositions)).nullable(),
    cause: z.enum(names(causes)).nullable(),
    reportedName: z.string(),
    reportedOn: dayField,
    costCents: z.number().nullable(),
    version: z.number(),
  })
  .meta({ id: "Nonconformance" });
export type NonconformanceRow = z.output<typeof nonconformanceRow>;

/** What records tell of its cost, in cents. */
const costAnswer = z.object({
  /** What was rejected, at the price of its order; null without a receipt. */
  goodsCents: z.number().nullable(),
  returnedOn: dayField.nullable(),
  returnedCents: z.number(),
  credits: z.array(z.object({ id: z.string(), number: z.string(), cents: z.number() })),
  creditedCents: z.number(),
  otherCents: z.number(),
  costCents: z.number(),
});
export type CostAnswer = z.output<typeof costAnswer>;

export const nonconformanceDetail = nonconformanceRow
  .extend({
    ...answerOf({
      description: nonconformanceFields.description,
      quantity: nonconformanceFields.quantity,
      unit: nonconformanceFields.unit,
      receiptLineId: nonconformanceFields.receiptLineId,
      vendorId: nonconformanceFields.vendorId,
      photoFileIds: nonconformanceFields.photoFileIds,
    }),
    photos: z.array(z.object({ id: z.string(), name: z.string(), mediaType: z.string() })),
    /** The rejected line in words; null without one. */
    line: z.string().nullable(),
    orderId: z.string().nullable(),
    containment: z.string(),
    containedName: z.string(),
    containedOn: dayField.nullable(),
    decisionReason: z.string(),
    decidedName: z.string(),
    decidedOn: dayField.nullable(),
    planId: z.string().nullable(),
    planNumber: z.string(),
    noPlanReason: z.string(),
    otherCents: z.number(),
    closedOn: dayField.nullable(),
    cost: costAnswer,
    /** The day by which the next step is due by the agency's rule; null once it is decided. */
    dueOn: dayField.nullable(),
    canEdit: z.boolean(),
    canPlan: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "NonconformanceDetail" });
export type NonconformanceDetail = z.output<typeof nonconformanceDetail>;

/** Rejected lines that nobody reported yet. */
export const lineChoice = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string(),
    vendorId: z.string(),
    quantity: z.string(),
    unit: z.string(),
  })
  .meta({ id: "RejectedLine" });
export type LineChoice = z.output<typeof lineChoice>;
