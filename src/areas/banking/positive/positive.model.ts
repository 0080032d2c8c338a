import { z } from "zod";
import { formatDate } from "#kernel/dates.ts";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { exceptionCauses, exceptionStatuses, type ExceptionCause } from "./positive.labels.ts";

export const makeFileInput = z.strictObject({
  accountId: z.uuid("Choose the account."),
  layoutId: z.uuid("Choose the layout."),
});
export type MakeFileInput = z.output<typeof makeFileInput>;

export const positiveFileRow = z
  .object({
    id: z.string(),
    number: z.string(),
    accountName: z.string(),
    layoutName: z.string(),
    issues: z.number(),
    voids: z.number(),
    cents: z.number(),
    madeName: z.string(),
    createdAt: instantField,
    sha256: z.string(),
  })
  .meta({ id: "PositivePayFile" });
export type PositiveFileRow = z.output<typeof positiveFileRow>;

/** A check as the bank presents it; cents. The cut-off is a time of day of the agency, today. */
export const exceptionInput = z.strictObject({
  accountId: z.uuid("Choose the account."),
  checkNumber: z
    .string()
    .trim()
    .regex(/^\d{1,15}$/, "Enter the check's number.")
    .transform((text) => text.replace(/^0+(?=\d)/, "")),
  cents: z.number("Enter an amount such as 1,234.56.").int().min(1, "More than nothing.").max(9e12),
  payee: z.string().trim().max(200).default(""),
  presentedOn: dayInput("Enter the day."),
  cutOff: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time such as 14:00."),
});
export type ExceptionInput = z.output<typeof exceptionInput>;

export const exceptionRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(exceptionStatuses)),
    accountName: z.string(),
    checkNumber: z.string(),
    cents: z.number(),
    payee: z.string(),
    presentedOn: dayField,
    cause: z.enum(names(exceptionCauses)),
    says: z.string(),
    cutOffAt: instantField,
    decidedName: z.string(),
    reason: z.string(),
    version: z.number(),
  })
  .meta({ id: "CheckException" });
export type ExceptionRow = z.output<typeof exceptionRow>;

export const exceptionDetail = exceptionRow
  .extend({
    paymentId: z.string().nullable(),
    decidedAt: instantField.nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CheckExceptionDetail" });
export type ExceptionDetail = z.output<typeof exceptionDetail>;

/** What the tab begins with. */
export const positiveStanding = z
  .object({
    accounts: z.array(
      z.object({ id: z.string(), name: z.string(), issues: z.number(), voids: z.number() }),
    ),
    layouts: z.array(z.object({ id: z.string(), name: z.string() })),
    open: z.number(),
    firstCutOff: instantField.nullable(),
  })
  .meta({ id: "PositivePayStanding" });
export type PositiveStanding = z.output<typeof positiveStanding>;

type Issued = {
  cents: number;
  payee: string;
  status: string;
  voidedOn: Day | null;
  clearedOn: Day | null;
  staleOn: Day | null;
};
type Presented = { cents: number; payee: string; presentedOn: Day };

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Why a presented check does not stand, and in words; what weighs most comes first. */
export const causeOf = (
  presented: Presented,
  issued: Issued | null,
): { cause: ExceptionCause; says: string } => {
  if (issued === null) return { cause: "unknown", says: "No check of this number was issued." };
  const { cents, payee, voidedOn, clearedOn, staleOn, status } = issued;
  if (status === "voided")
    return {
      cause: "voided",
      says: `It was voided${voidedOn ? ` on ${formatDate(voidedOn)}` : ""}.`,
    };
  if (clearedOn !== null && status === "cleared")
    return { cause: "duplicate", says: `It was paid on ${formatDate(clearedOn)} already.` };
  if (presented.cents !== cents)
    return {
      cause: "amount",
      says: `Issued for ${formatCents(cents)}, presented for ${formatCents(presented.cents)}.`,
    };
  if (presented.payee !== "" && plain(presented.payee) !== plain(payee))
    return { cause: "payee", says: `Issued to ${payee}, presented for ${presented.payee}.` };
  return staleOn !== null && staleOn <= presented.presentedOn
    ? { cause: "stale", says: `It is stale since ${formatDate(staleOn)}.` }
    : { cause: "bank", says: "Number, amount and payee are as issued: ask the bank why." };
};
