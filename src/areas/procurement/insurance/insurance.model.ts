import { z } from "zod";

/** What the agency's policy makes of a certificate that is not in force. */
export const insuranceEffects = ["block", "warn", "none"] as const;
export type InsuranceEffect = (typeof insuranceEffects)[number];

export const insuranceOverrideInput = z.object({
  vendorId: z.uuid(),
  reason: z
    .string()
    .trim()
    .min(10, "Say in a sentence why it may go on without a certificate.")
    .max(2000),
});

/**
 * How a vendor's insurance stands for an award or an order: `until` is the certificate's last day
 * (YYYY-MM-DD); `text` says what it does and what to do. Only those that are not simply in force.
 */
export const insuranceStanding = z.object({
  vendorId: z.string(),
  vendorName: z.string(),
  until: z.string().nullable(),
  demanded: z.boolean(),
  effect: z.enum(insuranceEffects),
  text: z.string(),
  citation: z.string(),
  override: z.object({ reason: z.string(), by: z.string(), at: z.string() }).nullable(),
});
export type InsuranceStanding = z.output<typeof insuranceStanding>;
