import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { lifecycle, type Asker } from "#kernel/lifecycle.ts";
import {
  kinds,
  outreachSteps,
  solicitationCourse,
  solicitationStatuses,
  type Kind,
  type OutreachStep,
  type SolicitationStatus,
} from "./solicitation.labels.ts";

export type { Kind, SolicitationStatus };

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

export const lotInput = z.strictObject({
  lotNo: place.max(500),
  title: z.string().trim().min(1, "Name the lot.").max(200),
  description: z.string().trim().max(4000).default(""),
});
export const itemInput = z.strictObject({
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
export const criterionInput = z.strictObject({
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
export const documentInput = z.strictObject({
  fileId: z.uuid("Attach a file."),
  title: z.string().trim().min(1, "Name the document.").max(200),
});

const kindNames = Object.keys(kinds) as [Kind, ...Kind[]];

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
  step: z.enum(Object.keys(outreachSteps) as [OutreachStep, ...OutreachStep[]]),
  note: z.string().trim().min(3, "Say what was done.").max(2000),
  doneOn: z.iso.date("Enter a date."),
});

/** What the lifecycle's rules look at, beside the row. */
export type SolicitationFacts = {
  status: string;
  kind: Kind;
  buyerId: string | null;
  approvedAt: string | null;
  protection: string;
  /** What still stands against publication, in words; empty when nothing does. */
  missing: readonly string[];
};
export type SolicitationAction =
  | "submit"
  | "return"
  | "approve"
  | "publish"
  | "closeQuestions"
  | "reopenQuestions"
  | "close"
  | "open"
  | "evaluate"
  | "postIntent"
  | "startWindow"
  | "hold"
  | "resume"
  | "reevaluate"
  | "award"
  | "awardAnew"
  | "contract"
  | "review"
  | "archive"
  | "cancel"
  | "noAward"
  | "fail";

const formal = (kind: string) => kind === "itb" || kind === "rfp";
const notReady = (s: SolicitationFacts): string | null => (s.missing.length ? s.missing[0]! : null);
const ownWork = (s: SolicitationFacts, asker: Asker) =>
  s.buyerId && s.buyerId === asker.personId ? "Somebody else than its buyer approves it." : null;
const notFor = (kind: Kind, text: string) => (s: SolicitationFacts) =>
  s.kind === kind ? text : null;

export const solicitationCycle = lifecycle<SolicitationFacts>()<
  SolicitationStatus,
  SolicitationAction
>({
  noun: "solicitation",
  initial: "draft",
  statuses: solicitationStatuses,
  course: solicitationCourse,
  actions: {
    submit: {
      label: "Send to review",
      from: ["draft"],
      to: "review",
      permission: "solicitation.edit",
      tone: "primary",
      suits: (s) => formal(s.kind),
      unless: (s) =>
        formal(s.kind)
          ? notReady(s)
          : "Quotations and requests for information need no review: publish it.",
    },
    return: {
      label: "Return",
      from: ["review"],
      to: "draft",
      permission: "solicitation.approve",
      needsReason: true,
    },
    approve: {
      label: "Approve",
      from: ["review"],
      to: "review",
      permission: "solicitation.approve",
      tone: "primary",
      unless: (s, asker) =>
        s.approvedAt ? "It is approved already." : (ownWork(s, asker) ?? notReady(s)),
    },
    publish: {
      label: "Publish",
      from: ["draft", "review"],
      to: "published",
      permission: "solicitation.publish",
      tone: "primary",
      unless: (s) =>
        formal(s.kind) && s.status === "draft"
          ? "Send it to review first."
          : formal(s.kind) && !s.approvedAt
            ? "A manager must approve it first."
            : notReady(s),
    },
    closeQuestions: {
      label: "Close the questions",
      from: ["published"],
      to: "questions_closed",
      permission: "solicitation.edit",
      system: true,
    },
    reopenQuestions: {
      label: "Take questions again",
      from: ["questions_closed"],
      to: "published",
      permission: "solicitation.publish",
      system: true,
    },
    close: {
      label: "Close",
      from: ["published", "questions_closed"],
      to: "closed",
      permission: "solicitation.edit",
      system: true,
    },
    open: {
      label: "Open the bids",
      from: ["closed"],
      to: "opened",
      permission: "bid.open",
      system: true,
    },
    evaluate: {
      label: "Evaluate",
      from: ["opened"],
      to: "evaluating",
      permission: "evaluation.manage",
      system: true,
    },
    postIntent: {
      label: "Post the intent to award",
      from: ["evaluating", "opened"],
      to: "intent_posted",
      permission: "award.approve",
      system: true,
    },
    startWindow: {
      label: "Start the protest window",
      from: ["intent_posted"],
      to: "protest_window",
      permission: "award.approve",
      system: true,
    },
    hold: {
      label: "Hold for a protest",
      from: ["protest_window", "intent_posted"],
      to: "protest_hold",
      permission: "protest.decide",
      system: true,
    },
    resume: {
      label: "Resume",
      from: ["protest_hold"],
      to: "protest_window",
      permission: "protest.decide",
      system: true,
    },
    reevaluate: {
      label: "Evaluate again",
      from: ["protest_hold", "protest_window", "intent_posted"],
      to: "evaluating",
      permission: "protest.decide",
      system: true,
    },
    award: {
      label: "Award",
      from: ["protest_window", "intent_posted", "evaluating", "opened"],
      to: "awarded",
      permission: "award.approve",
      system: true,
    },
    awardAnew: {
      label: "Award anew",
      from: ["awarded"],
      to: "opened",
      permission: "award.approve",
      system: true,
    },
    contract: {
      label: "Under contract",
      from: ["awarded"],
      to: "contracted",
      permission: "solicitation.edit",
      system: true,
    },
    review: {
      label: "Responses reviewed",
      from: ["opened", "closed"],
      to: "reviewed",
      permission: "solicitation.end",
      tone: "primary",
      suits: (s) => s.kind === "rfi",
      unless: (s) =>
        s.kind === "rfi" ? null : "Only a request for information ends with a review.",
    },
    archive: {
      label: "Archive",
      from: ["reviewed"],
      to: "archived",
      permission: "solicitation.end",
    },
    cancel: {
      label: "Cancel",
      from: [
        "draft",
        "review",
        "published",
        "questions_closed",
        "closed",
        "opened",
        "evaluating",
        "intent_posted",
        "protest_window",
        "protest_hold",
      ],
      to: "cancelled",
      permission: "solicitation.end",
      needsReason: true,
      tone: "danger",
    },
    noAward: {
      label: "No award",
      from: ["opened", "evaluating", "intent_posted", "protest_window", "protest_hold"],
      to: "no_award",
      permission: "award.approve",
      needsReason: true,
      tone: "danger",
      suits: (s) => s.kind !== "rfi",
      unless: notFor("rfi", "A request for information cannot be awarded."),
    },
    fail: {
      label: "No usable bid",
      from: ["closed", "opened"],
      to: "unsuccessful",
      permission: "solicitation.end",
      system: true,
    },
  },
});

const status = z.enum(
  Object.keys(solicitationCycle.statuses) as [SolicitationStatus, ...SolicitationStatus[]],
);
export const solicitationRow = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: z.enum(kindNames),
    title: z.string(),
    status,
    department: z.string(),
    departmentId: z.string(),
    buyer: z.string().nullable(),
    buyerId: z.string().nullable(),
    dueAt: z.string().nullable(),
    questionsUntil: z.string().nullable(),
    publishedAt: z.string().nullable(),
    addenda: z.number(),
    federal: z.boolean(),
    invitedOnly: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "Solicitation" });
