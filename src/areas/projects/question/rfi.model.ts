import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { designerOf } from "../designer/designer.model.ts";
import {
  askedOf,
  courts,
  impacts,
  rfiCourts,
  rfiStatuses,
  turnKinds,
  turnSides,
} from "./rfi.labels.ts";

const words = (most: number) => z.string().trim().max(most).default("");
const impact = z.enum(names<keyof typeof impacts>(impacts)).default("unknown");
const files = z.array(z.uuid()).max(40).default([]);

/** What is asked, whoever asks. */
const asked = {
  title: z.string().trim().min(3, "Say what it is about.").max(200).meta({ title: "Subject" }),
  question: z.string().trim().min(3, "Ask the question.").max(10_000).meta({ title: "Question" }),
  reference: words(300).meta({ title: "Drawing or specification" }),
  place: words(200).meta({ title: "Place or station" }),
  proposedAnswer: words(10_000).meta({ title: "Proposed answer" }),
  costImpact: impact.meta({ title: "Changes the cost" }),
  costCents: heldAs(
    "cents",
    z
      .number("Enter an amount such as 1,234.56, with a minus where it becomes less.")
      .int()
      .min(-9e13)
      .max(9e13),
  )
    .nullable()
    .default(null)
    .meta({ title: "By about" }),
  timeImpact: impact.meta({ title: "Changes the time" }),
  timeDays: z
    .int("Enter whole days.")
    .min(-3650, "At least -3,650 days.")
    .max(3650, "At most 3,650 days.")
    .nullable()
    .default(null)
    .meta({ title: "By about, in days" }),
};

/** What is typed of a question of ours. */
export const rfiTyped = {
  contractId: z.uuid("Choose a contract.").nullable().default(null).meta({ title: "Contract" }),
  askedOf: z
    .enum(names<keyof typeof askedOf>(askedOf))
    .default("agency")
    .meta({ title: "Asked of" }),
  ...asked,
};
/** The fields of a question, said once: form, API and history derive from them. */
export const rfiFields = { ...rfiTyped, fileIds: files.meta({ title: "Photos and files" }) };

type Guess = Pick<
  z.output<z.ZodObject<typeof asked>>,
  "costImpact" | "costCents" | "timeImpact" | "timeDays"
>;
const costs = (q: Guess) => q.costCents === null || q.costImpact === "yes";
const lasts = (q: Guess) => q.timeDays === null || q.timeImpact === "yes";
const costRule = {
  path: ["costImpact"],
  message: "An amount is guessed: say yes, or take it out.",
};
const timeRule = { path: ["timeImpact"], message: "Days are guessed: say yes, or take them out." };

export const rfiInput = z
  .object({ ...rfiFields, projectId: z.uuid("Choose the project.") })
  .refine(costs, costRule)
  .refine(lasts, timeRule);
export type RfiInput = z.output<typeof rfiInput>;
export const rfiChange = z.object(rfiFields).refine(costs, costRule).refine(lasts, timeRule);
export type RfiChange = z.output<typeof rfiChange>;

/** What a contractor asks of its own contract. */
export const contractorAsks = z
  .object({ ...asked, contractId: z.uuid("Choose your contract.") })
  .refine(costs, costRule)
  .refine(lasts, timeRule);
export type ContractorAsks = z.output<typeof contractorAsks>;

/** Our own answer, or a designer's that is taken over as it stands. */
export const answerInput = z
  .object({
    answer: z.string().trim().max(20_000).default(""),
    fileIds: files,
    designerLinkId: z.uuid().nullable().default(null),
  })
  .refine((given) => given.designerLinkId !== null || given.answer !== "", {
    path: ["answer"],
    message: "Write the answer.",
  });
export type AnswerInput = z.output<typeof answerInput>;

/** The words of a contractor's answer, reply or reason. */
export const saysInput = z.object({
  says: z.string().trim().min(1, "Write what you want to say.").max(20_000),
});

const court = z.enum(names<keyof typeof courts>(courts));
export const rfiRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(rfiStatuses)),
    projectId: z.string(),
    project: z.string(),
    contractId: z.string().nullable(),
    side: court,
    askedOf: court,
    title: z.string(),
    askedByName: z.string(),
    askedOn: dayField.nullable(),
    dueOn: dayField.nullable(),
    court: z.enum(names<keyof typeof rfiCourts>(rfiCourts)).nullable(),
    /** Whole days, by whose court it was in. */
    daysAgency: z.number(),
    daysContractor: z.number(),
    daysDesigner: z.number(),
    overdue: z.boolean(),
    costImpact: z.enum(names<keyof typeof impacts>(impacts)),
    timeImpact: z.enum(names<keyof typeof impacts>(impacts)),
    version: z.number(),
  })
  .meta({ id: "Rfi" });
export type RfiRow = z.output<typeof rfiRow>;

const turn = z.object({
  kind: z.enum(names<keyof typeof turnKinds>(turnKinds)),
  bySide: z.enum(names<keyof typeof turnSides>(turnSides)),
  byName: z.string(),
  at: instantField,
  says: z.string(),
});
export type Turn = z.output<typeof turn>;
const file = z.object({ id: z.string(), name: z.string(), mediaType: z.string() });

export const rfiDetail = rfiRow
  .extend({
    projectNumber: z.string(),
    contract: z.object({ id: z.string(), number: z.string(), vendor: z.string() }).nullable(),
    question: z.string(),
    reference: z.string(),
    place: z.string(),
    proposedAnswer: z.string(),
    costCents: z.number().nullable(),
    timeDays: z.number().nullable(),
    fileIds: z.array(z.string()),
    files: z.array(file),
    answer: z.string(),
    answeredByName: z.string(),
    answeredAt: instantField.nullable(),
    answerFiles: z.array(file),
    turns: z.array(turn),
    designer: designerOf.nullable(),
    statusReason: z.string(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "RfiDetail" });
export type RfiDetail = z.output<typeof rfiDetail>;

/** The questions of a project as its tab begins with them. */
export const projectQuestions = z
  .object({
    questionDays: z.number(),
    contracts: z.array(z.object({ id: z.string(), number: z.string(), title: z.string() })),
    overdueOurs: z.number(),
    overdueContractors: z.number(),
    overdueDesigners: z.number(),
    /** What is open or answered and not closed, those of the earliest day first. */
    open: z.array(rfiRow),
  })
  .meta({ id: "ProjectQuestions" });
export type ProjectQuestions = z.output<typeof projectQuestions>;
