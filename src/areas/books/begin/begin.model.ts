import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";

export const beginInput = z.object({
  fiscalYearId: z.uuid("Choose the fiscal year with which the books begin."),
});

/** How an agency's books stand. */
export const booksStanding = z
  .object({
    beginsOn: dayField.nullable(),
    closedThrough: dayField.nullable(),
    /** Fiscal years with which they can begin. */
    years: z.array(z.object({ id: z.string(), year: z.number(), startsOn: dayField })),
    pending: z.number(),
    pendingCents: z.number(),
    waiting: z.number(),
    entries: z.number(),
    /** The period that is to be closed next. */
    next: z
      .object({
        id: z.string(),
        name: z.string(),
        status: z.string(),
        lastDay: dayField,
        /** It has ended. */
        due: z.boolean(),
      })
      .nullable(),
    /** Cents by which debits and credits of all books differ; nothing ever. */
    apart: z.number(),
  })
  .meta({ id: "BooksStanding" });
export type BooksStanding = z.output<typeof booksStanding>;
