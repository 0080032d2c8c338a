import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { alarmCodes, matchKinds } from "./match.labels.ts";

const kind = z.enum(names(matchKinds));

/** What one line is, by hand or as it was proposed. */
export const matchInput = z.object({
  kind,
  paymentIds: z.array(z.uuid()).max(5000).default([]),
  journalId: z.uuid().nullish(),
  reason: z.string().trim().min(3, "Say what the line is.").max(500),
  returnCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^R\d{2}$/, "The bank's code has an R and two digits, such as R03.")
    .nullish(),
});
export type MatchInput = z.output<typeof matchInput>;

const candidate = z.object({
  paymentId: z.string().nullable(),
  journalId: z.string().nullable(),
  cents: z.number(),
  number: z.string(),
  what: z.string(),
  onDay: dayField.nullable(),
});

const openLine = z.object({
  id: z.string(),
  onDay: dayField,
  cents: z.number(),
  text: z.string(),
  reference: z.string(),
  statementId: z.string(),
  statement: z.string(),
  alarm: z.object({ code: z.enum(names(alarmCodes)), reason: z.string() }).nullable(),
  proposal: z
    .object({
      kind,
      certain: z.boolean(),
      reason: z.string(),
      parts: z.array(candidate),
    })
    .nullable(),
});

/** What of an account's lines is open: alarms first, then what is certain, proposed and left. */
export const matchingPage = z
  .object({
    accountId: z.string(),
    account: z.string(),
    open: z.number(),
    openCents: z.number(),
    certain: z.number(),
    proposed: z.number(),
    alarms: z.number(),
    /** Why the asker may not match here; null where they may. */
    closed: z.string().nullable(),
    lines: z.array(openLine),
  })
  .meta({ id: "BankMatching" });
export type MatchingPage = z.output<typeof matchingPage>;

export const matchRow = z
  .object({
    id: z.string(),
    onDay: dayField,
    text: z.string(),
    kind,
    cents: z.number(),
    number: z.string().nullable(),
    paymentId: z.string().nullable(),
    journalId: z.string().nullable(),
    reason: z.string(),
    state: z.enum(["stands", "back"]),
    takenBackReason: z.string().nullable(),
    matchedAt: instantField,
    statementId: z.string(),
  })
  .meta({ id: "BankMatch" });
export type BankMatch = z.output<typeof matchRow>;

export const feeRuleInput = z.object({
  agencyAccountId: z.uuid(),
  label: z.string().trim().min(1, "Name the fee.").max(80).meta({ title: "Fee" }),
  typeCode: z
    .string()
    .trim()
    .regex(/^(\d{3})?$/, "A type code has three digits.")
    .default(""),
  words: z.string().trim().min(1, "Enter words of the line's text.").max(80),
  most: z.number().int().positive("Enter what it is at most."),
});
export type FeeRuleInput = z.output<typeof feeRuleInput>;

export const feeRuleRow = z
  .object({
    id: z.string(),
    label: z.string(),
    typeCode: z.string(),
    words: z.string(),
    most: z.number(),
  })
  .meta({ id: "BankFeeRule" });
export type FeeRuleRow = z.output<typeof feeRuleRow>;
