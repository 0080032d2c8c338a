import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

/** A figure that an import brought into a proposal; `before` null where the import made its line. */
export type ImportedFigure = { importId: string; before: number | null };

const takenLine = z.object({
  accountStringId: z.string(),
  code: z.string(),
  cents: z.number(),
  where: z.enum(["line", "proposal"]),
});
/** A line that a document took back: out of the year itself, or out of what a department asks for. */
export type TakenLine = z.output<typeof takenLine>;

/** What is taken back: everything of one import, or what was adopted by hand; all of it, or some. */
export const takeBackInput = z.object({
  group: z.union([z.uuid(), z.literal("by_hand")], "Choose what is taken back."),
  accountStringIds: z.array(z.uuid()).max(5000).default([]),
  reason: z.string().trim().min(3, "Say why these lines are taken back.").max(2000),
});
export type TakeBackInput = z.output<typeof takeBackInput>;

const strayGroup = z.object({
  group: z.string(),
  where: z.enum(["line", "proposal"]),
  lines: z.number(),
  spending: z.number(),
  revenue: z.number(),
  since: instantField,
});
export type StrayGroup = z.output<typeof strayGroup>;

const takeBackRow = z.object({
  id: z.string(),
  number: z.string(),
  reason: z.string(),
  lines: z.number(),
  cents: z.number(),
  takenBy: z.string().nullable(),
  createdAt: instantField,
});
/** What came into a planned year past its cycle, and the documents that took such lines back. */
export const strayLines = z
  .object({ groups: z.array(strayGroup), takenBack: z.array(takeBackRow) })
  .meta({ id: "BudgetStrayLines" });
export type StrayLines = z.output<typeof strayLines>;

export const takeBackDetail = takeBackRow
  .omit({ lines: true })
  .extend({ year: z.number(), lines: z.array(takenLine) })
  .meta({ id: "BudgetTakeBack" });
export type TakeBackDetail = z.output<typeof takeBackDetail>;
