import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { asIssued } from "#areas/vendors/vendors.public.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import type { Day } from "#kernel/time.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { paymentCourse, paymentStatuses } from "./payment.labels.ts";
import { runStatus } from "./run-lifecycle.model.ts";
import { whyNotAsk } from "./stale.model.ts";

export const method = z.enum(["ach", "check"]);

export type PaymentStatus =
  | "proposed"
  | "approved"
  | "released"
  | "cleared"
  | "returned"
  | "voided"
  | "cancelled";
export type PaymentAction =
  | "approve"
  | "release"
  | "clear"
  | "unclear"
  | "return"
  | "void"
  | "ask"
  | "confirm"
  | "cancel"
  | "reissue";
export type PaymentFacts = {
  status: string;
  method: string;
  runStatus: string | null;
  reissuedAs: string | null;
  /** Invoices of it that are approved and in no other payment. */ openInvoices: number;
  /** Other payments that hold its invoices now. */ coveredBy: string | null;
  runNumber: string | null;
  /** It is void, and its entry stands in the run's bank file without the bank's word on it. */
  entryStands: boolean;
  /** From when a bank need not pay the check, until when its payee may answer, and the day of the look. */
  staleOn: Day | null;
  answerBy: Day | null;
  today: Day;
};

const nothingToReissue = (p: PaymentFacts): string | null => {
  if (p.reissuedAs) return `It was reissued as ${p.reissuedAs}.`;
  if (p.entryStands)
    return `Its entry still stands in the bank file of ${p.runNumber}, so the bank may pay it. ${p.runStatus === "released" ? "Make the bank file anew first." : "Record first what the bank confirmed."}`;
  if (p.openInvoices > 0) return null;
  return p.coveredBy
    ? `Its invoices are in ${p.coveredBy} already.`
    : "None of its invoices is to be paid any more.";
};

export const paymentCycle = lifecycle<PaymentFacts>()<PaymentStatus, PaymentAction>({
  noun: "payment",
  initial: "proposed",
  statuses: paymentStatuses,
  course: paymentCourse,
  actions: {
    approve: {
      label: "Approve",
      from: ["proposed"],
      to: "approved",
      permission: "payment.approve",
      system: true,
    },
    release: {
      label: "Release",
      from: ["approved"],
      to: "released",
      permission: "payment.release",
      system: true,
    },
    clear: {
      label: "Mark cleared",
      from: ["released"],
      to: "cleared",
      permission: "payment.release",
      tone: "primary",
    },
    unclear: {
      label: "Take cleared back",
      from: ["cleared"],
      to: "released",
      permission: "payment.release",
      needsReason: true,
    },
    return: {
      label: "Record bank return",
      from: ["released", "cleared"],
      to: "returned",
      permission: "payment.void",
      needsReason: true,
      tone: "danger",
      unless: (p) =>
        p.method === "check"
          ? "The bank returns ACH payments. A check that is not paid is voided."
          : null,
    },
    void: {
      label: "Void",
      from: ["released"],
      to: "voided",
      permission: "payment.void",
      needsReason: true,
      tone: "danger",
    },
    ask: {
      label: "Ask the payee",
      from: ["released"],
      to: "released",
      permission: "payment.void",
      suits: (p) => p.method === "check" && p.staleOn !== null && p.staleOn <= p.today,
      unless: whyNotAsk,
    },
    confirm: {
      label: "Record what the bank confirmed",
      from: ["voided"],
      to: "voided",
      permission: "payment.void",
      suits: (p) => p.entryStands && p.runStatus !== "released",
      unless: (p) =>
        p.entryStands ? null : "No bank file holds an entry of it without the bank's word.",
    },
    cancel: {
      label: "Take off the run",
      from: ["proposed", "approved"],
      to: "cancelled",
      permission: "payment.hold",
      needsReason: true,
      tone: "danger",
      unless: (p, asker) =>
        p.runStatus === "in_approval" && asker.kind !== "system"
          ? "The run is in approval: its amount does not change while someone decides. Return or cancel the run first."
          : null,
    },
    reissue: {
      label: "Reissue",
      from: ["voided", "returned"],
      to: null,
      outcomes: ["voided", "returned"],
      permission: "payment.propose",
      tone: "primary",
      unless: nothingToReissue,
    },
  },
});

/**
 * Why a bank's code does not return a payment, or null when it does. The Nacha rules know R01 to
 * R85; C-codes only correct the payee's details.
 */
