import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { itemKinds, monthStatuses, movementKinds } from "./month.labels.ts";

const item = z.object({
  kind: z.enum(names(itemKinds)),
  paymentId: z.string().nullable(),
  journalId: z.string().nullable(),
  number: z.string(),
  what: z.string(),
  reference: z.string(),
  onDay: dayField,
  cents: z.number(),
});

const reconciliation = z
  .object({
    account: z.string(),
    firstDay: dayField,
    lastDay: dayField,
    statement: z.string().nullable(),
    bankOn: dayField.nullable(),
    bank: z.number(),
    items: z.array(item),
    adjusted: z.number(),
    opening: z.number(),
    movements: z.array(z.object({ kind: z.enum(names(movementKinds)), cents: z.number() })),
    book: z.number(),
    difference: z.number(),
  })
  .meta({ id: "BankReconciliation" });

export const monthRow = z
  .object({
    id: z.string(),
    number: z.string(),
    account: z.string(),
    agencyAccountId: z.string(),
    firstDay: dayField,
    lastDay: dayField,
    status: z.enum(names(monthStatuses)),
    version: z.number(),
  })
  .meta({ id: "BankMonth" });
export type BankMonth = z.output<typeof monthRow>;

export const monthDetail = monthRow
  .extend({
    /** As it stands now, or as it was sent to review. */
    reconciliation,
    /** What stops it, each in a sentence; empty once it was sent to review. */
    blocks: z.array(z.string()),
    /** The balance that the agency's finance system has, and why it differs; cents. */
    elsewhere: z.number().nullable(),
    elsewhereNote: z.string(),
    sha256: z.string().nullable(),
    preparedBy: z.string().nullable(),
    preparedAt: instantField.nullable(),
    reviewedBy: z.string().nullable(),
    reviewedAt: instantField.nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "BankMonthDetail" });
export type BankMonthDetail = z.output<typeof monthDetail>;

/** The balance of the finance system beside the product's own, with the reason where they differ. */
export const elsewhereInput = z.object({
  elsewhere: z.number().int().nullable().meta({ title: "Balance in the finance system" }),
  elsewhereNote: z.string().trim().max(1000).default("").meta({ title: "Why it differs" }),
});
export type ElsewhereInput = z.output<typeof elsewhereInput>;

/** Months of an account that can be begun: the next one behind those that are here. */
export const nextMonths = z
  .object({
    months: z.array(
      z.object({
        agencyAccountId: z.string(),
        account: z.string(),
        firstDay: dayField,
        lastDay: dayField,
        /** The month of the account that is under way; null where the next one can be begun. */
        open: z
          .object({ id: z.string(), number: z.string(), status: z.enum(names(monthStatuses)) })
          .nullable(),
      }),
    ),
  })
  .meta({ id: "NextBankMonths" });
export type NextMonths = z.output<typeof nextMonths>;
