import { z } from "zod";
import { runCycle, type RunStatus } from "./run.lifecycle.model.ts";
import { paymentCycle, type PaymentStatus } from "./payment.lifecycle.model.ts";

export const method = z.enum(["ach", "check"]);

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
export const runStatus = z.enum(Object.keys(runCycle.statuses) as [RunStatus, ...RunStatus[]]);
const paymentStatus = z.enum(
  Object.keys(paymentCycle.statuses) as [PaymentStatus, ...PaymentStatus[]],
);

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