export const returnCodeFault = (code: string): string | null => {
  if (/^C\d{2}$/.test(code))
    return `${code} is a notification of change: the bank credited the payment, so it stands. Correct the vendor's bank account for the next one instead.`;
  return /^R(0[1-9]|[1-7]\d|8[0-5])$/.test(code)
    ? null
    : "The bank returns a payment with a code from R01 to R85, such as R03.";
};

export const actions = z.array(
  z.object({
    name: z.string(),
    label: z.string(),
    enabled: z.boolean(),
    reason: z.string().nullable(),
    needsReason: z.boolean(),
    tone: z.enum(["primary", "default", "danger"]),
  }),
);
const paymentStatus = z.enum(names(paymentCycle.statuses));

export const paymentRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: paymentStatus,
    vendor: z.string(),
    vendorId: z.string(),
    method,
    reference: z.string().nullable(),
    amount: z.number(),
    /** Of its bills, in cents: discounts beside the money, interest within it. */
    discount: z.number(),
    interest: z.number(),
    invoiceCount: z.number(),
    paidOn: dayField.nullable(),
    runId: z.string().nullable(),
    runNumber: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "Payment" });
export type Payment = z.output<typeof paymentRow>;

const traceStep = z.object({
  kind: z.enum(["requisition", "purchaseOrder", "receipt", "invoice", "payment", "claim", "award"]),
  id: z.string().nullable(),
  number: z.string(),
  on: dayField.nullable(),
  href: z.string().nullable(),
  here: z.boolean(),
});
const linkTo = z.object({ id: z.string(), number: z.string() });

/** The exclusion screening with which a payment went out, or which holds it. */
const paymentScreening = z
  .object({
    at: instantField,
    outcome: z.enum(["clear", "possible", "excluded"]),
    candidates: z.number(),
    listName: z.string(),
    listDate: dayField,
    listSha256: z.string(),
    listRows: z.number(),
    decision: z.enum(["clear", "excluded"]).nullable(),
    decisionReason: z.string().nullable(),
    decider: z.string().nullable(),
  })
  .meta({ id: "PaymentScreening" });

/** A payment with its invoices, the trace behind each, and what became of it. */
export const paymentDetail = paymentRow
  .extend({
    /** The vendor as it stood, where its record was merged since. */ issuedTo: asIssued,
    checkNumber: z.string().nullable(),
    traceNumber: z.string().nullable(),
    bankRouting: z.string().nullable(),
    bankLast4: z.string().nullable(),
    drawnOn: z.string().nullable(),
    clearedOn: dayField.nullable(),
    returnedOn: dayField.nullable(),
    returnCode: z.string().nullable(),
    voidReason: z.string().nullable(),
    /** From when a bank need not pay the check; since when and until when its payee is asked about it. */
    staleOn: dayField.nullable(),
    askedOn: dayField.nullable(),
    answerBy: dayField.nullable(),
    bankConfirmation: z.string().nullable(),
    bankConfirmedOn: dayField.nullable(),
    /** Where the bank file with its entry is; null where there is none. */
    bankFile: z
      .object({
        state: z.enum(["none", "here", "atBank"]),
        takenAt: instantField.nullable(),
        takenBy: z.string().nullable(),
      })
      .nullable(),
    /** Who drew the costs that it pays, and what a void does to that; null where nobody did. */
    drawn: z.string().nullable(),
    payOn: dayField.nullable(),
    runStatus: runStatus.nullable(),
    screening: paymentScreening.nullable(),
    reissueOf: linkTo.nullable(),
    reissuedAs: linkTo
      .extend({ runNumber: z.string().nullable(), runStatus: runStatus.nullable() })
      .nullable(),
    openInvoices: z.number(),
    coveredBy: z.array(linkTo),
    invoices: z.array(
      z.object({
        invoiceId: z.string(),
        number: z.string(),
        vendorNumber: z.string(),
        kind: z.string(),
        dueOn: dayField.nullable(),
        total: z.number(),
        retainage: z.number(),
        part: z.number(),
        amount: z.number(),
        discount: z.number(),
        interest: z.number(),
        live: z.boolean(),
        trace: z.array(traceStep),
      }),
    ),
    actions,
  })
  .meta({ id: "PaymentDetail" });
export type PaymentDetail = z.output<typeof paymentDetail>;
