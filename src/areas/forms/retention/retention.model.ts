import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";

/** So many days what is deleted is listed beforehand. */
export const previewDays = 30;

const holdShape = z.object({
  reason: z.string(),
  byName: z.string(),
  at: instantField,
});
/** How a submission stands with its retention. */
export const keepingShape = z
  .object({
    /** A hold that stands; null for none. */
    hold: holdShape.nullable(),
    /** The day on which it is deleted, where that was announced. */
    dueOn: dayField.nullable(),
    /** The day on which its answers were deleted. */
    disposedOn: dayField.nullable(),
  })
  .meta({ id: "FormKeeping" });
export type Keeping = z.output<typeof keepingShape>;

export const holdInput = z.object({
  reason: z.string().trim().min(3, "Say why, such as the case.").max(1000),
});

export const disposalRow = z
  .object({
    id: z.string(),
    submissionId: z.string(),
    number: z.string(),
    form: z.string(),
    rule: z.string(),
    dueOn: dayField,
    held: z.boolean(),
  })
  .meta({ id: "FormDisposal" });
export type Disposal = z.output<typeof disposalRow>;
