import { z } from "zod";

const age = z.object({
  upTo30: z.number(),
  upTo90: z.number(),
  upTo365: z.number(),
  beyond: z.number(),
});
/** What of audits waits for somebody, and open findings by age. */
export const morning = z
  .object({
    /** What waits for the reader. */
    requests: z.number(),
    lateRequests: z.number(),
    responses: z.number(),
    reviews: z.number(),
    declarations: z.number(),
    /** Findings that are for the reader and not closed, by their age and severity. */
    open: z.number(),
    ages: z.array(age.extend({ severity: z.string() })),
  })
  .meta({ id: "AssuranceMorning" });
export type AssuranceMorning = z.output<typeof morning>;
