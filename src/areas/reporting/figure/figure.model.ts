import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { isDate, isInstant } from "#kernel/time.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { besides } from "./beside.labels.ts";
import { rowExplanation, varianceLimits } from "../variance/variance.model.ts";
import { periods, type Period } from "./period.labels.ts";

const named = z.object({ id: z.string(), label: z.string() });

/** What can be asked of one kind of records. */
export const factRow = z.object({
  id: z.string(),
  label: z.string(),
  grain: z.string(),
  day: z.string().nullable(),
  /** Dimensions of which one value is chosen, or that part the rows. */
  apart: z.array(z.string()),
  dimensions: z.array(named),
  measures: z.array(named),
  /** Whether it says what stood at a moment; else its figures are known as of now only. */
  asOf: z.boolean(),
});

const several = (most: number) =>
  z
    .string()
    .max(4000)
    .transform((text) => text.split(",").filter(Boolean))
    .pipe(z.array(z.string()).max(most));

const ids = (most: number) => z.array(z.string().min(1).max(80)).max(most);
export const period = z
  .string()
  .refine(
    (text) => Object.hasOwn(periods, text) || /^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/.test(text),
    "Choose a period, or two days with .. between them.",
  )
  .refine((text) => !text.includes("..") || text.split("..").every(isDate), "Name days that exist.")
  .refine((text) => {
    const [first, last] = text.split("..");
    return last === undefined || first! <= last;
  }, "The last day is before the first.") as unknown as z.ZodType<Period, Period>;

/** The day by whose end an entry counts, by its posting date. */
const posted = dayInput("Name a day that exists.");
/** The moment by which an entry had been recorded: an instant, or a whole day of the agency. */
const known = z
  .string()
  .refine(
    (text): boolean => isDate(text) || isInstant(text),
    "Name a day, or a moment with its zone.",
  );

/** What stands beside each figure, where something does. */
const beside = z.enum(names(besides));

/** By which figure its rows stand in order, the most first with a minus; without one by their names. */
const order = z
  .string()
  .max(81)
  .regex(/^-?\w+\.\w+$/, "Name a figure, with a minus for the most first.");

/** What a report asks: figures, what they are parted by, which values count, of which time. */
export const questionInput = z.strictObject({
  measures: ids(6).min(1),
  by: ids(3),
  where: z.record(z.string().min(1).max(80), z.array(z.string().max(200)).min(1).max(200)),
  period,
  posted: posted.optional(),
  known: known.optional(),
  beside: beside.optional(),
  order: order.optional(),
});
export type ReportQuestion = z.output<typeof questionInput>;

/**
 * `measures=orders.ordered,payments.paid&by=vendor,month&where=vendor:<id>,vendor:<id>&period=month`:
 * values of a dimension are named one by one.
 */
export const figureQuery = z
  .object({
    measures: several(6),
    by: several(3).default([]),
    where: several(200)
      .pipe(z.array(z.string().regex(/^\w+:.+$/, "Name what is chosen, a colon, and its value.")))
      .transform((pairs) => {
        const chosen: Record<string, string[]> = {};
        for (const pair of pairs) {
          const at = pair.indexOf(":");
          (chosen[pair.slice(0, at)] ??= []).push(pair.slice(at + 1));
        }
        return chosen;
      })
      .default({}),
    period: period.default("all"),
    posted: posted.optional(),
    known: known.optional(),
    beside: beside.optional(),
    order: order.optional(),
  })
  .strict();

const cell = z.object({
  value: z.number().nullable(),
  rows: z.number(),
  opens: z.string().nullable(),
});

/** A figure as an answer names it. */
export const measureRow = named.extend({
  unit: z.enum(["cents", "count", "percent", "days"]),
  /** What stood at the end of the time, not what came in it. */
  balance: z.literal(true).optional(),
  /** The figure of the time that has gone, by which a share that is used up is judged. */
  against: z
    .object({
      measure: z.string(),
      worse: z.enum(["ahead", "behind"]),
      of: z.string(),
      time: z.string(),
    })
    .optional(),
});

const answer = z.object({
  /** `overlaps`: a row counts in each of its values and once in the whole. */
  by: z.array(named.extend({ overlaps: z.literal(true).optional() })),
  measures: z.array(measureRow),
  withheld: z.array(z.string()),
  rows: z.array(
    z.object({
      keys: z.array(z.string().nullable()),
      names: z.array(z.string()),
      cells: z.array(cell),
      /** Why the row differs from its budget, where the answer is a budgetary comparison. */
      explanation: rowExplanation.optional(),
    }),
  ),
  totals: z.array(cell),
  /** From which difference on its rows are explained. */
  explained: varianceLimits.optional(),
});

/** An answer with the days that its period had, and what it found in words. */
export const answered = answer.extend({
  finding: z.string(),
  period: z.string(),
  from: dayField.nullable(),
  until: dayField.nullable(),
  /** The fiscal years that were chosen, if any. */
  years: z.array(z.string()).optional(),
  /** The moments as they were asked, and the instant that the second one came to; none: as of now. */
  posted: dayField.nullish(),
  known: z.string().nullish(),
  knownAt: instantField.nullish(),
});
export type Answered = z.output<typeof answered>;
export type FactRow = z.output<typeof factRow>;
