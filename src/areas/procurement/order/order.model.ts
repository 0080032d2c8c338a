import { z } from "zod";
import { offeredAction, patchOf } from "#kernel/fields.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import { orderCourse, orderStatuses } from "./order.labels.ts";
import { adviceRow, likePurchases, methodFields } from "../method/advice.model.ts";
import { insuranceStanding } from "../insurance/insurance.model.ts";
import { ofWhoLeft, type LeftFacts } from "../takeover/takeover.model.ts";
import { lineInput } from "../requisition/requisition.model.ts";

const quantity = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "The quantity is a number with at most four decimals.")
  .refine((t) => Number(t) > 0, "The quantity must be above zero.");
const price = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "The unit price is a number with at most four decimals.");

/**
 * A line that orders a requisition's line (in part, or at another price); accounts follow the
 * requisition.
 */
const fromRequisition = z.strictObject({
  requisitionLineId: z.uuid(),
  quantity: quantity.nullish(),
  unitPrice: price.nullish(),
});
/** A line of its own. */
const freeLine = lineInput;

const headFields = {
  title: z
    .string()
    .trim()
    .min(1, "Say what is ordered.")
    .max(200)
    .meta({ title: "What is ordered" }),
  vendorId: z.uuid("Choose a vendor.").meta({ title: "Vendor" }),
  departmentId: z.uuid("Choose a department.").meta({ title: "Department" }),
  promisedOn: z.iso.date().nullish().meta({ title: "Promised on" }),
  deliverTo: z.string().trim().max(300).default("").meta({ title: "Deliver to" }),
  termsDays: z.number().int().min(0).max(365).default(30).meta({ title: "Payment terms, days" }),
  instructions: z
    .string()
    .trim()
    .max(4000)
    .default("")
    .meta({ title: "Instructions to the vendor" }),
  /** How an order without a requisition is bought; beside lines of requisitions theirs holds. */
  ...methodFields,
  matchMode: z.enum(["two_way", "three_way"]).default("three_way").meta({ title: "Match" }),
  overReceiptPercent: z
    .string()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, "A percentage from 0 to 99.99.")
    .default("0")
    .meta({ title: "Over-receipt tolerance, %" }),
};
export const orderInput = z
  .object({
    ...headFields,
    requisitionLines: z.array(fromRequisition).max(500).default([]),
    lines: z.array(freeLine).max(500).default([]),
  })
  .refine((o) => o.requisitionLines.length + o.lines.length > 0, {
    path: ["lines"],
    message: "Add at least one line.",
  });
export type OrderInput = z.output<typeof orderInput>;
/**
 * What is written over on a draft: fields by name; the lines as a whole where either list of them
 * is named.
 */
export const orderPatch = patchOf(headFields)
  .extend({
    requisitionLines: z.array(fromRequisition).max(500).optional(),
    lines: z.array(freeLine).max(500).optional(),
  })
  .refine(
    (o) =>
      (!o.requisitionLines && !o.lines) ||
      (o.requisitionLines?.length ?? 0) + (o.lines?.length ?? 0) > 0,
    {
      path: ["lines"],
      message: "Leave at least one line. Cancel the order if nothing of it is wanted.",
    },
  );
export type OrderPatch = z.output<typeof orderPatch>;

/** A change of an issued order: new quantities or prices by line, cancelled lines, added lines. */
export const changeInput = z
  .object({
    reason: z.string().trim().min(3, "Say why the order changes.").max(1000),
    lines: z
      .array(
        z.strictObject({
          id: z.uuid(),
          quantity: quantity.nullish(),
          unitPrice: price.nullish(),
          cancelled: z.boolean().nullish(),
        }),
      )
      .max(500)
      .default([]),
    added: z.array(freeLine).max(200).default([]),
    promisedOn: z.iso.date().nullish(),
    /**
     * How the order is bought from now on, where its total grows beyond what the method in force
     * allows.
     */
    ...methodFields,
  })
  .refine((c) => c.lines.length + c.added.length > 0 || c.promisedOn, {
    path: ["lines"],
    message: "Change at least one line.",
  });
export type ChangeInput = z.output<typeof changeInput>;

export type OrderStatus =
  | "draft"
  | "in_approval"
  | "approved"
  | "issued"
  | "acknowledged"
  | "partly_received"
  | "received"
  | "closed"
  | "short_closed"
  | "cancelled"
  | "returned";
export type OrderAction =
  | "submit"
  | "takeOver"
  | "recall"
  | "approve"
  | "return"
  | "reject"
  | "issue"
  | "resend"
  | "acknowledge"
  | "receive"
  | "unreceive"
  | "change"
  | "withdrawChange"
  | "close"
  | "shortClose"
  | "cancel";
/**
 * How many lines keep something that came, and of how many that cost something more came than is
 * invoiced. The services that end an order look behind their locks, so both may be left out.
 */