export type SolicitationRow = z.output<typeof solicitationRow>;

const lotRow = z.object({
  id: z.string(),
  lotNo: z.number(),
  title: z.string(),
  description: z.string(),
});
const itemRow = z.object({
  id: z.string(),
  lotId: z.string().nullable(),
  lotNo: z.number().nullable(),
  itemNo: z.number(),
  description: z.string(),
  commodityCode: z.string().nullable(),
  quantity: z.string(),
  unit: z.string(),
  optional: z.boolean(),
  alternates: z.boolean(),
  requisitionLineId: z.string().nullable(),
});
const criterionRow = z.object({
  id: z.string(),
  position: z.number(),
  name: z.string(),
  guidance: z.string(),
  kind: z.enum(["technical", "price", "interview"]),
  weight: z.string(),
  maxScore: z.number(),
});
const requirementRow = z.object({
  id: z.string(),
  position: z.number(),
  kind: requirementInput.shape.kind.unwrap(),
  label: z.string(),
  guidance: z.string(),
  mandatory: z.boolean(),
  envelope: z.enum(["technical", "price"]),
});
const documentRow = z.object({
  id: z.string(),
  fileId: z.string(),
  title: z.string(),
  name: z.string(),
  size: z.number(),
  sha256: z.string(),
  addendumNo: z.number().nullable(),
});
const clauseRow = z.object({
  id: z.string(),
  position: z.number(),
  ruleKey: z.string(),
  citation: z.string(),
  title: z.string(),
  text: z.string(),
  because: z.string(),
  verified: z.boolean(),
  leftOut: z.string().nullable(),
});
const addendumRow = z.object({
  id: z.string(),
  addendumNo: z.number(),
  title: z.string(),
  text: z.string(),
  material: z.boolean(),
  changes: z.array(z.object({ what: z.string(), before: z.string(), after: z.string() })),
  dueBefore: z.string(),
  dueAfter: z.string(),
  publishedAt: z.string(),
});
const questionRow = z.object({
  id: z.string(),
  questionNo: z.number(),
  question: z.string(),
  answer: z.string().nullable(),
  answeredAt: z.string().nullable(),
  answeredBy: z.string().nullable(),
  addendumNo: z.number().nullable(),
  declined: z.boolean(),
  createdAt: z.string(),
  version: z.number(),
});
export const invitationRow = z.object({
  id: z.string(),
  vendorId: z.string(),
  vendor: z.string(),
  vendorNumber: z.string(),
  email: z.string().nullable(),
  source: z.enum(["chosen", "commodity", "outreach", "planholder"]),
  certified: z.array(z.string()),
  status: z.enum(["listed", "invited", "seen", "intends", "declined"]),
  invitedAt: z.string().nullable(),
  answeredAt: z.string().nullable(),
  declineReason: z.string().nullable(),
});
const outreachRow = z.object({
  id: z.string(),
  step: z.string(),
  note: z.string(),
  doneOn: z.string(),
  doneBy: z.string().nullable(),
});
const check = z.object({
  ok: z.boolean(),
  text: z.string(),
  citation: z.string().nullable(),
  step: z.string(),
});

