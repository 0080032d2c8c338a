import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { mitigationCycle, programs } from "./mitigation.labels.ts";

const program = z.enum(names(programs), "Choose the program.");
const recurrence = z.object({
  years: z
    .number("Enter the years.")
    .min(1, "At least one year.")
    .max(10_000, "At most 10,000 years."),
  before: z.number("Enter the damage.").int().min(0),
  after: z.number("Enter the damage.").int().min(0),
});
export const mitigationInput = z.object({
  program,
  opportunity: z.string().trim().max(80).default(""),
  declarationId: z.uuid().nullish(),
  title: z.string().trim().min(3, "Name the work.").max(200),
  problem: z.string().trim().min(10, "Say what happens without it.").max(8000),
  alternatives: z.string().trim().max(8000).default(""),
  costCents: z.number("Enter what it costs.").int().positive(),
  maintenanceCents: z.number().int().min(0).default(0),
  usefulYears: z.number("Enter the years.").int().min(1).max(100),
  ratePercent: z
    .number("Choose the rate.")
    .min(0, "Not below zero.")
    .max(20, "At most 20 percent."),
  recurrences: z
    .array(recurrence)
    .min(2, "Enter the damage of two recurrences at least.")
    .max(20)
    .refine(
      (all) => new Set(all.map((r) => r.years)).size === all.length,
      "Each recurrence stands once.",
    )
    .refine((all) => all.every((r) => r.after <= r.before), "Work does not add to the damage."),
});
export type MitigationInput = z.output<typeof mitigationInput>;

export const mitigationRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(mitigationCycle.statuses)),
    program,
    title: z.string(),
    costCents: z.number(),
    declaration: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "PaMitigation" });
export type Mitigation = z.output<typeof mitigationRow>;

const sums = z.object({
  expectedBefore: z.number(),
  expectedAfter: z.number(),
  yearly: z.number(),
  factor: z.number(),
  benefits: z.number(),
  costs: z.number(),
  ratio: z.number(),
});
export const mitigationDetail = mitigationRow
  .extend({
    opportunity: z.string(),
    problem: z.string(),
    alternatives: z.string(),
    maintenanceCents: z.number(),
    usefulYears: z.number(),
    ratePercent: z.number(),
    recurrences: z.array(recurrence),
    sums,
    sensitivity: z.array(z.object({ label: z.string(), ratio: z.number() })),
    statusReason: z.string().nullable(),
    /** Days of hazard mitigation money; null where another program gives it. */
    days: z
      .object({ applyUntil: dayField, performUntil: dayField, citation: z.string() })
      .nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PaMitigationDetail" });
export type MitigationDetail = z.output<typeof mitigationDetail>;
