import { z } from "zod";

/** A code for what is typed; `like`: the agency's own line that says the like, of so many lines. */
export const codeProposal = z.object({
  code: z.string(),
  name: z.string(),
  lines: z.number(),
  like: z.string().nullable(),
});
export type CodeProposal = z.output<typeof codeProposal>;
