import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import {
  billKinds,
  billStatuses,
  lineKinds,
  meansOfPayment,
  paymentStatuses,
} from "./bill.labels.ts";

const line = z.strictObject({
  description: z.string().trim().min(3, "Say what is billed.").max(200),
  cents: z
    .number("Enter the amount.")
    .int("Enter whole cents.")
    .min(1, "Enter the amount.")
    .max(9e11),
});
const lines = z.array(line).min(1, "Say what is billed.").max(50, "At most fifty lines.");

/** A bill that an operator drafts by hand, for what no plan says. */
export const billInput = z.strictObject({
  customerId: z.uuid("Choose the agency."),
  note: z.string().trim().max(2000).default(""),
  lines,
});
export type BillInput = z.output<typeof billInput>;
export const creditInput = z.strictObject({
  note: z.string().trim().min(3, "Say what it corrects.").max(2000),
  lines,
});
export type CreditInput = z.output<typeof creditInput>;

export const paymentInput = z.strictObject({
  cents: z.number("Enter the amount.").int().min(1, "Enter the amount.").max(9e11),
  receivedOn: dayInput("Enter the day on which it came."),
  means: z.enum(names(meansOfPayment), "Choose how it came."),
  reference: z.string().trim().min(1, "Enter its reference.").max(120),
});
export type PaymentInput = z.output<typeof paymentInput>;
export const reasonInput = z.strictObject({
  reason: z.string().trim().min(3, "Say why.").max(1000),
});

const head = {
  id: z.string(),
  kind: z.enum(names(billKinds)),
  status: z.enum(names(billStatuses)),
  periodFrom: dayField.nullable(),
  periodTo: dayField.nullable(),
  issuedOn: dayField.nullable(),
  dueOn: dayField.nullable(),
  total: z.number(),
  /** What is still owed, in cents. */
  owed: z.number(),
  disputed: z.boolean(),
};
export const billRow = z
  .object({
    ...head,
    number: z.string().nullable(),
    customerId: z.string().nullable(),
    customer: z.string(),
    version: z.number(),
  })
  .meta({ id: "AgencyBill" });
export type BillRow = z.output<typeof billRow>;

/** A bill as the agency that owes it lists it. */
export const ownBillRow = z
  .object({ ...head, number: z.string(), invoiceId: z.string().nullable() })
  .meta({ id: "OwnBill" });
export type OwnBillRow = z.output<typeof ownBillRow>;

const billLine = z.object({
  id: z.string(),
  kind: z.enum(names(lineKinds)),
  description: z.string(),
  fromOn: dayField.nullable(),
  toOn: dayField.nullable(),
  cents: z.number(),
});
export type BillLine = z.output<typeof billLine>;
const payment = z.object({
  id: z.string(),
  status: z.enum(names(paymentStatuses)),
  cents: z.number(),
  receivedOn: dayField,
  means: z.enum(names(meansOfPayment)),
  reference: z.string(),
  recordedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  rejectedBecause: z.string(),
});
export type PaymentRow = z.output<typeof payment>;
const dispute = z.object({
  id: z.string(),
  openedOn: dayField,
  reason: z.string(),
  openedName: z.string(),
  settledOn: dayField.nullable(),
  outcome: z.string(),
});
export type DisputeRow = z.output<typeof dispute>;
const credit = z.object({ id: z.string(), number: z.string().nullable(), total: z.number() });

const whole = {
  orderNumber: z.string(),
  payDays: z.number(),
  exemptionNumber: z.string(),
  exemptionReason: z.string(),
  billTo: z.string(),
  note: z.string(),
  paid: z.number(),
  credited: z.number(),
  daysLate: z.number(),
  lines: z.array(billLine),
  payments: z.array(payment),
  disputes: z.array(dispute),
  credits: z.array(credit),
};
export const billDetail = billRow
  .extend({
    ...whole,
    /** RecordPage's head; a draft says so. */
    number: z.string(),
    billEmail: z.string(),
    draftedBy: z.string().nullable(),
    issuedBy: z.string().nullable(),
    agreementId: z.string().nullable(),
    agreement: z.string().nullable(),
    reminders: z.array(z.object({ stage: z.number(), sentOn: dayField, letters: z.number() })),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AgencyBillDetail" });
export type BillDetail = z.output<typeof billDetail>;

export const ownBillDetail = ownBillRow
  .extend({
    ...whole,
    operator: z.string(),
    invoice: z.string().nullable(),
    takenAt: instantField.nullable(),
    /** The order of the agency's own that its purchase-order number names. */
    orderId: z.string().nullable(),
    mayDispute: z.boolean(),
  })
  .meta({ id: "OwnBillDetail" });
export type OwnBillDetail = z.output<typeof ownBillDetail>;

/** Takes a bill into accounts payable: with its order, or the account that pays it. */
export const takeInput = z.strictObject({
  vendorId: z.uuid().nullable().default(null),
  accountStringId: z.uuid().nullable().default(null),
});
export type TakeInput = z.output<typeof takeInput>;
