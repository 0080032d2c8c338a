import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

export const eventRow = z
  .object({
    id: z.string(),
    at: instantField,
    kind: z.string(),
    good: z.boolean(),
    providerName: z.string().nullable(),
    who: z.string(),
    told: z.string(),
    place: z.string(),
  })
  .meta({ id: "SignInEvent" });
export type EventRow = z.infer<typeof eventRow>;
