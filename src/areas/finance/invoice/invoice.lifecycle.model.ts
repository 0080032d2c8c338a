import { lifecycle } from "#kernel/lifecycle.ts";
import { invoiceCourse, invoiceStatuses } from "./invoice.labels.ts";
import { releaseRefusal, voidRefusal, withholdRefusal, type Retained } from "./retainage.model.ts";

export type InvoiceStatus =
  | "received"
  | "exception"
  | "matched"
  | "in_approval"
  | "approved"
  | "scheduled"
  | "paid"
  | "disputed"
  | "rejected"
  | "voided";

export type InvoiceAction =
  | "match"
  | "edit"
  | "accept"
  | "submit"
  | "takeBack"
  | "approve"
  | "return"
  | "reject"
  | "dispute"
  | "schedule"
  | "unschedule"
  | "pay"
  | "unpay"
  | "releaseRetainage"
  | "withholdRetainage"
  | "void";

/** What the lifecycle's rules look at. */
export type InvoiceFacts = Retained & {
  discountTaken: number;
  status: string;
  openExceptions: number;
  firstException: string | null;
  createdBy: string | null;
};

const blocked = (i: InvoiceFacts) =>
  i.openExceptions > 0 ? (i.firstException ?? "An exception is open.") : null;

export const invoiceCycle = lifecycle<InvoiceFacts>()<InvoiceStatus, InvoiceAction>({
  noun: "invoice",
  initial: "received",
  statuses: invoiceStatuses,
  course: invoiceCourse,
  actions: {
    submit: {
      label: "Submit for approval",
      from: ["matched", "exception"],
      to: "in_approval",
      permission: "invoice.edit",
      tone: "primary",
      unless: blocked,
    },
    takeBack: {
      label: "Take back",
      from: ["in_approval"],
      to: null,
      outcomes: ["matched", "exception"],
      permission: "invoice.edit",
      needsReason: true,
    },
    match: {
      label: "Match again",
      from: ["received", "exception", "matched", "disputed"],
      to: null,
      outcomes: ["matched", "exception"],
      permission: "invoice.edit",
    },
    edit: {
      label: "Correct",
      from: ["received", "exception", "matched", "disputed"],
      to: null,
      outcomes: ["matched", "exception"],
      permission: "invoice.edit",
      system: true,
    },
    accept: {
      label: "Accept exception",
      from: ["received", "exception", "matched", "disputed"],
      to: null,
      outcomes: ["matched", "exception"],
      permission: "invoice.edit",
      system: true,
    },
    approve: {
      label: "Approve",
      from: ["in_approval"],
      to: "approved",
      outcomes: ["paid"],
      permission: "invoice.approve",
      system: true,
    },
    return: {
      label: "Return",
      from: ["in_approval"],
      to: "exception",
      permission: "invoice.approve",
      system: true,
    },
    reject: {
      label: "Reject",
      from: ["in_approval"],
      to: "rejected",
      permission: "invoice.approve",
      system: true,
    },
    dispute: {
      label: "Dispute with vendor",
      from: ["received", "exception", "matched"],
      to: "disputed",
      permission: "invoice.dispute",
      needsReason: true,
    },
    schedule: {
      label: "Schedule",
      from: ["approved"],
      to: "scheduled",
      permission: "payment.propose",
      system: true,
    },
    unschedule: {
      label: "Take off the run",
      from: ["scheduled"],
      to: "approved",
      permission: "payment.propose",
      system: true,
    },
    pay: {
      label: "Pay",
      from: ["scheduled"],
      to: "paid",
      outcomes: ["approved"],
      permission: "payment.release",
      system: true,
    },
    unpay: {
      label: "Reopen after void",
      from: ["paid", "approved", "scheduled"],
      to: null,
      outcomes: ["approved", "scheduled"],
      permission: "payment.void",
      system: true,
    },
    releaseRetainage: {
      label: "Release retainage",
      from: ["approved", "paid"],
      to: "approved",
      permission: "invoice.approve",
      byOthers: "release it",
      needsReason: true,
      suits: (i) => i.retainage > 0,
      unless: releaseRefusal,
    },
    withholdRetainage: {
      label: "Withhold again",
      from: ["approved"],
      to: null,
      outcomes: ["approved", "paid"],
      permission: "invoice.approve",
      needsReason: true,
      suits: (i) => i.retainageReleased > 0,
      unless: withholdRefusal,
    },
    void: {
      label: "Void",
      from: ["received", "exception", "matched", "disputed", "approved", "paid"],
      to: "voided",
      permission: "invoice.void",
      needsReason: true,
      tone: "danger",
      suits: (i) => i.status !== "paid" || i.paidAmount === 0,
      unless: voidRefusal,
    },
  },
});
