import { z } from "zod";
import { patchOf } from "#kernel/fields.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import { dayInput } from "#kernel/time-fields.ts";
import { orderCourse, orderStatuses } from "./order.labels.ts";
import { methodFields } from "../method/advice.model.ts";
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

/** The item of the contract's rate sheet that a line buys. */
const rateCode = z.string().trim().max(60).nullish();

/**
 * A line that orders a requisition's line (in part, or at another price); accounts follow the
 * requisition.
 */
const fromRequisition = z.strictObject({
  requisitionLineId: z.uuid(),
  quantity: quantity.nullish(),
  unitPrice: price.nullish(),
  rateCode,
});
/** A line of its own. */
const freeLine = lineInput.extend({ rateCode });

/** `endsOn` makes it a blanket order, `blanketId` a release of one; neither, an ordinary order. */
const blanketFields = {
  blanketId: z.uuid().nullish(),
  endsOn: z.iso.date().nullish(),
};

/**
 * The fields of an order's head, said once: create, edit, form, answers and labels derive from
 * them.
 */
export const orderFields = {
  title: z
    .string()
    .trim()
    .min(1, "Say what is ordered.")
    .max(200)
    .meta({ title: "What is ordered" }),
  vendorId: z.uuid("Choose a vendor.").meta({ title: "Vendor" }),
  departmentId: z.uuid("Choose a department.").meta({ title: "Department" }),
  /** The contract that it is placed under: it draws on its ceiling and rests on its competition. */
  contractId: z.uuid().nullish().meta({ title: "Contract" }),
  promisedOn: z.iso.date().nullish().meta({ title: "Promised on" }),
  placeId: z.uuid("Choose a place.").nullish().meta({ title: "Place" }),
  deliverTo: z.string().trim().max(300).default("").meta({ title: "Delivery note" }),
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
    ...orderFields,
    ...blanketFields,
    requisitionLines: z.array(fromRequisition).max(500).default([]),
    lines: z.array(freeLine).max(500).default([]),
  })
  .refine((o) => o.requisitionLines.length + o.lines.length > 0, {
    path: ["lines"],
    message: "Add at least one line.",
  })
  .refine((o) => !(o.blanketId && o.endsOn), {
    path: ["blanketId"],
    message: "A blanket order is not a release of another one.",
  });
export type OrderInput = z.output<typeof orderInput>;
/**
 * What is written over on a draft: fields by name; the lines as a whole where either list of them
 * is named.
 */
export const orderPatch = patchOf(orderFields)
  .extend({
    endsOn: z.iso.date().nullish(),
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
    promisedOn: dayInput().nullish(),
    /** The drafted change that is sent with it. */
    draftId: z.uuid().nullish(),
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
  | "end"
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
  kind: "standard" | "blanket" | "release";
  releasedAmount: number;
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
/** What a blanket order does not take by itself: its releases do. */
const byItself = (o: OrderFacts): boolean => o.kind !== "blanket";
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
      suits: byItself,
      unless: (o) => (o.kind === "blanket" ? "Goods are received on its releases." : busy(o)),
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
      suits: byItself,
      unless: (o) =>
        (o.kind === "blanket" ? "End the blanket order instead." : busy(o)) ??
        (o.receivedLines === 0 && o.invoicedAmount === 0
          ? nothingCame
          : notAllInvoiced(o.uninvoicedLines)),
    },
    end: {
      label: "End blanket order",
      from: ["issued", "acknowledged"],
      to: "closed",
      permission: "purchaseOrder.close",
      needsReason: true,
      suits: (o) => o.kind === "blanket",
      unless: (o) => (o.kind === "blanket" ? busy(o) : "Only a blanket order ends like this."),
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
        (o.releasedAmount > 0 ? "Releases were placed on it: end it instead." : null) ??
        ((o.receivedLines ?? o.receivedAmount) > 0
          ? somethingCame
          : o.invoicedAmount > 0
            ? "It was invoiced: short-close it instead, or void the invoice first."
            : null),
    },
  },
});
