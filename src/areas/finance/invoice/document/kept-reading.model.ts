import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

export const markShape = z.object({
  field: z.string(),
  page: z.number(),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
});
export const sheetShape = z.object({ width: z.number(), height: z.number(), turn: z.number() });
export const unseenShape = z.object({ page: z.number(), text: z.string(), why: z.string() });

/** What the document of an invoice said when it was saved, and what was written otherwise, by whom. */
export const keptReading = z
  .object({
    way: z.enum(["text", "xml", "scan"]),
    standing: z.enum(["proved", "read"]),
    byVendor: z.boolean(),
    savedBy: z.string().nullable(),
    savedAt: instantField,
    corrections: z.array(z.object({ what: z.string(), read: z.string(), saved: z.string() })),
    differences: z.array(z.object({ what: z.string(), data: z.string(), page: z.string() })),
    unseen: z.array(unseenShape),
    notes: z.array(z.string()),
    marks: z.array(markShape),
    sheets: z.array(sheetShape),
  })
  .meta({ id: "InvoiceReading" });
export type KeptReading = z.output<typeof keptReading>;
