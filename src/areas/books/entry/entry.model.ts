import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { entryKinds, entryStatuses } from "./entry.labels.ts";

/** A line as somebody types it: an account of the books in a fund, or an account string of a budget. */
const entryLineInput = z
  .object({
    fundId: z.uuid("Choose the fund.").nullable().default(null),
    accountId: z.uuid("Choose the account.").nullable().default(null),
    accountStringId: z.uuid("Choose the account string.").nullable().default(null),
    debit: z.number().int().min(0).max(9e14).default(0),
    credit: z.number().int().min(0).max(9e14).default(0),
    memo: z.string().trim().max(300).default(""),
  })
  .refine((l) => (l.accountStringId === null) !== (l.accountId === null && l.fundId === null), {
    path: ["accountId"],
    message: "Name a fund and an account of the books, or an account string.",
  })
  .refine((l) => l.accountStringId !== null || (l.accountId !== null && l.fundId !== null), {
    path: ["fundId"],
    message: "Name the fund and the account.",
  })
  .refine((l) => (l.debit === 0) !== (l.credit === 0), {
    path: ["debit"],
    message: "Enter a debit or a credit.",
  });

export const entryInput = z.object({
  kind: z.enum(names(entryKinds)).default("entry"),
  title: z.string().trim().min(1, "Say what it is.").max(200),
  reason: z.string().trim().min(10, "Say why, and on which paper it rests.").max(2000),
  postedOn: dayField,
  reversesOn: dayField.nullable().default(null),
  lines: z.array(entryLineInput).min(2, "An entry has two lines at least.").max(500),
});
export type EntryInput = z.output<typeof entryInput>;

export const entryRow = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: z.enum(names(entryKinds)),
    status: z.enum(names(entryStatuses)),
    title: z.string(),
    postedOn: dayField,
    total: z.number(),
    version: z.number(),
  })
  .meta({ id: "JournalEntry" });
export type EntryRow = z.output<typeof entryRow>;

export const entryDetail = entryRow
  .extend({
    reason: z.string(),
    reversesOn: dayField.nullable(),
    /** The document of the finance system that it came from. */
    externalNo: z.string().nullable(),
    reversalOf: z.object({ id: z.string(), number: z.string() }).nullable(),
    reversedBy: z.object({ id: z.string(), number: z.string() }).nullable(),
    preparedBy: z.string().nullable(),
    approvedBy: z.string().nullable(),
    approvedAt: instantField.nullable(),
    lines: z.array(
      z.object({
        lineNo: z.number(),
        fundId: z.string(),
        fund: z.string(),
        accountId: z.string(),
        account: z.string(),
        accountStringId: z.string().nullable(),
        code: z.string(),
        cents: z.number(),
        memo: z.string(),
      }),
    ),
    actions: z.array(offeredAction),
  })
  .meta({ id: "JournalEntryDetail" });
export type EntryDetail = z.output<typeof entryDetail>;

/** A line with its fund, whatever way it was named. */
export type Judged = {
  fundId: string;
  fund: string;
  cents: number;
};

/** What is wrong with an entry as a whole: in each fund debits are credits. */
export const unbalanced = (
  lines: readonly Judged[],
  money: (cents: number) => string,
): string[] => {
  const funds = [...new Set(lines.map((l) => l.fundId))].map((fundId) =>
    lines.filter((l) => l.fundId === fundId),
  );
  return funds.flatMap((mine) => {
    const apart = mine.reduce((sum, l) => sum + l.cents, 0);
    const side = apart > 0 ? "debits exceed credits" : "credits exceed debits";
    return apart === 0 ? [] : [`Fund ${mine[0]!.fund}: ${side} by ${money(Math.abs(apart))}.`];
  });
};
