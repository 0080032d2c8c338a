import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { budgetShares } from "../application/application.model.ts";
import { factFields } from "./facts.model.ts";
import { riskQuestions } from "./risk.model.ts";
import { subawardStatuses } from "./subaward.labels.ts";

const cents = z.number("Enter an amount such as 1,234.56.").int().min(0).max(9e14);
export const subawardInput = z.object({
  awardId: z.uuid("Choose the award that pays."),
  applicationId: z.uuid().nullish(),
  vendorId: z.uuid("Choose the subrecipient."),
  accountStringId: z.uuid("Choose the account that it charges."),
  title: z.string().trim().min(1, "Enter a title.").max(200),
  amount: cents.min(1, "Enter what is passed on."),
  match: cents.default(0),
  budget: budgetShares,
  startsOn: dayInput("Enter the first day."),
  endsOn: dayInput("Enter the last day."),
});
/** A revised budget by class: the same sum in all, with what the subrecipient said for it. */
export const reviseInput = z.object({
  budget: budgetShares.unwrap().min(1, "Enter the budget by class."),
  reason: z.string().trim().min(10, "Say what the subrecipient asked for, and why it is right."),
});
export type SubawardInput = z.output<typeof subawardInput>;

const fact = z.object({ value: z.string().trim().max(1000), known: z.boolean() });
export const factsInput = z.object({
  facts: z.record(z.enum(factFields.map((f) => f.key) as [string, ...string[]]), fact),
});
export const riskInput = z.object({
  answers: z
    .array(
      z.object({
        question: z.enum(riskQuestions.map((q) => q.key) as [string, ...string[]]),
        points: z.number("Choose 0 to 3.").int().min(0).max(3),
        note: z.string().trim().min(3, "Say what this rests on.").max(1000),
      }),
    )
    .length(riskQuestions.length, "Answer every question."),
});
export type RiskInput = z.output<typeof riskInput>;

export const subawardRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(subawardStatuses)),
    title: z.string(),
    subrecipient: z.string(),
    award: z.string(),
    amount: z.number(),
    claimed: z.number(),
    left: z.number(),
    riskLevel: z.enum(["low", "medium", "high"]).nullable(),
    endsOn: dayField,
    version: z.number(),
  })
  .meta({ id: "Subaward" });
export type Subaward = z.output<typeof subawardRow>;

export const subawardDetail = subawardRow
  .extend({
    awardId: z.string(),
    awardTitle: z.string(),
    applicationId: z.string().nullable(),
    application: z.string().nullable(),
    vendorId: z.string(),
    screening: z.string().nullable(),
    account: z.string(),
    accountStringId: z.string(),
    match: z.number(),
    budget: z.array(z.object({ objectClass: z.string(), cents: z.number() })),
    /** Cents by class of requests that wait or are accepted. */
    asked: z.array(z.object({ objectClass: z.string(), cents: z.number() })),
    startsOn: dayField,
    facts: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        paragraph: z.string(),
        hint: z.string().nullable(),
        value: z.string(),
        known: z.boolean(),
        open: z.boolean(),
      }),
    ),
    risk: z.array(
      z.object({
        question: z.string(),
        text: z.string(),
        citation: z.string(),
        points: z.number(),
        note: z.string(),
      }),
    ),
    riskPoints: z.number().nullable(),
    assessedBy: z.string().nullable(),
    approvedBy: z.string().nullable(),
    assessedOn: dayField.nullable(),
    executedOn: dayField.nullable(),
    reportDueOn: dayField.nullable(),
    reportedOn: dayField.nullable(),
    reportReference: z.string(),
    endedOn: dayField.nullable(),
    closedOn: dayField.nullable(),
    reviewEvery: z.number().nullable(),
    nextReview: dayField.nullable(),
    encumbered: z.number(),
    statusReason: z.string().nullable(),
    owner: z.string().nullable(),
    /** What of the subaward counts in the modified total direct costs, in cents, and by which rule. */
    mtdc: z.object({ counts: z.number(), cap: z.number(), citation: z.string() }),
    canEdit: z.boolean(),
    canFacts: z.boolean(),
    canReview: z.boolean(),
    canReport: z.boolean(),
    canDecide: z.boolean(),
    canRecover: z.boolean(),
    canRevise: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "SubawardDetail" });
export type SubawardDetail = z.output<typeof subawardDetail>;
