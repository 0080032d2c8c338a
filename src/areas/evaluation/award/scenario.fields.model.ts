import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

const percent = z
  .string()
  .trim()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, "A percentage with at most two decimals.")
  .refine((text) => Number(text) <= 100, "At most 100.");
const scenarioRules = z
  .strictObject({
    minVendors: z.number().int().min(1).max(500).nullable().default(null),
    maxVendors: z.number().int().min(1).max(500).nullable().default(null),
    goalPercent: percent.nullable().default(null),
    /** Null: as it was published. */
    preferencePercent: percent.nullable().default(null),
    capacity: z.boolean().default(true),
    maxVendorsPerLot: z.number().int().min(1).max(3).default(1),
    stepPercent: z
      .union([z.literal(5), z.literal(10), z.literal(20), z.literal(25), z.literal(50)])
      .default(10),
    minSharePercent: z.number().int().min(5).max(50).default(20),
    switching: z
      .array(
        z.strictObject({
          lotId: z.uuid(),
          vendorId: z.uuid(),
          cents: z.number().int().min(0).max(1e12),
        }),
      )
      .max(500)
      .default([]),
    onlyBidIds: z.array(z.uuid()).min(1).max(500).nullable().default(null),
  })
  .refine((r) => r.minSharePercent % r.stepPercent === 0, {
    path: ["minSharePercent"],
    message: "The least share is a multiple of the step.",
  })
  .refine((r) => r.minVendors === null || r.maxVendors === null || r.minVendors <= r.maxVendors, {
    path: ["minVendors"],
    message: "More vendors at least than at most.",
  });
export const scenarioInput = z.object({
  name: z.string().trim().min(1, "Name the scenario.").max(120),
  kind: z.enum(["lowest", "single", "optimum", "rules"]),
  rules: scenarioRules.prefault({}),
  secondsLimit: z.number().int().min(1).max(300).default(20),
});
export type ScenarioInput = z.output<typeof scenarioInput>;

const part = z.object({
  vendorId: z.string(),
  bidId: z.string(),
  vendorName: z.string(),
  totalCents: z.number(),
  lines: z.array(
    z.object({
      itemId: z.string(),
      description: z.string(),
      quantity: z.string(),
      unit: z.string(),
      unitPrice: z.string(),
      amountCents: z.number(),
    }),
  ),
});
export const awardPart = part;
/** A scenario as the screen compares it. `lots`: who gets which share of each lot. */
export const scenarioView = z
  .object({
    id: z.string(),
    stale: z.boolean(),
    points: z.string().nullable(),
    pointsBound: z.string().nullable(),
    departures: z.array(z.string()),
    name: z.string(),
    kind: z.enum(["lowest", "single", "optimum", "rules"]),
    status: z.enum(["waiting", "solving", "optimal", "stopped", "infeasible", "failed"]),
    jobId: z.string().nullable(),
    createdAt: instantField,
    rules: z.unknown(),
    judgedCents: z.number().nullable(),
    boundCents: z.number().nullable(),
    paidCents: z.number().nullable(),
    vendors: z.number(),
    seconds: z.number(),
    bids: z.number(),
    bidsKept: z.number(),
    broken: z.array(z.string()),
    notes: z.array(z.object({ vendorName: z.string(), text: z.string() })),
    parts: z.array(part),
    lots: z.array(
      z.object({
        name: z.string(),
        shares: z.array(z.object({ vendorName: z.string(), percent: z.number() })),
      }),
    ),
    rulePrices: z.array(
      z.object({
        rule: z.string(),
        label: z.string(),
        costCents: z.number().nullable(),
        atMostCents: z.number().nullable(),
        costPoints: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "AwardScenario" });
export type ScenarioView = z.output<typeof scenarioView>;
