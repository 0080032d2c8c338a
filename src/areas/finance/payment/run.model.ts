import { z } from "zod";
import { gateFinding } from "#kernel/gate-fields.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { exclusionReasons } from "./payment.labels.ts";
import { runStatus } from "./run-lifecycle.model.ts";
import { method, actions, paymentRow } from "./payment.model.ts";

/**
 * An invoice that a run looked at and left out. `amount` is what would have been paid, in cents.
 */
const excludedRow = z.object({
  invoiceId: z.string(),
  number: z.string(),
  vendorId: z.string(),
  vendor: z.string(),
  amount: z.number(),
  code: z.enum(names(exclusionReasons)),
  reason: z.string(),
});

export type Excluded = z.output<typeof excludedRow>;

/** What a run is made of: everything due by a date, or named invoices. */
export const runInput = z.object({
  payThrough: z.iso
    .date("Enter the date through which invoices are paid.")
    .nullish()
    .meta({ title: "Pay invoices due through" }),
  /**
   * The settlement date that the bank is asked for, and the date on the checks; the next bank day
   * when not given.
   */
  payOn: dayInput().nullish().meta({ title: "Pay on" }),
  invoiceIds: z.array(z.uuid()).max(5000).nullish(),
  methods: z.array(method).min(1).max(2).nullish().meta({ title: "Methods" }),
  /** The agency's account that it is drawn on; the first in use when not given. */
  agencyAccountId: z.uuid().nullish().meta({ title: "Drawn on" }),
  note: z.string().trim().max(2000).default("").meta({ title: "Note" }),
});

export type RunInput = z.output<typeof runInput>;

export const runRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: runStatus,
    payOn: dayField,
    payThrough: dayField.nullable(),
    amount: z.number(),
    paymentCount: z.number(),
    achAmount: z.number(),
    checkAmount: z.number(),
    proposedBy: z.string().nullable(),
    releasedBy: z.string().nullable(),
    releasedOn: dayField.nullable(),
    version: z.number(),
  })
  .meta({ id: "PaymentRun" });

export type Run = z.output<typeof runRow>;

const plannedInvoice = z.object({
  invoiceId: z.string(),
  number: z.string(),
  vendorNumber: z.string(),
  kind: z.string(),
  dueOn: dayField.nullable(),
  total: z.number(),
  retainage: z.number(),
  paid: z.number(),
  part: z.number(),
  /** Money for the bill itself: what is payable less the discount. */
  amount: z.number(),
  discount: z.number(),
  discountOn: dayField.nullable(),
  discountLost: z.number(),
  interest: z.number(),
  interestRule: z.string().nullable(),
});

const plannedPayment = z.object({
  vendorId: z.string(),
  vendor: z.string(),
  method,
  amount: z.number(),
  invoices: z.array(plannedInvoice),
});

export type PlannedPayment = z.output<typeof plannedPayment>;

const methodTotal = z.object({ method, payments: z.number(), amount: z.number() });

/** What a run would pay and leave out. */
export const runPreview = z
  .object({
    payOn: dayField,
    agencyAccountId: z.string().nullable(),
    payments: z.array(plannedPayment),
    excluded: z.array(excludedRow),
    totals: z.array(methodTotal),
    amount: z.number(),
    /** What the run wins, what it can win no more, what it owes; in a sentence. */
    finding: z.string(),
    warnings: z.array(z.string()),
  })
  .meta({ id: "PaymentRunPreview" });

export type RunPreview = z.output<typeof runPreview>;

const runFile = z.object({
  kind: z.enum(["nacha", "register"]),
  name: z.string(),
  sha256: z.string(),
  size: z.number(),
  href: z.string(),
});

/** A bank file that was made for the run, newest first; `replacedAt` where another took its place. */
const bankFile = z.object({
  sha256: z.string(),
  modifier: z.string(),
  madeAt: instantField,
  replacedAt: instantField.nullable(),
  takenAt: instantField.nullable(),
  takenBy: z.string().nullable(),
  /** Payments whose entry stands in it and which are void. */
  voided: z.array(z.string()),
});

export const runDetail = runRow
  .extend({
    note: z.string(),
    /** What it takes of discounts, lost of them and pays of interest; null where none of it. */
    finding: z.string().nullable(),
    stopReason: z.string().nullable(),
    refused: z
      .object({ at: instantField, by: z.string().nullable(), reason: z.string() })
      .nullable(),
    sentAt: instantField.nullable(),
    fileModifier: z.string(),
    drawnOn: z.string().nullable(),
    approvalId: z.string().nullable(),
    payments: z.array(
      paymentRow.extend({
        blocked: z.string().nullable(),
        screening: z.enum(["possible", "excluded"]).nullable(),
        canTakeOff: z.boolean(),
      }),
    ),
    excluded: z.array(excludedRow),
    totals: z.array(methodTotal),
    files: z.array(runFile),
    bankFiles: z.array(bankFile),
    /** Of an approved run: what it will be drawn on, and the day on which the bank settles it. */
    release: z.object({ drawnOn: z.string().nullable(), payOn: dayField }).nullable(),
    /** What would stop its release; empty once it is released. */
    gate: z.array(gateFinding),
    actions,
  })
  .meta({ id: "PaymentRunDetail" });

export type RunDetail = z.output<typeof runDetail>;
