import { z } from "zod";
import { lifecycle, type Asker } from "#kernel/lifecycle.ts";
import { sentence } from "#kernel/words.ts";
import { isRoutingNumber } from "./nacha.model.ts";
import {
  exclusionReasons,
  paymentCourse,
  paymentStatuses,
  runCourse,
  runStatuses,
  type ExclusionCode,
} from "./payment.labels.ts";

const method = z.enum(["ach", "check"]);

/**
 * An invoice that a run looked at and left out. `amount` is what would have been paid, in cents.
 */
export const excludedRow = z.object({
  invoiceId: z.string(),
  number: z.string(),
  vendorId: z.string(),
  vendor: z.string(),
  amount: z.number(),
  code: z.enum(Object.keys(exclusionReasons) as [ExclusionCode, ...ExclusionCode[]]),
  reason: z.string(),
});
export type Excluded = z.output<typeof excludedRow>;

export type RunStatus =
  | "proposed"
  | "in_approval"
  | "approved"
  | "returned"
  | "released"
  | "sent"
  | "refused"
  | "cancelled";
export type RunAction =
  | "submit"
  | "approve"
  | "return"
  | "reject"
  | "release"
  | "send"
  | "refuse"
  | "cancel"
  | "reduce";
export type RunFacts = {
  status: string;
  paymentCount: number;
  proposedBy: string | null;
  approverIds: readonly string[];
  blocked: readonly string[];
  nachaFileId: string | null;
  /** ACH payments that are released and nothing else. */ outAch: number;
};

/**
 * Three people: who proposed it, who approved it and who releases it are never the same person,
 * administrators included.
 */
const releaseRule = (run: RunFacts, asker: Asker): string | null => {
  if (asker.personId && run.proposedBy === asker.personId)
    return "You proposed this run, so another person must release it (separation of duties).";
  if (asker.personId && run.approverIds.includes(asker.personId))
    return "You approved this run, so another person must release it (separation of duties).";
  if (run.blocked.length)
    return `${sentence(run.blocked[0]!)} ${run.blocked.length > 1 ? `And ${run.blocked.length - 1} more. Take them off the run, or settle them first.` : "Take it off the run, or settle it first."}`;
  return null;
};
const empty = (run: RunFacts) =>
  run.paymentCount === 0 ? "No payment is left in this run." : null;

/** Why a file cannot be recorded as refused. */
export const nothingOut =
  "No ACH payment of this run is still out: each has cleared, came back or is void.";

export const runCycle = lifecycle<RunFacts>()<RunStatus, RunAction>({
  noun: "payment run",
  initial: "proposed",
  statuses: runStatuses,
  course: runCourse,
  actions: {
    submit: {
      label: "Submit for approval",
      from: ["proposed", "returned"],
      to: "in_approval",
      permission: "payment.propose",
      tone: "primary",
      unless: (run, asker) =>
        empty(run) ??
        (run.proposedBy && asker.personId !== run.proposedBy
          ? "Only who proposed this run can submit it: the approver must be someone else."
          : null),
    },
    approve: {
      label: "Approve",
      from: ["in_approval"],
      to: "approved",
      permission: "payment.approve",
      system: true,
    },
    return: {
      label: "Return",
      from: ["in_approval"],
      to: "returned",
      permission: "payment.approve",
      system: true,
    },
    reject: {
      label: "Reject",
      from: ["in_approval"],
      to: "cancelled",
      permission: "payment.approve",
      system: true,
    },
    release: {
      label: "Release",
      from: ["approved"],
      to: null,
      outcomes: ["released", "approved"],
      permission: "payment.release",
      tone: "primary",
      unless: (run, asker) => empty(run) ?? releaseRule(run, asker),
    },
    send: {
      label: "Mark as sent to bank",
      from: ["released"],
      to: "sent",
      permission: "payment.release",
      tone: "primary",
    },
    refuse: {
      label: "Record bank refusal",
      from: ["released", "sent"],
      to: "refused",
      permission: "payment.void",
      needsReason: true,
      tone: "danger",
      suits: (run) => run.nachaFileId !== null,
      unless: (run) =>
        run.nachaFileId === null
          ? "This run has no bank file: it pays by check only."
          : run.outAch === 0
            ? nothingOut
            : null,
    },
    cancel: {
      label: "Cancel run",
      from: ["proposed", "in_approval", "approved", "returned"],
      to: "cancelled",
      permission: "payment.hold",
      needsReason: true,
      tone: "danger",
    },
    reduce: {
      label: "Take a payment off",
      from: ["proposed", "approved", "returned"],
      to: null,
      outcomes: ["proposed", "approved", "returned"],
      permission: "payment.hold",
      system: true,
    },
  },
});

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

