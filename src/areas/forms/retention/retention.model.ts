import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

/** So many days what is deleted is listed beforehand. */
export const previewDays = 30;

/** How a submission stands with its retention. */
export const keepingShape = z
  .object({
    /** Whether a legal hold keeps it. */
    held: z.boolean(),
    /** The day on which it is deleted, where that was announced. */
    dueOn: dayField.nullable(),
    /** The day on which its answers were deleted. */
    disposedOn: dayField.nullable(),
  })
  .meta({ id: "FormKeeping" });
export type Keeping = z.output<typeof keepingShape>;

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
