import { z } from "zod";
import { controlAnswers, controlSeverities } from "#kernel/control.ts";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";

/** How a record stands with one control now. `part`: the revision of an order that was judged. */
export const standingRow = z
  .object({
    control: z.string(),
    part: z.number(),
    answer: z.enum(names(controlAnswers)),
    said: z.string(),
    severity: z.enum(names(controlSeverities)),
    day: dayField,
    citations: z.array(z.string()),
    failureId: z.string().nullable(),
  })
  .meta({ id: "ControlStanding" });
export type StandingRow = z.output<typeof standingRow>;