const actions = z.array(
  z.object({
    name: z.string(),
    label: z.string(),
    enabled: z.boolean(),
    reason: z.string().nullable(),
    needsReason: z.boolean(),
    tone: z.enum(["primary", "default", "danger"]),
  }),
);
const runStatus = z.enum(Object.keys(runCycle.statuses) as [RunStatus, ...RunStatus[]]);
const paymentStatus = z.enum(
  Object.keys(paymentCycle.statuses) as [PaymentStatus, ...PaymentStatus[]],
);

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
  payOn: z.iso.date().nullish().meta({ title: "Pay on" }),
  invoiceIds: z.array(z.uuid()).max(5000).nullish(),
  methods: z.array(method).min(1).max(2).nullish().meta({ title: "Methods" }),
  note: z.string().trim().max(2000).default("").meta({ title: "Note" }),
});
export type RunInput = z.output<typeof runInput>;

export const runRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: runStatus,
    payOn: z.string(),
    payThrough: z.string().nullable(),
    amount: z.number(),
    paymentCount: z.number(),
    achAmount: z.number(),
    checkAmount: z.number(),
    proposedBy: z.string().nullable(),
    releasedBy: z.string().nullable(),
    releasedOn: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "PaymentRun" });
export type Run = z.output<typeof runRow>;

const plannedInvoice = z.object({
  invoiceId: z.string(),
  number: z.string(),
  vendorNumber: z.string(),
  kind: z.string(),
  dueOn: z.string().nullable(),
  total: z.number(),
  retainage: z.number(),
  paid: z.number(),
  part: z.number(),
  amount: z.number(),
});
export const plannedPayment = z.object({
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
    payOn: z.string(),
    payments: z.array(plannedPayment),
    excluded: z.array(excludedRow),
    totals: z.array(methodTotal),
    amount: z.number(),
    warnings: z.array(z.string()),
  })
  .meta({ id: "PaymentRunPreview" });
export type RunPreview = z.output<typeof runPreview>;

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
    invoiceCount: z.number(),
    paidOn: z.string().nullable(),
    runId: z.string().nullable(),
    runNumber: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "Payment" });
export type Payment = z.output<typeof paymentRow>;

const traceStep = z.object({
  kind: z.enum(["requisition", "purchaseOrder", "receipt", "invoice", "payment"]),
  id: z.string().nullable(),
  number: z.string(),
  on: z.string().nullable(),
  href: z.string().nullable(),
  here: z.boolean(),
});
const linkTo = z.object({ id: z.string(), number: z.string() });

/** The exclusion screening with which a payment went out, or which holds it. */
export const paymentScreening = z
  .object({
    at: z.string(),
    outcome: z.enum(["clear", "possible", "excluded"]),
    candidates: z.number(),
    listName: z.string(),
    listDate: z.string(),
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
    checkNumber: z.string().nullable(),
    traceNumber: z.string().nullable(),
    bankRouting: z.string().nullable(),
    bankLast4: z.string().nullable(),
    drawnOn: z.string().nullable(),
    clearedOn: z.string().nullable(),
    returnedOn: z.string().nullable(),
    returnCode: z.string().nullable(),
    voidReason: z.string().nullable(),
    payOn: z.string().nullable(),
    runStatus: runStatus.nullable(),
    screening: paymentScreening.nullable(),
    reissueOf: linkTo.nullable(),
    reissuedAs: linkTo.nullable(),
    openInvoices: z.number(),
    coveredBy: z.array(linkTo),
    invoices: z.array(
      z.object({
        invoiceId: z.string(),
        number: z.string(),
        vendorNumber: z.string(),
        kind: z.string(),
        dueOn: z.string().nullable(),
        total: z.number(),
        retainage: z.number(),
        part: z.number(),
        amount: z.number(),
        live: z.boolean(),
        trace: z.array(traceStep),
      }),
    ),
    actions,
  })
  .meta({ id: "PaymentDetail" });