export type OrderFacts = {
  status: string;
  amount: number;
  receivedAmount: number;
  invoicedAmount: number;
  pendingChange: unknown;
  acknowledgedAt: string | null;
  receivedLines?: number;
  uninvoicedLines?: number;
} & LeftFacts;

/**
 * Why an order cannot be closed yet, by quantity: a lower price leaves nothing to wait for, and a
 * higher one pays for nothing else.
 */
export const notAllInvoiced = (lines: number | undefined): string | null =>
  lines ? "Not everything received is invoiced yet." : null;
/**
 * Why an order of which nothing is kept is not closed short, and one of which something is kept is
 * not cancelled; by quantity, since goods may cost nothing.
 */
export const nothingCame = "Nothing was received: cancel it instead.";
export const somethingCame = "Goods were received: short-close it instead.";
/** Why who placed or issued an order does not receive it. */
export const placedIt = "You placed this order, so another person must receive it.";
const busy = (o: OrderFacts) => (o.pendingChange ? "A change waits for approval." : null);

export const orderCycle = lifecycle<OrderFacts>()<OrderStatus, OrderAction>({
  noun: "purchase order",
  initial: "draft",
  statuses: orderStatuses,
  course: orderCourse,
  actions: {
    submit: {
      label: "Submit",
      from: ["draft", "returned"],
      to: null,
      outcomes: ["in_approval", "approved"],
      permission: "purchaseOrder.create",
      tone: "primary",
    },
    takeOver: {
      label: "Take over",
      from: ["draft", "returned"],
      to: null,
      outcomes: ["draft", "returned"],
      permission: "purchaseOrder.close",
      ...ofWhoLeft,
    },
    recall: {
      label: "Take back",
      from: ["in_approval", "approved"],
      to: "draft",
      permission: "purchaseOrder.create",
    },
    approve: {
      label: "Approve",
      from: ["in_approval"],
      to: "approved",
      permission: "approval.decide",
      system: true,
    },
    return: {
      label: "Return",
      from: ["in_approval"],
      to: "returned",
      permission: "approval.decide",
      system: true,
    },
    reject: {
      label: "Reject",
      from: ["in_approval"],
      to: "cancelled",
      permission: "approval.decide",
      system: true,
    },
    issue: {
      label: "Issue to vendor",
      from: ["approved"],
      to: "issued",
      permission: "purchaseOrder.issue",
      tone: "primary",
    },
    resend: {
      label: "Mail again",
      from: ["issued", "acknowledged", "partly_received", "received"],
      to: null,
      outcomes: ["issued", "acknowledged", "partly_received", "received"],
      permission: "purchaseOrder.issue",
    },
    acknowledge: {
      label: "Record acknowledgement",
      from: ["issued", "partly_received", "received"],
      to: null,
      outcomes: ["acknowledged", "partly_received", "received"],
      permission: "purchaseOrder.issue",
      needsReason: true,
      suits: (o) => !o.acknowledgedAt,
      unless: (o) => (o.acknowledgedAt ? "This version is acknowledged." : null),
    },
    receive: {
      label: "Receive goods",
      from: ["issued", "acknowledged", "partly_received"],
      to: null,
      outcomes: ["issued", "acknowledged", "partly_received", "received"],
      permission: "receipt.post",
      tone: "primary",
      unless: busy,
    },
    unreceive: {
      label: "Reverse receipt",
      from: ["partly_received", "received"],
      to: null,
      outcomes: ["issued", "acknowledged", "partly_received", "received"],
      permission: "receipt.post",
      system: true,
    },
    change: {
      label: "Change order",
      from: ["issued", "acknowledged", "partly_received"],
      to: null,
      outcomes: ["issued", "acknowledged", "partly_received", "received"],
      permission: "purchaseOrder.issue",
      unless: busy,
    },
    withdrawChange: {
      label: "Take the change back",
      from: ["issued", "acknowledged", "partly_received"],
      to: null,
      outcomes: ["issued", "acknowledged", "partly_received"],
      permission: "purchaseOrder.issue",
      suits: (o) => Boolean(o.pendingChange),
      unless: (o) => (o.pendingChange ? null : "No change waits."),
    },
    close: {
      label: "Close",
      from: ["received"],
      to: "closed",
      permission: "purchaseOrder.close",
      unless: (o) => busy(o) ?? notAllInvoiced(o.uninvoicedLines),
    },
    shortClose: {
      label: "Short-close",
      from: ["issued", "acknowledged", "partly_received", "received"],
      to: "short_closed",
      permission: "purchaseOrder.close",
      needsReason: true,
      unless: (o) =>
        busy(o) ??
        (o.receivedLines === 0 && o.invoicedAmount === 0
          ? nothingCame
          : notAllInvoiced(o.uninvoicedLines)),
    },
    cancel: {
      label: "Cancel",
      from: [
        "draft",
        "returned",
        "approved",
        "issued",
        "acknowledged",
        "partly_received",
        "received",
      ],
      to: "cancelled",
      permission: "purchaseOrder.close",
      needsReason: true,
      tone: "danger",
      unless: (o) =>
        busy(o) ??
        ((o.receivedLines ?? o.receivedAmount) > 0
          ? somethingCame
          : o.invoicedAmount > 0
            ? "It was invoiced: short-close it instead, or void the invoice first."
            : null),
    },
  },
});

