import { z } from "zod";
import { dayField, dayInput } from "#kernel/time-fields.ts";

const day = z.iso.date("Enter the day.");
const above = z
  .number("Enter an amount such as 41.20.")
  .int()
  .min(1, "Enter an amount above zero.");

/** What is put into an asset: an amount, or the posted invoices of a work order on it. */
export const improvementInput = z.object({
  onDay: day,
  cents: above.nullish().transform((cents) => cents ?? null),
  workOrderId: z
    .union([z.literal("").transform(() => null), z.uuid("Choose a work order.")])
    .nullish()
    .transform((id) => id ?? null),
  lifeMonths: z
    .union([z.literal("").transform(() => null), z.coerce.number().int().min(1).max(1200)])
    .nullish()
    .transform((months) => months ?? null),
  description: z.string().trim().min(3, "Say what was put in.").max(500),
});
export type ImprovementInput = z.output<typeof improvementInput>;

export const improvementRow = z.object({
  id: z.string(),
  onDay: dayField,
  cents: z.number(),
  lifeMonths: z.number().nullable(),
  description: z.string(),
  workOrderId: z.string().nullable(),
  workOrder: z.string().nullable(),
});
export type ImprovementRow = z.output<typeof improvementRow>;

export const thresholdInput = z.object({
  fromDay: dayInput("Enter the day from which it holds."),
  thresholdCents: z.number("Enter an amount such as 5000.00.").int().min(0),
  source: z.string().trim().min(3, "Name the resolution or policy.").max(300),
});
const thresholdRow = thresholdInput.extend({ id: z.string() });
export type ThresholdRow = z.output<typeof thresholdRow>;

const sums = {
  costBefore: z.number(),
  added: z.number(),
  improved: z.number(),
  gone: z.number(),
  costAfter: z.number(),
  depreciationBefore: z.number(),
  charged: z.number(),
  depreciationGone: z.number(),
  depreciationAfter: z.number(),
  bookAfter: z.number(),
};
export const bookAsked = z.object({ from: dayInput().optional(), to: dayInput().optional() });
export const bookAnswer = z
  .object({
    from: dayField,
    to: dayField,
    classes: z.array(z.object({ classId: z.string(), className: z.string(), ...sums })),
    total: z.object(sums),
    /** In use or disposed of, without cost, useful life or first day in service. */
    unpriced: z.number(),
    /** Below the threshold that held when they were acquired: expensed, and not in these sums. */
    below: z.number(),
    thresholds: z.array(thresholdRow),
  })
  .meta({ id: "AssetBook" });
export type BookAnswer = z.output<typeof bookAnswer>;
