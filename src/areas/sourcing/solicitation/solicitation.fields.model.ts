import { z } from "zod";
import { patchOf } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { outreachSteps, kinds } from "./solicitation.labels.ts";

export const kindNames = names(kinds);

const percent = (what: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,3}(\.\d{1,2})?$/, `${what} is a percentage with at most two decimals.`)
    .refine((text) => Number(text) <= 100, `${what} is at most 100.`);
const instant = z.iso
  .datetime({ offset: true, error: "Choose a day and a time." })
  .transform((text) => new Date(text).toISOString());
const place = z.number().int().min(1);

const lotInput = z.strictObject({
  lotNo: place.max(500),
  title: z.string().trim().min(1, "Name the lot.").max(200),
  description: z.string().trim().max(4000).default(""),
});
const itemInput = z.strictObject({
  lotNo: place.max(500).nullish(),
  description: z.string().trim().min(1, "Describe the item.").max(500),
  commodityCode: z
    .string()
    .trim()
    .toUpperCase()
    .max(20)
    .nullish()
    .transform((code) => code || null),
  quantity: z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, "The quantity is a number with at most four decimals.")
    .refine((text) => Number(text) > 0, "The quantity must be above zero."),
  unit: z.string().trim().min(1, "Name the unit.").max(20).default("each"),
  optional: z.boolean().default(false),
  alternates: z.boolean().default(false),
  requisitionLineId: z.uuid().nullish(),
});
export type ItemInput = z.output<typeof itemInput>;
const criterionInput = z.strictObject({
  name: z.string().trim().min(1, "Name the criterion.").max(200),
  guidance: z.string().trim().max(4000).default(""),
  kind: z.enum(["technical", "price", "interview"]).default("technical"),
  weight: percent("The weight").refine(
    (text) => Number(text) > 0,
    "The weight must be above zero.",
  ),
  maxScore: z.number().int().min(1).max(100).default(10),
});
export const requirementInput = z.strictObject({
  kind: z.enum(["document", "yes_no", "text", "number", "date"]).default("text"),
  label: z.string().trim().min(1, "Say what the bidder answers or encloses.").max(500),
  guidance: z.string().trim().max(4000).default(""),
  mandatory: z.boolean().default(true),
  envelope: z.enum(["technical", "price"]).default("technical"),
});
const documentInput = z.strictObject({
  fileId: z.uuid("Attach a file."),
  title: z.string().trim().min(1, "Name the document.").max(200),
});

/** Fields that a buyer enters, said once: builder, API and addenda read them. */
export const solicitationFields = {
  title: z.string().trim().min(1, "Say what is bought.").max(200).meta({ title: "Title" }),
  summary: z.string().trim().max(600).default("").meta({ title: "In one paragraph" }),
  description: z.string().trim().max(40_000).default("").meta({ title: "Scope of work" }),
  departmentId: z.uuid("Choose a department.").meta({ title: "Department" }),
  protection: z.enum(["sealed", "held"]).nullish().meta({ title: "Protection of bids" }),
  envelopes: z
    .union([z.literal(1), z.literal(2)])
    .default(1)
    .meta({ title: "Envelopes" }),
  awardBy: z.enum(["whole", "lot", "item"]).default("whole").meta({ title: "Award" }),
  priceFormula: z
    .enum(["lowest", "proportional", "linear", "qualifications"])
    .nullish()
    .meta({ title: "How price counts" }),
  minimumBids: z.number().int().min(1).max(20).default(1).meta({ title: "Least number of bids" }),
  invitedOnly: z.boolean().default(false).meta({ title: "Invited vendors only" }),
  questionsUntil: instant.nullish().meta({ title: "Questions until" }),
  dueAt: instant.nullish().meta({ title: "Bids due" }),
  prebidAt: instant.nullish().meta({ title: "Pre-bid meeting" }),
  prebidPlace: z.string().trim().max(300).default("").meta({ title: "Place of the meeting" }),
  prebidMandatory: z.boolean().default(false).meta({ title: "Attendance required" }),
  bidBondPercent: percent("The bid bond").nullish().meta({ title: "Bid guarantee" }),
  performanceBondPercent: percent("The performance bond")
    .nullish()
    .meta({ title: "Performance bond" }),
  paymentBondPercent: percent("The payment bond").nullish().meta({ title: "Payment bond" }),
  setAside: z.string().trim().max(200).default("").meta({ title: "Set aside for" }),
  localPreferencePercent: percent("The preference").nullish().meta({ title: "Local preference" }),
  federal: z.boolean().default(false).meta({ title: "Federal money" }),
  construction: z.boolean().default(false).meta({ title: "Construction" }),
  insuranceRequired: z.boolean().default(false).meta({ title: "Insurance asked for" }),
  estimateCents: z.number().int().min(0).nullish().meta({ title: "Independent estimate" }),
  estimateOn: z.iso.date("Enter a date.").nullish().meta({ title: "Estimate made on" }),
  estimateBasis: z.string().trim().max(4000).default("").meta({ title: "Basis of the estimate" }),
  deliverTo: z.string().trim().max(300).default("").meta({ title: "Deliver to" }),
  contactName: z.string().trim().max(200).default("").meta({ title: "Contact" }),
  contactEmail: z.email("Enter an e-mail address.").nullish().meta({ title: "Contact's e-mail" }),
  lots: z.array(lotInput).max(500).default([]).meta({ title: "Lots" }),
  items: z.array(itemInput).max(2000).default([]).meta({ title: "Items" }),
  criteria: z.array(criterionInput).max(40).default([]).meta({ title: "Criteria" }),
  requirements: z
    .array(requirementInput)
    .max(200)
    .default([])
    .meta({ title: "Answers and documents" }),
  documents: z.array(documentInput).max(100).default([]).meta({ title: "Documents" }),
};

