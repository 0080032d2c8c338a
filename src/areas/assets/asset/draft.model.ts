import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

/** A line of a posted receipt of which pieces are no assets yet. */
export const draftRow = z
  .object({
    id: z.string(),
    receipt: z.string(),
    order: z.string(),
    description: z.string(),
    receivedOn: dayField,
    unitCents: z.number(),
    /** Whole pieces that came, and how many of them are assets already. */
    pieces: z.number(),
    made: z.number(),
  })
  .meta({ id: "AssetDraft" });
export type DraftRow = z.output<typeof draftRow>;

export const draftInput = z.strictObject({
  receiptLineId: z.uuid("Choose what came."),
  classId: z.uuid("Choose a class."),
  pieces: z.coerce.number("Say how many.").int().min(1, "One at least.").max(100, "100 at once."),
});
export type DraftInput = z.output<typeof draftInput>;
