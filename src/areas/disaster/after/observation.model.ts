import { z } from "zod";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";

export const observationInput = z
  .object({
    kind: z.enum(["strength", "improvement"]),
    observed: z.string().trim().min(5, "Say what was observed.").max(4000),
    recommendation: z.string().trim().max(2000).default(""),
    ownerId: z.uuid().nullish(),
    dueOn: dayInput().nullish(),
  })
  .superRefine((given, context) => {
    if (given.kind !== "improvement") return;
    const missing = {
      recommendation: given.recommendation.length < 5 && "Say what is to be done.",
      ownerId: !given.ownerId && "Choose who sees to it.",
      dueOn: !given.dueOn && "Say by when.",
    };
    for (const [field, message] of Object.entries(missing))
      if (message) context.addIssue({ code: "custom", path: [field], message });
  });
export type ObservationInput = z.output<typeof observationInput>;

export const observationRow = z
  .object({
    id: z.string(),
    kind: z.enum(["strength", "improvement"]),
    observed: z.string(),
    recommendation: z.string(),
    owner: z.string().nullable(),
    dueOn: dayField.nullable(),
    /** The moment when the task of the improvement was done. */
    doneAt: instantField.nullable(),
    writtenBy: z.string().nullable(),
    createdAt: instantField,
  })
  .meta({ id: "IncidentObservation" });
export type Observation = z.output<typeof observationRow>;
