import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

/** How the demonstration stands: whether this server has it, until when, with what figures. */
export const agingState = z.object({
  demo: z.boolean(),
  setUp: z.boolean(),
  expiresAt: instantField.nullable(),
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
