import { z } from "zod";
import { answerOf, offeredAction, patchOf } from "#kernel/fields.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { applicantKinds, programStatuses } from "./program.labels.ts";

const amount = z.number("Enter an amount such as 1,234.56.").int().min(0).max(9e14);
const cents = heldAs("cents", amount);
const day = (message: string) => z.iso.date(message);
const criterion = z.object({
  name: z.string().trim().min(1, "Name what is scored.").max(120),
  about: z.string().trim().max(1000).default(""),
  weight: z.number("Enter a whole number.").int().min(1).max(100),
  maxScore: z.number().int().min(1).max(100).default(10),
});

/** The fields of an own grant program, said once. */
export const programFields = {
  title: z.string().trim().min(1, "Enter the program's title.").max(200).meta({ title: "Title" }),
  summary: z.string().trim().max(8000).default("").meta({ title: "What it is for" }),
  awardId: z.uuid().nullish().meta({ title: "Award that pays" }),
  total: heldAs("cents", amount.min(1, "Enter what can be given.")).meta({ title: "Total amount" }),
  least: cents.nullish().meta({ title: "Award floor" }),
  most: cents.nullish().meta({ title: "Award ceiling" }),
  expectedAwards: z.number().int().min(1).max(10_000).nullish().meta({ title: "Expected awards" }),
  matchPercent: z.number().int().min(0).max(1000).default(0).meta({ title: "Match, percent" }),
  apartPercent: z
    .number()
    .int()
    .min(1)
    .max(100)
    .default(30)
    .meta({ title: "Scores so far apart need a consensus, percent" }),
  applicants: z
    .array(z.enum(names(applicantKinds)))
    .max(9)
    .default([])
    .meta({ title: "Who may apply" }),
  opensOn: day("Enter the first day.").meta({ title: "Opens" }),
  closesOn: z.iso.date().nullish().meta({ title: "Closes" }),
  startsOn: day("Enter the first day of the money.").meta({ title: "Money from" }),
  endsOn: day("Enter the last day of the money.").meta({ title: "Money to" }),
  contactName: z.string().trim().max(120).default("").meta({ title: "Contact" }),
  contactEmail: z
    .union([z.literal(""), z.email("Enter an e-mail address.")])
    .default("")
    .meta({ title: "Contact's e-mail" }),
};
const criteria = z.array(criterion).max(20).default([]);
/** The same with what is scored. */
export const wholeFields = { ...programFields, criteria };
export const programInput = z.object(wholeFields);
export type ProgramInput = z.output<typeof programInput>;
export const programPatch = patchOf(wholeFields);
export type ProgramPatch = z.output<typeof programPatch>;

export const programRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(programStatuses)),
    title: z.string(),
    award: z.string().nullable(),
    total: z.number(),
    closesOn: dayField.nullable(),
    applications: z.number(),
    version: z.number(),
  })
  .meta({ id: "GrantProgram" });
export type Program = z.output<typeof programRow>;

const reviewer = z.object({
  id: z.string(),
  personId: z.string(),
  name: z.string(),
  declared: z.boolean(),
  recused: z.boolean(),
  recusalReason: z.string().nullable(),
  handedIn: z.boolean(),
  /** Applications that this reviewer does not score, having declared an interest in them. */
  conflicts: z.number(),
});
export type Reviewer = z.output<typeof reviewer>;

export const programDetail = programRow
  .extend({
    ...answerOf(programFields),
    ...programRow.shape,
    awardTitle: z.string().nullable(),
    owner: z.string().nullable(),
    publishedAt: instantField.nullable(),
    criteria: z.array(criterion.extend({ id: z.string() })),
    reviewers: z.array(reviewer),
    /** The reader's own seat, where they review this program. */
    seat: reviewer.nullable(),
    sheetSha256: z.string().nullable(),
    frozenAt: instantField.nullable(),
    frozenBy: z.string().nullable(),
    toldAt: instantField.nullable(),
    statusReason: z.string().nullable(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "GrantProgramDetail" });
export type ProgramDetail = z.output<typeof programDetail>;
