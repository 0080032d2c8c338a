import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import { instantField } from "#kernel/time-fields.ts";
import { bankChangeStatuses } from "./bank.labels.ts";

/**
 * True for a routing number whose check digit is right: nine digits weighted 3, 7, 1 add up to a
 * multiple of ten (ABA).
 */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) &&
  text !== "000000000" &&
  [...text].reduce((sum, digit, at) => sum + Number(digit) * [3, 7, 1][at % 3]!, 0) % 10 === 0;

export const bankChangeFields = {
  bankName: z.string().trim().min(1, "Name the bank.").max(120).meta({ title: "Bank" }),
  routingNumber: z
    .string()
    .trim()
    .refine(
      isRoutingNumber,
      "This is no routing number: the check digit is wrong. It has nine digits, at the lower left of a check.",
    )
    .meta({ title: "Routing number" }),
  accountNumber: z
    .string()
    .trim()
    .transform((text) => text.replace(/[\s-]/g, "").toUpperCase())
    .pipe(z.string().regex(/^[0-9A-Z]{4,17}$/, "An account number has 4 to 17 digits or letters."))
    .meta({ title: "Account number" }),
  accountType: z.enum(["checking", "savings"]).meta({ title: "Kind of account" }),
  reason: z
    .string()
    .trim()
    .min(3, "Say who asked for the change, and how it came in.")
    .max(1000)
    .meta({ title: "How the request came in" }),
};
export const bankChangeInput = z.object(bankChangeFields);
export type BankChangeInput = z.output<typeof bankChangeInput>;

/** The call-back: on which of the numbers known before (its key), with whom, when. */
export const callBackInput = z.object({
  numberKey: z.string().min(1, "Choose the number that you called.").max(60),
  calledWho: z.string().trim().min(2, "Say with whom you spoke.").max(200),
  calledAt: z.iso.datetime({ offset: true, error: "Enter when you called." }),
  callNote: z.string().trim().max(2000).default(""),
});
export type CallBackInput = z.output<typeof callBackInput>;

export type BankChangeStatus = "proposed" | "verified" | "rejected" | "withdrawn";
type Facts = { status: string; proposedBy: string | null; knownNumbers: readonly unknown[] };

export const bankChangeCycle = lifecycle<Facts>()<
  BankChangeStatus,
  "verify" | "reject" | "withdraw"
>({
  noun: "bank change",
  initial: "proposed",
  statuses: bankChangeStatuses,
  course: ["proposed", "verified"],
  actions: {
    verify: {
      label: "Verify",
      from: ["proposed"],
      to: "verified",
      permission: "vendor.verifyBank",
      tone: "primary",
      unless: (change, asker) =>
        change.proposedBy === asker.personId
          ? "You proposed this change; somebody else must call back."
          : change.knownNumbers.length === 0
            ? "No phone number was known before the proposal. Reject it, record a number from an independent source, and propose again once that number has aged."
            : null,
    },
    reject: {
      label: "Reject",
      from: ["proposed"],
      to: "rejected",
      permission: "vendor.verifyBank",
      needsReason: true,
      tone: "danger",
      unless: (change, asker) =>
        change.proposedBy === asker.personId
          ? "You proposed this change; withdraw it instead."
          : null,
    },
    withdraw: {
      label: "Withdraw",
      from: ["proposed"],
      to: "withdrawn",
      permission: "vendor.editBank",
      unless: (change, asker) =>
        change.proposedBy === asker.personId
          ? null
          : "Only the person who proposed it can withdraw it.",
    },
  },
});

/** Other vendors with the very same account, on file or proposed. */
const sharedWith = z.array(z.object({ id: z.string(), number: z.string(), name: z.string() }));
const accountRow = {
  sharedWith,
  id: z.string(),
  bankName: z.string(),
  routingNumber: z.string(),
  accountLast4: z.string(),
  accountType: z.enum(["checking", "savings"]),
};
const bankChangeRow = z
  .object({
    ...accountRow,
    number: z.string(),
    vendorId: z.string(),
    status: z.enum(["proposed", "verified", "rejected", "withdrawn"]),
    reason: z.string(),
    knownNumbers: z.array(
      z.object({
        key: z.string(),
        who: z.string(),
        phone: z.string(),
        since: instantField.nullable(),
      }),
    ),
    proposedBy: z.string().nullable(),
    proposer: z.string().nullable(),
    proposedAt: instantField,
    decider: z.string().nullable(),
    decidedAt: instantField.nullable(),
    calledWho: z.string().nullable(),
    calledPhone: z.string().nullable(),
    calledAt: instantField.nullable(),
    callNote: z.string().nullable(),
    version: z.number(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "VendorBankChange" });
export type BankChangeRow = z.output<typeof bankChangeRow>;
export const bankDetail = z
  .object({
    current: z
      .object({ ...accountRow, effectiveAt: instantField, heldUntil: instantField.nullable() })
      .nullable(),
    changes: z.array(bankChangeRow),
    canPropose: z.boolean(),
    holdHours: z.number(),
  })
  .meta({ id: "VendorBank" });
export type BankDetail = z.output<typeof bankDetail>;
