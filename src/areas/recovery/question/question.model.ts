import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { appealCycle, appealLevels, letterKinds, letterSenders } from "./appeal.labels.ts";

export const questionInput = z.object({
  declarationId: z.uuid("Choose the declaration."),
  projectId: z.uuid().nullish(),
  askedBy: z.string().trim().min(2, "Say who asks.").max(200),
  askedOn: z.iso.date("Enter the day of the letter."),
  dueOn: z.iso.date("Enter until when it is answered."),
  question: z.string().trim().min(5, "Write down the question.").max(8000),
});
export type QuestionInput = z.output<typeof questionInput>;
export const answerInput = z.object({
  answer: z.string().trim().min(5, "Write the answer.").max(20_000),
  answeredOn: z.iso.date("Enter the day."),
  delivery: z.string().trim().min(3, "Say what proves that it was delivered.").max(300),
});
export const questionStatuses = {
  open: { label: "Open", tone: "warning" },
  answered: { label: "Answered", tone: "success", terminal: true },
} as const;
export const questionRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(["open", "answered"]),
    declaration: z.string(),
    project: z.string().nullable(),
    askedBy: z.string(),
    askedOn: dayField,
    dueOn: dayField,
    question: z.string(),
    answer: z.string(),
    answeredOn: dayField.nullable(),
    delivery: z.string(),
    /** The earlier question with the same words, its answer and its proof of delivery. */
    earlierNumber: z.string().nullable(),
    earlierAnswer: z.string().nullable(),
    earlierDelivery: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "PaQuestion" });
export type Question = z.output<typeof questionRow>;

const levels = z.enum(names(appealLevels));
export const appealInput = z.object({
  projectId: z.uuid("Choose the project."),
  level: levels,
  subject: z.string().trim().min(3, "Say what was denied.").max(300),
  disputedCents: z.number("Enter the amount.").int().positive(),
  determinedOn: z.iso.date("Enter the day of the determination."),
  sentOn: z.iso.date().nullish(),
  receivedOn: z.iso.date().nullish(),
  argument: z.string().trim().max(20_000).default(""),
});
export type AppealInput = z.output<typeof appealInput>;
export const appealRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(appealCycle.statuses)),
    level: levels,
    subject: z.string(),
    project: z.string(),
    disputedCents: z.number(),
    determinedOn: dayField,
    fileBy: dayField.nullable(),
    filedOn: dayField.nullable(),
    forwardBy: dayField.nullable(),
    forwardedOn: dayField.nullable(),
    version: z.number(),
  })
  .meta({ id: "PaAppeal" });
export type Appeal = z.output<typeof appealRow>;

const optionalDay = z.iso.date("Enter a day such as 2026-11-14.").nullish();
/** A letter in an appeal. */
export const letterInput = z.object({
  kind: z.enum(names(letterKinds), "Say what kind of letter it is."),
  sender: z.enum(names(letterSenders), "Say who wrote it."),
  datedOn: z.iso.date("Enter the day of the letter."),
  sentOn: optionalDay,
  receivedOn: optionalDay,
  dueOn: optionalDay,
  subject: z.string().trim().min(3, "Say what it says, in a line.").max(500),
});
export type LetterInput = z.output<typeof letterInput>;
export const letterAnswer = z.object({ answeredOn: z.iso.date("Enter the day.") });
const letterRow = letterInput.extend({
  id: z.string(),
  /** The appeal in which it came, of this one or of an earlier level. */
  appeal: z.string(),
  datedOn: dayField,
  sentOn: dayField.nullable(),
  receivedOn: dayField.nullable(),
  dueOn: dayField.nullable(),
  answeredOn: dayField.nullable(),
});
export type Letter = z.output<typeof letterRow>;

/** How a denied appeal goes on. */
export const nextInput = z.object({
  level: z.enum(["second", "arbitration"], "Choose how it goes on."),
  disputedCents: z.number("Enter the amount.").int().positive(),
  argument: z.string().trim().max(20_000).default(""),
});
export type NextInput = z.output<typeof nextInput>;
const levelRow = z.object({ id: z.string(), number: z.string(), level: levels });

export const appealDetail = appealRow
  .extend({
    projectId: z.string(),
    citation: z.string(),
    argument: z.string(),
    decidedOn: dayField.nullable(),
    statusReason: z.string().nullable(),
    evidence: z.array(z.string()),
    /** Letters of this appeal and of the levels before it, the oldest first. */
    letters: z.array(letterRow),
    earlier: levelRow.nullable(),
    next: levelRow.nullable(),
    /** Levels at which it may go on, until when, by which rule; else why not. */
    goesOn: z.array(
      z.object({
        level: z.enum(["second", "arbitration"]),
        fileBy: dayField.nullable(),
        citation: z.string(),
        why: z.string().nullable(),
      }),
    ),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PaAppealDetail" });
export type AppealDetail = z.output<typeof appealDetail>;
