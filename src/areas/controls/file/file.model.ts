import { z } from "zod";
import type { Verdict } from "#kernel/control.ts";
import { names } from "#kernel/labels.ts";
import {
  fileElements,
  fileStates,
  legalElements,
  type LegalElement,
} from "#kernel/purchase-file.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";

const filePart = z.object({
  said: z.string(),
  on: dayField.nullable(),
  shown: z.array(z.object({ label: z.string(), href: z.string() })),
  records: z.array(z.string()),
});

const fileLine = z.object({
  element: z.enum(names(fileElements)),
  state: z.enum(names(fileStates)),
  said: z.string(),
  parts: z.array(filePart),
});

/** The file of a purchase: what it holds, what it lacks, and how it was frozen. */
export const fileDetail = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    amount: z.number(),
    vendor: z.string(),
    buyer: z.string().nullable(),
    method: z.string().nullable(),
    federal: z.boolean(),
    lines: z.array(fileLine),
    lacking: z.array(z.enum(legalElements)),
    /** Records whose evidence makes the package. */
    records: z.array(z.string()),
    mayWrite: z.boolean(),
    frozen: z
      .object({
        at: instantField,
        lines: z.array(fileLine),
        digest: z.string(),
        packageReady: z.boolean(),
        packageId: z.string().nullable(),
        keptUntil: dayField,
        citation: z.string(),
      })
      .nullable(),
  })
  .meta({ id: "PurchaseFile" });
export type FileDetail = z.output<typeof fileDetail>;

export const fileEntry = z.strictObject({
  element: z.enum(legalElements, { error: "Choose what you write down." }),
  words: z
    .string()
    .trim()
    .min(10, "Say it in a sentence, so that an auditor understands it.")
    .max(4000),
});
export type FileEntry = z.output<typeof fileEntry>;

/** What the control of files judges. */
export type FileFacts = { issued: boolean; cancelled: boolean; lacks: readonly LegalElement[] };

/** The file of an order that went out holds the four elements of 2 CFR 200.318(i). */
export const judgeFile = ({ issued, cancelled, lacks }: FileFacts): Verdict =>
  !issued
    ? {
        answer: "not_applicable",
        said: cancelled ? "The order never went out." : "The order has not gone out yet.",
      }
    : lacks.length === 0
      ? { answer: "pass", said: "Its file holds the four elements." }
      : {
          answer: "fail",
          said: `Its file lacks: ${lacks.map((each) => fileElements[each].label.toLowerCase()).join(", ")}.`,
        };
