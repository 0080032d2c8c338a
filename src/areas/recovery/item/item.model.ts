import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { overtimeAnswers, type OvertimeAnswer } from "../schedule/schedule.labels.ts";
import { dayField } from "#kernel/time-fields.ts";

const kind = z.enum(["cost", "labor", "equipment"]);

export const itemRow = z
  .object({
    id: z.string(),
    costLineId: z.string().nullable(),
    kind,
    label: z.string(),
    person: z.string(),
    dayFrom: dayField,
    dayTo: dayField,
    minutes: z.number(),
    pay: z.enum(["regular", "overtime", "premium", "leave"]).nullable(),
    cents: z.number(),
    eligible: z.boolean(),
    rule: z.string(),
    citation: z.string(),
    project: z.string(),
    request: z.string().nullable(),
    waitsBecause: z.string().nullable(),
    asked: z.string().nullable(),
    answerReason: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "PaItem" });
export type Item = z.output<typeof itemRow>;

export const costsInput = z.object({
  costLineIds: z.array(z.uuid()).min(1, "Choose a cost at least.").max(2_000),
});
export const hoursInput = z.object({
  from: z.iso.date("Enter the first day."),
  to: z.iso.date("Enter the last day."),
});
export type HoursInput = z.output<typeof hoursInput>;
export const answerInput = z.object({
  itemIds: z.array(z.uuid()).min(1, "Choose a line.").max(500),
  answer: z.enum(names<OvertimeAnswer>(overtimeAnswers), "Say what it was."),
  reason: z.string().trim().min(10, "Say who confirms it, and by which roster.").max(500),
});
export type AnswerInput = z.output<typeof answerInput>;

export const choiceRow = z.object({
  id: z.string(),
  documentNumber: z.string(),
  description: z.string(),
  vendor: z.string().nullable(),
  account: z.string(),
  incurredTo: dayField,
  cents: z.number(),
  open: z.number(),
  emergency: z.boolean(),
  lacks: z.array(z.string()),
  /** What has taken it, or why it cannot be assigned. */
  why: z.string().nullable(),
});
export type Choice = z.output<typeof choiceRow>;

export const tieRow = z.object({
  person: z.string(),
  from: dayField,
  to: dayField,
  document: z.string(),
  paid: z.number(),
  claimed: z.number(),
  difference: z.number(),
});
export type TieRow = z.output<typeof tieRow>;
