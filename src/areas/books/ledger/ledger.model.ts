import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { ledgerClasses } from "../chart/chart.labels.ts";
import { glEvents } from "./ledger.labels.ts";

export const glEntryRow = z
  .object({
    id: z.string(),
    seq: z.number(),
    postedOn: dayField,
    event: z.enum(names(glEvents)),
    documentType: z.string(),
    documentId: z.string(),
    documentNumber: z.string(),
    what: z.string(),
    period: z.string(),
    /** Its debits, in cents. */
    total: z.number(),
  })
  .meta({ id: "LedgerEntry" });
export type GlEntryRow = z.output<typeof glEntryRow>;

export const glEntryDetail = glEntryRow
  .extend({
    recordDay: dayField,
    source: z.string(),
    periodId: z.string(),
    rules: z.string().nullable(),
    lines: z.array(
      z.object({
        lineNo: z.number(),
        fund: z.string(),
        account: z.string(),
        code: z.string(),
        cents: z.number(),
        bill: z.object({ id: z.string(), number: z.string().nullable() }).nullable(),
      }),
    ),
  })
  .meta({ id: "LedgerEntryDetail" });
export type GlEntryDetail = z.output<typeof glEntryDetail>;

export const glLineRow = z
  .object({
    id: z.string(),
    entryId: z.string(),
    seq: z.number(),
    postedOn: dayField,
    event: z.enum(names(glEvents)),
    documentType: z.string(),
    documentId: z.string(),
    documentNumber: z.string(),
    what: z.string(),
    fund: z.string(),
    account: z.string(),
    accountName: z.string(),
    class: z.enum(names(ledgerClasses)),
    code: z.string(),
    debit: z.number(),
    credit: z.number(),
    net: z.number(),
  })
  .meta({ id: "LedgerLine" });
export type GlLineRow = z.output<typeof glLineRow>;

export const pendingRow = z
  .object({
    id: z.string(),
    onDay: dayField,
    documentType: z.string(),
    documentId: z.string(),
    documentNumber: z.string(),
    cents: z.number(),
    reason: z.string(),
  })
  .meta({ id: "NotPosted" });
export type PendingRow = z.output<typeof pendingRow>;