/** Everything of a solicitation that everybody may read. */
export const solicitationContent = {
  kind: z.enum(kindNames),
  summary: z.string(),
  description: z.string(),
  protection: z.enum(["sealed", "held"]),
  envelopes: z.number(),
  awardBy: z.enum(["whole", "lot", "item"]),
  priceFormula: z.enum(["lowest", "proportional", "linear", "qualifications"]),
  prebidAt: z.string().nullable(),
  prebidPlace: z.string(),
  prebidMandatory: z.boolean(),
  bidBondPercent: z.string().nullable(),
  performanceBondPercent: z.string().nullable(),
  paymentBondPercent: z.string().nullable(),
  setAside: z.string(),
  localPreferencePercent: z.string().nullable(),
  construction: z.boolean(),
  deliverTo: z.string(),
  contactName: z.string(),
  contactEmail: z.string().nullable(),
  lots: z.array(lotRow),
  items: z.array(itemRow),
  criteria: z.array(criterionRow),
  requirements: z.array(requirementRow),
  documents: z.array(documentRow),
  clauses: z.array(clauseRow),
  addendaList: z.array(addendumRow),
  questions: z.array(questionRow),
};

export const solicitationDetail = solicitationRow
  .extend({
    ...solicitationContent,
    insuranceRequired: z.boolean(),
    minimumBids: z.number(),
    estimateCents: z.number().nullable(),
    estimateOn: z.string().nullable(),
    estimateBasis: z.string(),
    estimateBy: z.string().nullable(),
    approvedBy: z.string().nullable(),
    approvedAt: z.string().nullable(),
    closedAt: z.string().nullable(),
    openedAt: z.string().nullable(),
    endedReason: z.string().nullable(),
    ocid: z.string().nullable(),
    templateKey: z.string().nullable(),
    invitations: z.array(invitationRow),
    outreach: z.array(outreachRow),
    checks: z.array(check),
    orders: z.array(
      z.object({ id: z.string(), number: z.string(), status: z.string(), amount: z.number() }),
    ),
    requisitions: z.array(z.object({ id: z.string(), number: z.string(), title: z.string() })),
    actions: z.array(offeredAction),
    canEdit: z.boolean(),
  })
  .meta({ id: "SolicitationDetail" });
export type SolicitationDetail = z.output<typeof solicitationDetail>;
