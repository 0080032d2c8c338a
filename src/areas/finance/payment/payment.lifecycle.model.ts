import { lifecycle } from "#kernel/lifecycle.ts";
import { paymentCourse, paymentStatuses } from "./payment.labels.ts";

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
  | "cancel"
  | "reissue";
export type PaymentFacts = {
  status: string;
  method: string;
  runStatus: string | null;
  reissuedAs: string | null;
  /** Invoices of it that are approved and in no other payment. */ openInvoices: number;
  /** Other payments that hold its invoices now. */ coveredBy: string | null;
};

const nothingToReissue = (p: PaymentFacts): string | null => {
  if (p.reissuedAs) return `It was reissued as ${p.reissuedAs}.`;
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
