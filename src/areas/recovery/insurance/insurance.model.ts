import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

const cents = (message: string) => z.number(message).int().min(0).max(9e13);
export const insuranceInput = z.object({
  policy: z.string().trim().min(2, "Enter the policy's number.").max(120),
  insurer: z.string().trim().min(2, "Name the insurer.").max(200),
  lossCents: cents("Enter the insured loss."),
  deductibleCents: cents("Enter the deductible."),
  limitCents: cents("Enter the limit."),
  projectIds: z.array(z.uuid()).min(1, "Choose a project at least.").max(200),
});
export const settlementInput = z.object({
  actualCents: cents("Enter what was paid."),
  settledOn: z.iso.date("Enter the day."),
  document: z.string().trim().min(2, "Name the letter of the insurer.").max(200),
});
export const insuranceRow = z
  .object({
    id: z.string(),
    policy: z.string(),
    insurer: z.string(),
    lossCents: z.number(),
    deductibleCents: z.number(),
    limitCents: z.number(),
    floodCents: z.number(),
    anticipatedCents: z.number(),
    actualCents: z.number().nullable(),
    settledOn: dayField.nullable(),
    version: z.number(),
    shares: z.array(z.object({ project: z.string(), cents: z.number() })),
  })
  .meta({ id: "PaInsurance" });
export type Insurance = z.output<typeof insuranceRow>;

/** What a policy is expected to pay: the loss less the deductible, at most the limit. Cents. */
export const anticipated = (of: {
  lossCents: number;
  deductibleCents: number;
  limitCents: number;
}): number => Math.max(0, Math.min(of.lossCents - of.deductibleCents, of.limitCents));

/**
 * What a policy takes off the eligible cost: what was paid, else what is expected; never less than what was
 * typed as its flood reduction before buildings were recorded.
 */
export const reduction = (of: {
  anticipatedCents: number;
  actualCents: number | null;
  floodCents: number;
}): number => Math.max(of.actualCents ?? of.anticipatedCents, of.floodCents);
