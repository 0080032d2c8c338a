import { z } from "zod";
import { offeredAction, patchOf } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { instantField } from "#kernel/time-fields.ts";
import { measureRow } from "../figure/figure.model.ts";
import {
  conditions,
  everies,
  letterOutcomes,
  reportScheduleCycle,
  type Condition,
  type LetterOutcome,
} from "./schedule.labels.ts";

const chosen = z
  .string()
  .max(80)
  .nullish()
  .transform((value) => value || null);

/** The fields of a schedule: when it goes, and the figure that decides whether. */
export const scheduleFields = {
  name: z.string().trim().min(3, "Name it in a few words").max(120, "At most 120 characters"),
  every: z.enum(names(everies)).default("week"),
  /** Monday is 1. */
  weekDay: z.number().int().min(1).max(7).default(1),
  monthDay: z
    .number()
    .int()
    .min(1, "Choose a day from 1 to 31")
    .max(31, "Choose a day from 1 to 31")
    .default(1),
  at: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time of day such as 07:30")
    .default("07:30"),
  conditionMeasure: chosen,
  conditionIs: z.enum(names(conditions)).default("above"),
  /** As it is shown: dollars, a count, percent. */
  conditionValue: heldAs(
    "decimal",
    z
      .string()
      .trim()
      .regex(/^-?\d{1,12}(\.\d{1,2})?$/, "Enter a number such as 5000 or 12.5")
      .default("0"),
  ),
};

const businessDayTooLate = (s: { every: string; monthDay: number }) =>
  s.every !== "month-business-day" || s.monthDay <= 15;
const tooLate = {
  path: ["monthDay"],
  message: "Choose one of the first 15 business days: not every month has more that are certain.",
};

/** What is sent: a report that people made, or a ready one. */
export const scheduleInput = z
  .strictObject({
    ...scheduleFields,
    reportId: z
      .uuid()
      .nullish()
      .transform((v) => v ?? null),
    ready: chosen,
  })
  .refine((s) => Boolean(s.reportId) !== Boolean(s.ready), "Choose a report, or a ready one.")
  .refine(businessDayTooLate, tooLate);
export type ScheduleInput = z.output<typeof scheduleInput>;

/** What a change leads to: what it is silent about stays. */
export const wholeSchedule = z.object(scheduleFields).refine(businessDayTooLate, tooLate);
export type WholeSchedule = z.output<typeof wholeSchedule>;
export const scheduleChange = patchOf(scheduleFields).strict();
export type ScheduleChange = z.output<typeof scheduleChange>;

export const readerInput = z.strictObject({ personId: z.uuid("Choose a person.") });

export const scheduleRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(reportScheduleCycle.statuses)),
    name: z.string(),
    reportId: z.string().nullable(),
    ready: z.string().nullable(),
    every: z.enum(names(everies)),
    weekDay: z.number(),
    monthDay: z.number(),
    at: z.string(),
    owner: z.string().nullable(),
    ownerId: z.string(),
    readers: z.number(),
    lastAt: instantField.nullable(),
    nextAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "ReportSchedule" });
export type ScheduleRow = z.output<typeof scheduleRow>;

export const scheduleRecord = scheduleRow
  .omit({ readers: true })
  .extend({
    report: z.string(),
    reportHref: z.string(),
    measures: z.array(measureRow),
    conditionMeasure: z.string().nullable(),
    conditionIs: z.enum(names(conditions)),
    conditionValue: z.string(),
    readers: z.array(
      z.object({
        personId: z.string(),
        name: z.string(),
        mine: z.boolean(),
        addedAt: instantField,
      }),
    ),
    sendings: z.array(
      z.object({
        id: z.string(),
        dueAt: instantField,
        endedAt: instantField.nullable(),
        letters: z.array(
          z.object({
            name: z.string(),
            outcome: z.enum(names(letterOutcomes)),
            detail: z.string().nullable(),
          }),
        ),
      }),
    ),
    canAddReaders: z.boolean(),
    actions: z.array(offeredAction),
    canEdit: z.boolean(),
  })
  .meta({ id: "ReportScheduleRecord" });
export type ScheduleRecord = z.output<typeof scheduleRecord>;

/** Whether a figure as it is shown lies where the condition wants it. Null lies nowhere. */
const conditionHolds = (shown: number | null, is: Condition, value: number): boolean =>
  shown !== null && (is === "above" ? shown > value : shown < value);

type Judged = {
  visible: boolean;
  condition: { measure: string; is: Condition; value: number } | null;
  answer: {
    measures: readonly { id: string; unit: string }[];
    totals: readonly { value: number | null }[];
  };
};

/**
 * Whether a reader gets the letter. What decides must be readable: a figure that is withheld from the
 * reader opens nothing.
 */
export const outcomeOf = ({ visible, condition, answer }: Judged): LetterOutcome => {
  if (!visible) return "not-shared";
  if (!condition) return "sent";
  const place = answer.measures.findIndex((each) => each.id === condition.measure);
  if (place < 0) return "withheld";
  const value = answer.totals[place]!.value;
  const shown = value !== null && answer.measures[place]!.unit === "cents" ? value / 100 : value;
  return conditionHolds(shown, condition.is, condition.value) ? "sent" : "condition";
};

/**
 * What is said of somebody's letter. Where a figure judged whether it goes, the outcome tells where that
 * figure lies: who does not know the figure reads neither that it went nor that it did not.
 */
export const outcomeShown = (
  { outcome, judged }: { outcome: LetterOutcome; judged: boolean },
  knows: boolean,
): LetterOutcome => {
  const tells = (judged && outcome === "sent") || outcome === "condition";
  return tells && !knows ? "judged" : outcome;
};

/** So many rows of an answer stand in a letter; the page has them all. */
export const rowsOfLetter = 20;
