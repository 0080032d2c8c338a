import { z } from "zod";

export const openAwardInput = z.object({
  listing: z.enum(["97.036", "97.039"], "Choose the assistance listing."),
  amount: z.number("Enter what FEMA pays at the most.").int().min(1).max(9e14),
  periodTo: z.iso.date("Enter the last day."),
});
/** What a declaration cost, in cents. */
export const moneyRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    eligible: z.number(),
    claimed: z.number(),
    federal: z.number(),
    waiting: z.number(),
    excluded: z.number(),
  })
  .meta({ id: "PaMoney" });
export type Money = z.output<typeof moneyRow>;
