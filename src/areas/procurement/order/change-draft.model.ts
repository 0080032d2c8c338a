import { z } from "zod";

/** A change of an order that follows from another record; the buyer finishes it. */
export const draftedChange = z.object({
  id: z.string(),
  because: z.string(),
  href: z.string(),
  lines: z.array(z.object({ description: z.string(), cents: z.number() })),
  days: z.number(),
});
export type DraftedChange = z.output<typeof draftedChange>;
