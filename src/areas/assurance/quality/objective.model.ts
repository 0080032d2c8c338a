import { z } from "zod";
import { answerOf, offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { directions, measures, periods } from "./measures.labels.ts";
import { objectiveStatuses, signalStatuses } from "./objective.labels.ts";

/** What is typed of an objective. The target: percent, or days where the measure counts days. */
export const objectiveFields = {
  name: z
    .string()
    .trim()
    .min(3, "Say what is to be reached.")
    .max(200)
    .meta({ title: "Objective" }),
  measure: z.enum(names(measures), "Choose what is measured.").meta({ title: "Measure" }),
  direction: z.enum(names(directions), "Choose the direction.").meta({ title: "Direction" }),
  target: heldAs(
    "decimal",
    z
      .string()
      .trim()
      .regex(/^\d{1,6}(\.\d{1,2})?$/, "Enter a number such as 95 or 4.5."),
  ).meta({ title: "Target" }),
  period: z.enum(names(periods), "Choose month or week.").meta({ title: "Period" }),
  baseFrom: dayInput("Enter the first day of the base.").meta({ title: "Base from" }),
  baseTo: dayInput("Enter the last day of the base.").meta({ title: "Base to" }),
  ownerId: z.uuid("Choose who answers for it.").meta({ title: "Owner" }),
  note: z.string().trim().max(2000).default("").meta({ title: "Note" }),
};
export const objectiveInput = z
  .strictObject(objectiveFields)
  .refine((o) => o.baseTo > o.baseFrom, {
    path: ["baseTo"],
    message: "The base ends after it begins.",
  })
  .refine((o) => measures[o.measure].unit !== "percent" || Number(o.target) <= 100, {
    path: ["target"],
    message: "A share is 100 percent at the most.",
  });
export type ObjectiveInput = z.output<typeof objectiveInput>;

/** Opens the corrective action that a signal proposes. */
export const acceptInput = z.strictObject({
  signalId: z.uuid(),
  title: z.string().trim().min(3, "Say what is to be put right.").max(200),
  problem: z.string().trim().min(3, "Say what went wrong.").max(4000),
  ownerId: z.uuid("Choose who sees to it."),
  dueOn: dayInput("Enter the day by which it is implemented."),
});
export type AcceptInput = z.output<typeof acceptInput>;
export const dismissInput = z.strictObject({
  signalId: z.uuid(),
  reason: z.string().trim().min(3, "Say why nothing is done about it.").max(2000),
});
export type DismissInput = z.output<typeof dismissInput>;

export const objectiveRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(objectiveStatuses)),
    ...answerOf({
      name: objectiveFields.name,
      measure: objectiveFields.measure,
      direction: objectiveFields.direction,
      target: objectiveFields.target,
      period: objectiveFields.period,
    }),
    ownerName: z.string(),
    signals: z.number(),
    version: z.number(),
  })
  .meta({ id: "QualityObjective" });
export type ObjectiveRow = z.output<typeof objectiveRow>;

const limits = z.object({
  mean: z.number(),
  meanRange: z.number(),
  upper: z.number(),
  lower: z.number(),
  rangeUpper: z.number(),
  counted: z.number(),
});
const foundSignal = z.object({
  kind: z.enum(["outside", "run", "range"]),
  side: z.enum(["above", "below"]),
  from: dayField,
  to: dayField,
  said: z.string(),
});
/** The values of an objective as the records give them now. */
const chartAnswer = z.object({
  finding: z.string(),
  points: z.array(z.object({ on: dayField, value: z.number(), records: z.number() })),
  /** Null while the base has too few values. */
  limits: limits.nullable(),
  /** Values of the base. */
  inBase: z.number(),
  signals: z.array(foundSignal),
});
export type ChartAnswer = z.output<typeof chartAnswer>;

const signalRow = z.object({
  id: z.string(),
  kind: z.enum(["outside", "run", "range"]),
  side: z.enum(["above", "below"]),
  fromOn: dayField,
  toOn: dayField,
  said: z.string(),
  status: z.enum(names(signalStatuses)),
  foundOn: dayField,
  decidedName: z.string(),
  decidedOn: dayField.nullable(),
  reason: z.string(),
  actionId: z.string().nullable(),
  actionNumber: z.string(),
});
export type SignalRow = z.output<typeof signalRow>;

export const objectiveDetail = objectiveRow
  .extend({
    ...answerOf({
      baseFrom: objectiveFields.baseFrom,
      baseTo: objectiveFields.baseTo,
      ownerId: objectiveFields.ownerId,
      note: objectiveFields.note,
    }),
    startedOn: dayField.nullable(),
    endedOn: dayField.nullable(),
    chart: chartAnswer,
    told: z.array(signalRow),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "QualityObjectiveDetail" });
export type ObjectiveDetail = z.output<typeof objectiveDetail>;

/** Active objectives with their charts, those out of limits first; what waits of nonconformances. */
export const qualityAnswer = z
  .object({
    objectives: z.array(objectiveRow.extend({ chart: chartAnswer })),
    outside: z.number(),
    missed: z.number(),
    proposals: z.number(),
    uncontained: z.number(),
    undecided: z.number(),
    unreported: z.number(),
  })
  .meta({ id: "Quality" });
export type QualityAnswer = z.output<typeof qualityAnswer>;

/** The records behind one value. */
export const pointAnswer = z
  .object({
    from: dayField,
    to: dayField,
    value: z.number().nullable(),
    records: z.number(),
    items: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        said: z.string(),
        day: dayField,
        part: z.number(),
        whole: z.number(),
      }),
    ),
  })
  .meta({ id: "QualityPoint" });
export type PointAnswer = z.output<typeof pointAnswer>;
