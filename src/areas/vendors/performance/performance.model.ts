import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import {
  fewest,
  measureNames,
  measures,
  planCourse,
  planStatuses,
  type Measure,
} from "./performance.labels.ts";

export type Counted = Record<Exclude<Measure, "evaluation">, { n: number; bad: number }> & {
  evaluation: { n: number; sum: number };
};

/** A measure's mark from 0 to 100, or null without events. */
export const markOf = (counted: Counted, measure: Measure): number | null => {
  if (measure === "evaluation")
    return counted.evaluation.n === 0
      ? null
      : ((counted.evaluation.sum / (3 * counted.evaluation.n) - 1) / 4) * 100;
  const { n, bad } = counted[measure];
  return n === 0 ? null : (1 - bad / n) * 100;
};

export const eventsIn = (counted: Counted): number =>
  measureNames.reduce((sum, m) => sum + counted[m].n, 0);

const marksIn = (counted: Counted): (readonly [mark: number, weight: number])[] =>
  measureNames.flatMap((m) => {
    const mark = markOf(counted, m);
    return mark === null ? [] : [[mark, measures[m].weight] as const];
  });

/**
 * The total: the mean of the marks that exist, weighted; null below the fewest events. Rounded to
 * hundredths, half up.
 */
export const scoreOf = (counted: Counted): number | null => {
  if (eventsIn(counted) < fewest) return null;
  const marked = marksIn(counted);
  const weight = marked.reduce((sum, [, w]) => sum + w, 0);
  return (
    Math.round(
      (marked.reduce((sum, [mark, w]) => sum + mark * w, 0) / weight) * 100 + Number.EPSILON,
    ) / 100
  );
};

/** The total as it was worked out, in words and numbers: `(35 × 80 + 25 × 100) ÷ 60 = 88.33`. */
export const formulaOf = (counted: Counted): string => {
  const marked = marksIn(counted);
  const score = scoreOf(counted);
  if (score === null) return `Fewer than ${fewest} events: no total is worked out.`;
  return `(${marked.map(([mark, w]) => `${w} × ${mark.toFixed(1)}`).join(" + ")}) ÷ ${marked.reduce((sum, [, w]) => sum + w, 0)} = ${score.toFixed(2)}`;
};

export const measureName = z.enum(measureNames as [Measure, ...Measure[]]);
const mark = z.object({
  measure: measureName,
  mark: z.number().nullable(),
  n: z.number(),
  bad: z.number(),
});
export const scorecard = z
  .object({
    vendorId: z.string(),
    vendor: z.string(),
    number: z.string(),
    fromOn: dayField,
    toOn: dayField,
    marks: z.array(mark),
    events: z.number(),
    score: z.number().nullable(),
    formula: z.string(),
    canEvaluate: z.boolean(),
    canPlan: z.boolean(),
  })
  .meta({ id: "VendorScorecard" });
export type Scorecard = z.output<typeof scorecard>;
export const scoreRow = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    status: z.string(),
    score: z.number().nullable(),
    events: z.number(),
    delivery: z.number().nullable(),
    quality: z.number().nullable(),
    price: z.number().nullable(),
    dispute: z.number().nullable(),
    evaluation: z.number().nullable(),
    openPlans: z.number(),
    computedAt: instantField,
  })
  .meta({ id: "VendorScore" });
export type ScoreRow = z.output<typeof scoreRow>;

const reply = z.object({ body: z.string(), person: z.string(), at: instantField });
const performanceEvent = z
  .object({
    id: z.string(),
    kind: measureName,
    good: z.boolean(),
    on: dayField,
    title: z.string(),
    detail: z.string(),
    orderId: z.string().nullable(),
    invoiceId: z.string().nullable(),
    replies: z.array(reply),
  })
  .meta({ id: "PerformanceEvent" });
export type PerformanceEvent = z.output<typeof performanceEvent>;
export const eventPage = z.object({
  items: z.array(performanceEvent),
  more: z.boolean(),
  page: z.number(),
});

const rating = z.number().int().min(1, "From 1 to 5.").max(5, "From 1 to 5.");
export const evaluationInput = z.object({
  purchaseOrderId: z.uuid("Choose the order."),
  quality: rating,
  timeliness: rating,
  service: rating,
  comment: z
    .string()
    .trim()
    .min(10, "Say in a sentence what you saw; the vendor reads it.")
    .max(4000),
});
export const replyInput = z.object({
  kind: measureName,
  eventId: z.uuid(),
  body: z.string().trim().min(3, "Write your answer.").max(4000),
});

export type PlanStatus = keyof typeof planStatuses;
export type PlanAction = "send" | "answer" | "agree" | "ask" | "met" | "notMet" | "cancel";
export const planCycle = lifecycle<{ status: string }>()<PlanStatus, PlanAction>({
  noun: "corrective plan",
  initial: "draft",
  statuses: planStatuses,
  course: planCourse,
  actions: {
    send: {
      label: "Send to the vendor",
      from: ["draft"],
      to: "sent",
      permission: "vendor.plan",
      tone: "primary",
    },
    answer: {
      label: "Answer",
      from: ["sent"],
      to: "answered",
      permission: "vendorPortal.act",
      tone: "primary",
    },
    agree: {
      label: "Agree",
      from: ["answered"],
      to: "running",
      permission: "vendor.plan",
      tone: "primary",
    },
    ask: {
      label: "Ask again",
      from: ["answered"],
      to: "sent",
      permission: "vendor.plan",
      needsReason: true,
    },
    met: {
      label: "It was met",
      from: ["running"],
      to: "met",
      permission: "vendor.plan",
      needsReason: true,
    },
    notMet: {
      label: "It was not met",
      from: ["running", "sent"],
      to: "not_met",
      permission: "vendor.plan",
      needsReason: true,
      tone: "danger",
    },
    cancel: {
      label: "Cancel",
      from: ["draft", "sent", "answered", "running"],
      to: "cancelled",
      permission: "vendor.plan",
      needsReason: true,
      tone: "danger",
    },
  },
});
/** The fields of a corrective plan, within its vendor. */
export const correctivePlanFields = {
  title: z.string().trim().min(3, "Enter a title.").max(200),
  finding: z.string().trim().min(10, "Say what was found, with its events.").max(4000),
  wanted: z.string().trim().min(3, "Say what must become better, and how that is seen.").max(4000),
  dueOn: z.iso.date("Enter the day by which it must be met."),
};
export const planInput = z.object({
  vendorId: z.uuid("Choose the vendor."),
  ...correctivePlanFields,
});
export const planRow = z
  .object({
    id: z.string(),
    number: z.string(),
    vendorId: z.string(),
    vendor: z.string(),
    title: z.string(),
    status: z.enum(names(planStatuses)),
    dueOn: dayField,
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "CorrectivePlan" });
export type PlanRow = z.output<typeof planRow>;
export const planDetail = planRow
  .extend({
    finding: z.string(),
    wanted: z.string(),
    answer: z.string().nullable(),
    answeredBy: z.string().nullable(),
    answeredAt: instantField.nullable(),
    outcome: z.string().nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CorrectivePlanDetail" });
export type PlanDetail = z.output<typeof planDetail>;