export type PaymentDetail = z.output<typeof paymentDetail>;

const runFile = z.object({
  kind: z.enum(["nacha", "register"]),
  name: z.string(),
  sha256: z.string(),
  size: z.number(),
  href: z.string(),
});
export const runDetail = runRow
  .extend({
    note: z.string(),
    stopReason: z.string().nullable(),
    refused: z.object({ at: z.string(), by: z.string().nullable(), reason: z.string() }).nullable(),
    sentAt: z.string().nullable(),
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
    actions,
  })
  .meta({ id: "PaymentRunDetail" });
export type RunDetail = z.output<typeof runDetail>;

export const payableRow = z
  .object({
    id: z.string(),
    number: z.string(),
    vendor: z.string(),
    vendorId: z.string(),
    vendorNumber: z.string(),
    kind: z.string(),
    method,
    invoiceDate: z.string(),
    dueOn: z.string().nullable(),
    total: z.number(),
    retainage: z.number(),
    payable: z.number(),
    blocked: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "Payable" });
export type Payable = z.output<typeof payableRow>;

/** A hold is on a vendor or on one invoice. */
export const holdInput = z.object({
  vendorId: z.uuid().nullish(),
  invoiceId: z.uuid().nullish(),
  reason: z.string().trim().min(3, "Say why payment is held.").max(500),
});
export const holdRow = z
  .object({
    id: z.string(),
    scope: z.enum(["vendor", "invoice"]),
    on: z.string(),
    vendorId: z.string(),
    invoiceId: z.string().nullable(),
    reason: z.string(),
    status: z.enum(["held", "lifted"]),
    placedBy: z.string().nullable(),
    placedAt: z.string(),
    canLift: z.boolean(),
    liftedBy: z.string().nullable(),
    liftedAt: z.string().nullable(),
    liftReason: z.string().nullable(),
  })
  .meta({ id: "PaymentHold" });
export type Hold = z.output<typeof holdRow>;

const routingNumber = (what: string) =>
  z
    .string()
    .trim()
    .refine(
      isRoutingNumber,
      `${what} is not a routing number: nine digits with a right check digit.`,
    );
/** The account that payments are drawn on. `accountNumber` is written, never read back. */
export const agencyBankInput = z.object({
  bankName: z.string().trim().min(1, "Enter the bank's name.").max(23),
  companyName: z.string().trim().min(1, "Enter the agency's name as the bank knows it.").max(23),
  immediateDestination: routingNumber("The immediate destination"),
  originatingRouting: routingNumber("This"),
  immediateOrigin: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9 ]{1,10}$/, "One to ten letters or digits, as the bank gave them."),
  companyId: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9 ]{1,10}$/, "One to ten letters or digits, often 1 and the tax number."),
  entryDescription: z.string().trim().min(1).max(10).default("VENDOR PAY"),
  accountNumber: z
    .string()
    .trim()
    .regex(/^[0-9]{4,17}$/, "Four to seventeen digits.")
    .nullish(),
  nextCheckNumber: z.number().int().min(1).max(9_999_999_999).nullish(),
});
export type AgencyBankInput = z.output<typeof agencyBankInput>;
export const agencyBankRow = z
  .object({
    id: z.string().nullable(),
    number: z.string(),
    bankName: z.string(),
    companyName: z.string(),
    immediateDestination: z.string(),
    originatingRouting: z.string(),
    immediateOrigin: z.string(),
    companyId: z.string(),
    entryDescription: z.string(),
    accountLast4: z.string().nullable(),
    nextCheckNumber: z.number(),
    version: z.number(),
    canEdit: z.boolean(),
  })
  .meta({ id: "AgencyBankAccount" });
export type AgencyBank = z.output<typeof agencyBankRow>;
