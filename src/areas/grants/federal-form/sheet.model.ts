import { z } from "zod";

/** A federal form filled in from an award's records, with what the rules find in it. */
export const formSheet = z
  .object({
    code: z.string(),
    name: z.string(),
    version: z.string(),
    pages: z.array(z.any()),
    answers: z.record(z.string(), z.unknown()),
    findings: z.array(z.object({ path: z.string(), message: z.string(), source: z.string() })),
  })
  .meta({ id: "PostAwardForm" });
export type FormSheet = z.output<typeof formSheet>;