const unknownLot = (
  input: { lots: { lotNo: number }[]; items: { lotNo?: number | null | undefined }[] },
  context: z.core.$RefinementCtx,
) => {
  const known = new Set(input.lots.map((lot) => lot.lotNo));
  if (known.size < input.lots.length)
    context.addIssue({ code: "custom", path: ["lots"], message: "Two lots have the same number." });
  input.items.forEach((item, at) => {
    if (item.lotNo != null && !known.has(item.lotNo))
      context.addIssue({
        code: "custom",
        path: ["items", at, "lotNo"],
        message: `There is no lot ${item.lotNo}.`,
      });
  });
};
export const solicitationInput = z
  .object({
    kind: z.enum(kindNames),
    templateKey: z.string().max(60).nullish(),
    ...solicitationFields,
  })
  .superRefine(unknownLot);
export type SolicitationInput = z.output<typeof solicitationInput>;
export const solicitationChange = z.object(solicitationFields).superRefine(unknownLot);
export type SolicitationChange = z.output<typeof solicitationChange>;
/** What a change names; each of its lists as a whole. */
export const solicitationPatch = patchOf(solicitationFields);

/** Items that another record puts into a draft, with what they are estimated to cost together. */
export const addedItems = z.strictObject({
  items: z
    .array(itemInput.pick({ description: true, commodityCode: true, quantity: true, unit: true }))
    .min(1, "Name an item.")
    .max(500),
  estimate: z
    .strictObject({
      cents: z.number().int().min(1, "The estimate must be above zero.").max(9e13),
      basis: z.string().trim().min(3, "Say what the estimate rests on.").max(2000),
    })
    .nullable(),
});
export type AddedItems = z.output<typeof addedItems>;

export const addendumInput = z.object({
  title: z.string().trim().min(1, "Name the change.").max(200),
  text: z.string().trim().min(1, "Say what changes.").max(20_000),
  material: z.boolean(),
  dueAt: instant.nullish(),
  questionsUntil: instant.nullish(),
  questionId: z.uuid().nullish(),
  changes: z
    .array(z.strictObject({ itemId: z.uuid(), quantity: itemInput.shape.quantity }))
    .max(500)
    .default([]),
  /** What goes beyond a requisition is not from it: its account is chosen at the award. */
  beyondRequisition: z.boolean().default(false),
  documents: z.array(documentInput).max(20).default([]),
});
export type AddendumInput = z.output<typeof addendumInput>;
export const questionInput = z.object({
  question: z.string().trim().min(5, "Ask your question.").max(4000),
});
export const answerInput = z.object({
  answer: z.string().trim().min(1, "Write the answer.").max(10_000),
  declined: z.boolean().default(false),
});
export const invitationInput = z.object({
  vendorIds: z.array(z.uuid()).min(1, "Choose at least one vendor.").max(500),
  source: z.enum(["chosen", "commodity", "outreach"]).default("chosen"),
});
export const outreachInput = z.object({
  step: z.enum(names(outreachSteps)),
  note: z.string().trim().min(3, "Say what was done.").max(2000),
  doneOn: z.iso.date("Enter a date."),
});
