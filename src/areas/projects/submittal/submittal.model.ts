import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { designerOf } from "../designer/designer.model.ts";
import {
  submittalCourts,
  submittalKinds,
  submittalStatuses,
  submittalTurns,
} from "./submittal.labels.ts";

const kind = z.enum(names<keyof typeof submittalKinds>(submittalKinds));
const files = z.array(z.uuid()).max(40).default([]);

/** What is submitted, whoever lists it. */
const listed = {
  title: z.string().trim().min(3, "Say what is submitted.").max(200).meta({ title: "Subject" }),
  section: z
    .string()
    .trim()
    .min(1, "Name the section of the specifications.")
    .max(60)
    .meta({ title: "Specification section" }),
  kind: kind.default("shop_drawing").meta({ title: "Kind" }),
  description: z.string().trim().max(5000).default("").meta({ title: "What it shows" }),
};

/** The fields of a submittal, said once: form, API and history derive from them. */
export const submittalFields = {
  contractId: z.uuid("Choose the contract.").meta({ title: "Contract" }),
  ...listed,
  neededOn: dayInput("Enter a day.").nullable().default(null).meta({ title: "Needed on site" }),
  leadDays: z
    .int("Enter whole days.")
    .min(0, "Enter whole days.")
    .max(1000, "At most 1,000 days.")
    .default(0)
    .meta({ title: "Days to make and deliver it" }),
  reviewDays: z
    .int("Enter whole days.")
    .min(1, "At least one day.")
    .max(90, "At most 90 days.")
    .default(10)
    .meta({ title: "Business days for the review" }),
};
export const submittalInput = z.object({
  ...submittalFields,
  projectId: z.uuid("Choose the project."),
});
export type SubmittalInput = z.output<typeof submittalInput>;
export const submittalChange = z.object(submittalFields);
export type SubmittalChange = z.output<typeof submittalChange>;

const papers = z.array(z.uuid()).min(1, "Attach what is submitted.").max(40, "At most 40 files.");
/** What comes with a submission: its files, and words to them. */
export const submitInput = z.object({
  fileIds: papers,
  says: z.string().trim().max(5000).default(""),
});
export type SubmitInput = z.output<typeof submitInput>;

/** What a contractor submits that nobody listed before. */
export const contractorSubmits = z.object({
  ...listed,
  contractId: z.uuid("Choose your contract."),
  fileIds: papers,
  says: z.string().trim().max(5000).default(""),
});
export type ContractorSubmits = z.output<typeof contractorSubmits>;

/** The words of a review, and marked files. */
export const reviewInput = z.object({
  says: z.string().trim().max(10_000).default(""),
  fileIds: files,
  /** The designer's recommendation that is taken over with its files. */
  designerLinkId: z.uuid().nullable().default(null),
});
export type ReviewInput = z.output<typeof reviewInput>;

const court = z.enum(names<keyof typeof submittalCourts>(submittalCourts));
export const submittalRow = z
  .object({
    id: z.string(),
    number: z.string(),
    revision: z.number(),
    status: z.enum(names(submittalStatuses)),
    projectId: z.string(),
    project: z.string(),
    contractId: z.string(),
    title: z.string(),
    section: z.string(),
    kind,
    neededOn: dayField.nullable(),
    submitBy: dayField.nullable(),
    submittedOn: dayField.nullable(),
    dueOn: dayField.nullable(),
    court: court.nullable(),
    overdue: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "Submittal" });
export type SubmittalRow = z.output<typeof submittalRow>;

const file = z.object({ id: z.string(), name: z.string() });
const turn = z.object({
  kind: z.enum(names<keyof typeof submittalTurns>(submittalTurns)),
  revision: z.number(),
  bySide: court,
  byName: z.string(),
  at: instantField,
  says: z.string(),
  files: z.array(file),
});
export type SubmittalTurn = z.output<typeof turn>;

export const submittalDetail = submittalRow
  .extend({
    projectNumber: z.string(),
    contract: z.object({ id: z.string(), number: z.string(), vendor: z.string() }).nullable(),
    description: z.string(),
    leadDays: z.number(),
    reviewDays: z.number(),
    submittedByName: z.string(),
    review: z.string(),
    reviewedByName: z.string(),
    turns: z.array(turn),
    designer: designerOf.nullable(),
    statusReason: z.string(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "SubmittalDetail" });
export type SubmittalDetail = z.output<typeof submittalDetail>;

/** The submittals of a project as its tab begins with them. */
export const projectSubmittals = z
  .object({
    contracts: z.array(z.object({ id: z.string(), number: z.string(), title: z.string() })),
    ours: z.number(),
    overdueOurs: z.number(),
    overdueContractors: z.number(),
  })
  .meta({ id: "ProjectSubmittals" });
export type ProjectSubmittals = z.output<typeof projectSubmittals>;

/** A submittal as its contractor sees it. */
const own = submittalDetail
  .pick({
    id: true,
    number: true,
    revision: true,
    status: true,
    title: true,
    section: true,
    kind: true,
    description: true,
    submitBy: true,
    dueOn: true,
    court: true,
    overdue: true,
    turns: true,
    version: true,
  })
  .extend({ maySubmit: z.boolean() });
export type ContractorSubmittal = z.output<typeof own>;
export const contractorSubmittals = z
  .object({ items: z.array(own) })
  .meta({ id: "ContractorSubmittals" });
export type ContractorSubmittals = z.output<typeof contractorSubmittals>;
