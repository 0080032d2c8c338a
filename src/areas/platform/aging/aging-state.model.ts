import { z } from "zod";

/** How the demonstration stands: whether this server has it, until when, with what figures. */
export const agingState = z.object({
  demo: z.boolean(),
  setUp: z.boolean(),
  expiresAt: z.string().nullable(),
  expired: z.boolean(),
  token: z.string().nullable(),
  figures: z.object({
    totalCents: z.number(),
    programs: z.number(),
    departments: z.number(),
    roles: z.number(),
  }),
});
export type AgingState = z.output<typeof agingState>;
