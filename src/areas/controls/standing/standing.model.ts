import { z } from "zod";
import { controlAnswers, controlSeverities } from "#kernel/control.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";

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
    controlId: z.string(),
    /** The control stops an act on the record. */
    stops: z.boolean(),
    waiverId: z.string().nullable(),
    waivedUntil: instantField.nullable(),
    /** Whether the reader may ask for a waiver of it, and let it pass where it cannot be told. */
    asksWaiver: z.boolean(),
    letsPass: z.boolean(),
  })
  .meta({ id: "ControlStanding" });
export type StandingRow = z.output<typeof standingRow>;
