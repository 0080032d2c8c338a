import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { batchStatuses } from "./batch.labels.ts";

export const batchInput = z.object({
  periodId: z.uuid("Choose a period."),
  layoutId: z.uuid("Choose a layout."),
  /** Lines posted through this day; all of the period without one. */
  through: dayField.nullable().default(null),
  /** The connector that takes its file; none where a person takes it there. */
  destinationId: z.uuid().nullable().default(null),
});
export type BatchInput = z.output<typeof batchInput>;

export const rejectInput = z.object({
  /** One rejected line a row: its number, a colon, why. */
  rejected: z.string().trim().min(1, "Name the lines that were rejected.").max(200_000),
});
export type RejectInput = z.output<typeof rejectInput>;

export type Rejection = { lineNo: number; reason: string };

/**
 * Reads which lines were rejected, "12: Account 5010 is closed" a row, out of a batch of `count` lines.
 * `faults` name each row that cannot be read, with its place.
 */
export const readRejections = (
  text: string,
  count: number,
): { rejections: Rejection[]; faults: string[] } => {
  const seen = new Map<number, Rejection>();
  const faults: string[] = [];
  text.split(/\r?\n/).forEach((row, n) => {
    if (row.trim() === "") return;
    const [, no, reason = ""] = /^\s*(\d{1,9})\s*[:;,\t]\s*(.*)$/.exec(row) ?? [];
    const lineNo = Number(no);
    const why = reason.trim().slice(0, 500);
    if (!no || why === "") faults.push(`Row ${n + 1} is no line number with a colon and a reason.`);
    else if (lineNo < 1 || lineNo > count)
      faults.push(`Row ${n + 1}: the batch has no line ${lineNo}.`);
    else if (seen.has(lineNo)) faults.push(`Row ${n + 1}: line ${lineNo} is named twice.`);
    else seen.set(lineNo, { lineNo, reason: why });
  });
  return { rejections: [...seen.values()], faults };
};

export const batchRow = z
  .object({
    id: z.string(),
    number: z.string(),
    period: z.string(),
    layout: z.string(),
    lineCount: z.number(),
    debits: z.number(),
    rejectedLines: z.number(),
    status: z.enum(names(batchStatuses)),
    version: z.number(),
  })
  .meta({ id: "FinanceSystemBatch" });
export type BatchRow = z.output<typeof batchRow>;

const related = z.object({ id: z.string(), number: z.string() }).nullable();
export const batchDetail = batchRow
  .extend({
    periodId: z.string(),
    reference: z.number(),
    fileName: z.string(),
    sha256: z.string(),
    credits: z.number(),
    bytes: z.number(),
    /** The first lines of its file. */
    preview: z.string(),
    problems: z.array(z.string()),
    destination: z.string().nullable(),
    /** How often it was sent by its connector, and what was last known of it. */
    delivery: z.object({ attempts: z.number(), message: z.string().nullable() }).nullable(),
    corrects: related,
    correctedBy: related,
    builtBy: z.string().nullable(),
    sentBy: z.string().nullable(),
    sentAt: instantField.nullable(),
    answeredAt: instantField.nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "FinanceSystemBatchDetail" });
export type BatchDetail = z.output<typeof batchDetail>;

export const batchLineRow = z
  .object({
    id: z.string(),
    batchId: z.string(),
    lineNo: z.number(),
    entryId: z.string(),
    document: z.string(),
    fund: z.string(),
    account: z.string(),
    string: z.string(),
    debit: z.number(),
    credit: z.number(),
    rejected: z.string().nullable(),
  })
  .meta({ id: "FinanceSystemBatchLine" });
export type BatchLineRow = z.output<typeof batchLineRow>;

/** A connector that takes batches. */
export const destinationRow = z
  .object({ id: z.string(), name: z.string(), status: z.string() })
  .meta({ id: "FinanceSystemDestination" });
export type DestinationRow = z.output<typeof destinationRow>;

/** How the ledger and the finance system stand for the period that is open first. */
export const fmsStanding = z
  .object({
    layouts: z.number(),
    period: z.object({ id: z.string(), name: z.string() }).nullable(),
    /** Debits in the ledger, and those of them that the finance system acknowledged; cents. */
    here: z.number(),
    there: z.number(),
    waiting: z.number(),
    underWay: z.number(),
    rejected: z.number(),
    /** Batches of any period that went out and of which nobody knows whether they arrived. */
    unknown: z.number(),
  })
  .meta({ id: "FinanceSystemStanding" });
export type FmsStanding = z.output<typeof fmsStanding>;
