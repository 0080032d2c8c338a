import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { quoteAnswers, quoteWays } from "./quote.labels.ts";

const answer = z.enum(names(quoteAnswers));
const way = z.enum(names(quoteWays), "Say how the answer came.");

/** What somebody records of a supplier that was asked for a price. `cents`: null unless it quoted. */
export const quoteInput = z
  .strictObject({
    source: z.string().trim().min(2, "Name the supplier that was asked.").max(200),
    answer,
    cents: z.number().int().min(0, "Enter the price.").nullable().default(null),
    answeredOn: dayInput("Enter the day of the answer."),
    way,
    note: z.string().trim().max(2000).default(""),
    fileId: z.uuid().nullable().default(null),
  })
  .superRefine(({ answer: said, cents }, context) => {
    if (said === "quoted" && cents === null)
      context.addIssue({ code: "custom", path: ["cents"], message: "Enter the price quoted." });
    if (said !== "quoted" && cents !== null)
      context.addIssue({
        code: "custom",
        path: ["cents"],
        message: "Only a supplier that quoted named a price.",
      });
  });
export type QuoteInput = z.output<typeof quoteInput>;

export const quoteWithdrawal = z.strictObject({
  reason: z.string().trim().min(3, "Say why it does not count.").max(1000),
});

export const quoteRow = z
  .object({
    id: z.string(),
    /** The number of the requisition or order that it was recorded on. */
    recordedOn: z.string(),
    source: z.string(),
    answer,
    cents: z.number().nullable(),
    answeredOn: dayField,
    way,
    note: z.string(),
    fileId: z.string().nullable(),
    fileName: z.string().nullable(),
    recordedBy: z.string().nullable(),
    recordedAt: instantField,
    withdrawnReason: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "PriceQuote" });
export type QuoteRow = z.output<typeof quoteRow>;
