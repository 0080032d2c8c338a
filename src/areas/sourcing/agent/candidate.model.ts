import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

/** A vendor that names one of the codes, or its branch, with what speaks for it and against it. */
export const candidate = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    status: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    diversity: z.array(z.string()),
    /** Codes of those asked for that it names itself; none: it is of the branch. */
    codes: z.array(z.string()),
    screening: z.string().nullable(),
    /** The agency debars it until then. */
    debarredUntil: dayField.nullable(),
    holdReason: z.string().nullable(),
    insuranceEnds: dayField.nullable(),
    /** Of its scorecard, 0 to 100. */
    score: z.number().nullable(),
    /** Orders that went out to it within three years. */
    orders: z.number(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    accuracy: z.number().nullable(),
    /** Meters from where it is needed. */
    meters: z.number().nullable(),
  })
  .meta({ id: "VendorCandidate" });
export type Candidate = z.output<typeof candidate>;
