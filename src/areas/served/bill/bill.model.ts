import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { billStatuses, lineKinds } from "./bill.labels.ts";

/** Begins a bill of requests whose work is done; their hours and fees come with them. */
export const billInput = z.strictObject({
  agreementId: z.uuid("Choose the agreement."),
  requestIds: z.array(z.uuid()).max(100, "At most a hundred requests.").default([]),
  note: z.string().trim().max(2000).default(""),
});
export type BillInput = z.output<typeof billInput>;

const ofRequest = {
  service: z.string().trim().toUpperCase().min(1, "Choose the service.").max(16),
  requestId: z.uuid().nullable().default(null),
};
/** Costs of the books, each in cents or whole. */
export const costsInput = z.strictObject({
  ...ofRequest,
  costs: z
    .array(
      z.strictObject({
        costLineId: z.uuid("Choose the cost."),
        cents: z.number().int().min(1, "Enter the amount.").nullable().default(null),
      }),
    )
    .min(1, "Choose a cost.")
    .max(200, "At most 200 costs at once."),
});
export type CostsInput = z.output<typeof costsInput>;

export const feeInput = z.strictObject({
  ...ofRequest,
  servedOn: dayInput("Enter the day."),
  quantity: z.number().int().min(1, "Enter how many.").max(100_000),
});
export type FeeInput = z.output<typeof feeInput>;

export const takeOutInput = z.strictObject({ lineIds: z.array(z.uuid()).min(1).max(500) });

/** Money for a bill: of a line of posted receipts, or typed with its reference. Cents. */
export const receiptInput = z.strictObject({
  journalLineId: z.uuid().nullable().default(null),
  receivedOn: dayInput().nullable().default(null),
  cents: z.number("Enter the amount.").int().min(1, "Enter the amount.").max(9e13),
  reference: z.string().trim().max(120).default(""),
});
export type ReceiptInput = z.output<typeof receiptInput>;
export const bookInput = z.strictObject({ journalLineId: z.uuid("Choose the receipt.") });
export const takeBackInput = z.strictObject({
  reason: z.string().trim().min(3, "Say why.").max(500),
});

export const billRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(billStatuses)),
    clientId: z.string(),
    client: z.string(),
    agreement: z.string(),
    issuedOn: dayField.nullable(),
    dueOn: dayField.nullable(),
    total: z.number(),
    received: z.number(),
    owed: z.number(),
    version: z.number(),
  })
  .meta({ id: "ServedBill" });
export type BillRow = z.output<typeof billRow>;

const billLine = z.object({
  id: z.string(),
  kind: z.enum(names(lineKinds)),
  service: z.string(),
  description: z.string(),
  servedOn: dayField,
  request: z.string().nullable(),
  costLineId: z.string().nullable(),
  minutes: z.number().nullable(),
  quantity: z.number().nullable(),
  rate: z.number().nullable(),
  cents: z.number(),
});
export type BillLine = z.output<typeof billLine>;

const receiptRow = z.object({
  id: z.string(),
  receivedOn: dayField,
  cents: z.number(),
  reference: z.string(),
  journalId: z.string().nullable(),
  journal: z.string().nullable(),
  live: z.boolean(),
  takenBack: z.string(),
});
export type ReceiptRow = z.output<typeof receiptRow>;

export const billDetail = billRow
  .extend({
    agreementId: z.string(),
    services: z.array(z.object({ code: z.string(), name: z.string(), kind: z.string() })),
    costs: z.number(),
    hours: z.number(),
    fees: z.number(),
    overhead: z.number(),
    uncovered: z.number(),
    note: z.string(),
    preparedBy: z.string(),
    approvedBy: z.string().nullable(),
    lines: z.array(billLine),
    receipts: z.array(receiptRow),
    /** Hours of its requests that no rate covers: they are not billed until one does. */
    withoutRate: z.number(),
    /** What the agreement's ceiling leaves beside this bill, in cents. */
    room: z.number(),
    requests: z.array(z.object({ id: z.string(), number: z.string(), title: z.string() })),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ServedBillDetail" });
export type BillDetail = z.output<typeof billDetail>;
