import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { formatCents } from "#kernel/money.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { lineStatuses } from "./line.labels.ts";

/** A part of a line and the account that it is charged to; `code` as the account was called. */
export type Split = { accountStringId: string; code: string; cents: number };

const part = z.strictObject({
  accountStringId: z.uuid("Choose an account."),
  cents: z
    .number("Enter an amount such as 12.34.")
    .int()
    .refine((cents) => cents !== 0, "A part is not nothing.")
    .refine((cents) => Math.abs(cents) <= 9e11, "This amount is too large."),
});

/** What the holder says of a line, said once. */
export const codeFields = {
  purpose: z.string().trim().min(3, "Say what it was bought for.").max(300).meta({
    title: "Bought for",
  }),
  note: z.string().trim().max(2000).default("").meta({ title: "Note" }),
  /** The order that the purchase pays; null for one that stands for itself. */
  orderId: z.uuid("Choose an order.").nullable().default(null).meta({ title: "Pays the order" }),
  splits: z.array(part).min(1, "Choose an account.").max(50).meta({ title: "Accounts" }),
  receiptFileIds: z
    .array(z.uuid())
    .max(10, "At most 10 files.")
    .default([])
    .meta({ title: "Receipt" }),
  lostReceipt: z.string().trim().max(500).default("").meta({ title: "Why there is none" }),
};
export const codeInput = z.strictObject(codeFields);
export type CodeInput = z.output<typeof codeInput>;

/** Why parts do not make up a line, or null: to the cent, and none against its sign. */
export const splitFault = (cents: number, splits: readonly { cents: number }[]): string | null => {
  if (splits.some((each) => Math.sign(each.cents) !== Math.sign(cents)))
    return "Every part has the sign of the line.";
  const sum = splits.reduce((total, each) => total + each.cents, 0);
  return sum === cents
    ? null
    : `The parts come to ${formatCents(sum)}, the line is ${formatCents(cents)}: ${formatCents(Math.abs(cents - sum))} ${sum < cents ? "are missing" : "are too much"}.`;
};

export const merchantInput = z.strictObject({
  /** Null: no vendor of the agency. */
  vendorId: z.uuid().nullable(),
});

/** So many lines are approved with one press. */
export const approveManyInput = z.strictObject({
  ids: z.array(z.uuid()).min(1, "Choose a line.").max(200, "At most 200."),
});
export const approvedMany = z.object({
  done: z.number(),
  refused: z.array(z.object({ id: z.string(), number: z.string(), reason: z.string() })),
});
export type ApprovedMany = z.output<typeof approvedMany>;

export const lineRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(lineStatuses)),
    cardId: z.string(),
    lastFour: z.string(),
    holderName: z.string(),
    department: z.string(),
    merchant: z.string(),
    vendorName: z.string(),
    category: z.string(),
    purchasedOn: dayField,
    postedOn: dayField,
    cents: z.number(),
    purpose: z.string(),
    receipts: z.number(),
    receiptMissing: z.boolean(),
    alarms: z.number(),
    findings: z.number(),
    cycleNumber: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "CardLine" });
export type LineRow = z.output<typeof lineRow>;

const file = z.object({ id: z.string(), name: z.string(), mediaType: z.string() });
export const lineDetail = lineRow
  .extend({
    cycleId: z.string().nullable(),
    vendorId: z.string().nullable(),
    vendorSettled: z.boolean(),
    approverName: z.string(),
    taxCents: z.number(),
    says: z.string(),
    note: z.string(),
    orderId: z.string().nullable(),
    orderNumber: z.string(),
    splits: z.array(z.object({ accountStringId: z.string(), code: z.string(), cents: z.number() })),
    receiptFileIds: z.array(z.string()),
    files: z.array(file),
    lostReceipt: z.string(),
    decidedName: z.string(),
    decidedAt: instantField.nullable(),
    statusReason: z.string(),
    found: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        kind: z.string(),
        says: z.string(),
        status: z.string(),
        dueOn: dayField,
      }),
    ),
    canCode: z.boolean(),
    canSettleMerchant: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CardLineDetail" });
export type LineDetail = z.output<typeof lineDetail>;

/** What waits, for whom, in the cards that somebody sees. */
export const cardStanding = z
  .object({
    uncoded: z.number(),
    withoutReceipt: z.number(),
    toSend: z.number(),
    toApprove: z.number(),
    mine: z.number(),
    splits: z.number(),
    blocked: z.number(),
    otherFindings: z.number(),
    overdue: z.number(),
    suspended: z.number(),
    cycles: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        status: z.string(),
        bankName: z.string(),
        opensOn: dayField,
        closesOn: dayField,
        lines: z.number(),
        cents: z.number(),
        approvedCents: z.number(),
      }),
    ),
  })
  .meta({ id: "CardStanding" });
export type CardStanding = z.output<typeof cardStanding>;