const status = z.enum(Object.keys(orderCycle.statuses) as [OrderStatus, ...OrderStatus[]]);
export const orderRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    status,
    revision: z.number(),
    vendor: z.string(),
    vendorId: z.string(),
    department: z.string(),
    departmentId: z.string(),
    buyer: z.string().nullable(),
    amount: z.number(),
    receivedAmount: z.number(),
    invoicedAmount: z.number(),
    orderedOn: z.string(),
    promisedOn: z.string().nullable(),
    emergency: z.boolean(),
    late: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "PurchaseOrder" });
export type Order = z.output<typeof orderRow>;

const splitRow = z.object({
  id: z.string(),
  accountStringId: z.string(),
  code: z.string(),
  percent: z.string().nullable(),
  amount: z.number(),
  encumbered: z.number(),
  expended: z.number(),
});
export const orderLineRow = z.object({
  id: z.string(),
  lineNo: z.number(),
  requisitionLineId: z.string().nullable(),
  requisitionNumber: z.string().nullable(),
  requisitionId: z.string().nullable(),
  description: z.string(),
  commodityCode: z.string().nullable(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  amount: z.number(),
  receivedQuantity: z.string(),
  invoicedQuantity: z.string(),
  invoicedAmount: z.number(),
  cancelled: z.boolean(),
  splits: z.array(splitRow),
});
export const receiptRow = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(["posted", "reversed"]),
  receivedOn: z.string(),
  receivedBy: z.string().nullable(),
  packingSlip: z.string(),
  note: z.string(),
  version: z.number(),
  photos: z.array(z.object({ fileId: z.string(), name: z.string(), size: z.number() })),
  lines: z.array(
    z.object({
      id: z.string(),
      purchaseOrderLineId: z.string(),
      quantity: z.string(),
      rejectedQuantity: z.string(),
      rejectReason: z.string(),
      returnedOn: z.string().nullable(),
    }),
  ),
});
export const orderDetail = orderRow
  .extend({
    instructions: z.string(),
    deliverTo: z.string(),
    termsDays: z.number(),
    method: z.string().nullable(),
    methodCitation: z.string().nullable(),
    methodReason: z.string(),
    aggregateAmount: z.number(),
    splitWarning: z.boolean(),
    /** For lines of its own alone: what the rules suggest, and what counts with them. */ advice:
      adviceRow.nullable(),
    lookback: likePurchases.nullable(),
    matchMode: z.enum(["two_way", "three_way"]),
    overReceiptPercent: z.string(),
    fiscalYear: z.number(),
    federal: z.boolean(),
    buyerId: z.string().nullable(),
    issuedAt: z.string().nullable(),
    acknowledgedAt: z.string().nullable(),
    acknowledgedBy: z.string().nullable(),
    closeReason: z.string().nullable(),
    vendorEmail: z.string().nullable(),
    vendorStatus: z.string(),
    pendingChange: z
      .object({
        reason: z.string(),
        difference: z.number(),
        growth: z.number(),
        amount: z.number(),
        asked: z.string(),
        /** Where the total grows: how the order is bought then, and what counts with like purchases. */ method:
          z.string().nullable(),
        methodReason: z.string(),
        methodCitation: z.string().nullable(),
        aggregateAmount: z.number().nullable(),
        splitWarning: z.boolean(),
      })
      .nullable(),
    lines: z.array(orderLineRow),
    receipts: z.array(receiptRow),
    versions: z.array(
      z.object({
        revision: z.number(),
        reason: z.string(),
        amount: z.number(),
        createdAt: z.string(),
      }),
    ),
    invoices: z.array(
      z.object({ id: z.string(), number: z.string(), status: z.string(), amount: z.number() }),
    ),
    approvalId: z.string().nullable(),
    encumbered: z.number(),
    expended: z.number(),
    actions: z.array(offeredAction),
    /** Whether this person may edit it now; `awarded`: an award decided its vendor and lines. */ canEdit:
      z.boolean(),
    awarded: z.boolean(),
    /** A draft whose buyer is no longer a member. */ authorLeft: z.boolean(),
    checks: z.array(z.object({ ok: z.boolean(), text: z.string() })),
    insurance: z.array(insuranceStanding),
  })
  .meta({ id: "PurchaseOrderDetail" });
export type OrderDetail = z.output<typeof orderDetail>;
