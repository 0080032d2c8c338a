import { z } from "zod";
import { lifecycle } from "#kernel/lifecycle.ts";
import { dayField, instantField, dayInput } from "#kernel/time-fields.ts";
import {
  changeRequestStatuses,
  shipmentCourse,
  shipmentsToCome,
  shipNoticeStatuses,
  type ShipmentStatus,
} from "./fulfilment.labels.ts";
import { names } from "#kernel/labels.ts";

const amount = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,4})?$/, "A number with at most four decimals.")
  .refine((text) => Number(text) > 0, "It must be above zero.");
const day = (what: string) => dayInput(`Enter ${what}.`);

export const shipNoticeInput = z
  .object({
    carrier: z.string().trim().min(1, "Say who carries it; your own truck counts.").max(120),
    tracking: z.string().trim().max(120).default(""),
    shippedOn: day("the day on which it left"),
    expectedOn: day("the day on which it should arrive"),
    packages: z.number().int().min(1).max(100_000).nullish(),
    note: z.string().trim().max(2000).default(""),
    lines: z
      .array(
        z.strictObject({
          lineId: z.uuid(),
          quantity: amount,
          lot: z.string().trim().max(80).default(""),
        }),
      )
      .min(1, "Name at least one line.")
      .max(500),
  })
  .refine((n) => n.expectedOn >= n.shippedOn, {
    path: ["expectedOn"],
    message: "It cannot arrive before it left.",
  });
export type ShipNoticeInput = z.output<typeof shipNoticeInput>;

export const changeRequestInput = z
  .object({
    reason: z.string().trim().min(3, "Say why the order should change.").max(2000),
    promisedOn: z.iso.date().or(z.literal("")).nullish(),
    lines: z
      .array(
        z.strictObject({
          lineId: z.uuid(),
          quantity: amount.nullish(),
          unitPrice: amount.nullish(),
        }),
      )
      .max(500)
      .default([]),
  })
  .refine((c) => Boolean(c.promisedOn) || c.lines.some((l) => l.quantity || l.unitPrice), {
    path: ["promisedOn"],
    message: "Name another date, or another quantity or price of a line.",
  });
export type ChangeRequestInput = z.output<typeof changeRequestInput>;

type ShipFacts = { status: string };
/** A notice is the shipment of its order: where it stands follows from its events, receipts and proof. */
export const shipNoticeCycle = lifecycle<ShipFacts>()<ShipmentStatus, "follow" | "withdraw">({
  noun: "shipment",
  initial: "info_received",
  statuses: shipNoticeStatuses,
  course: shipmentCourse,
  actions: {
    follow: {
      label: "What its records say",
      from: [...shipmentsToCome, "delivered", "verified", "returned", "expired"],
      to: null,
      outcomes: [...shipmentsToCome, "delivered", "verified", "returned", "expired"],
      permission: "receipt.post",
      system: true,
    },
    withdraw: {
      label: "Withdraw",
      from: shipmentsToCome,
      to: "withdrawn",
      permission: "vendorPortal.act",
    },
  },
});

export const changeRequestCycle = lifecycle<ShipFacts>()<
  keyof typeof changeRequestStatuses,
  "accept" | "decline" | "withdraw"
>({
  noun: "order change request",
  initial: "open",
  statuses: changeRequestStatuses,
  course: ["open", "accepted"],
  actions: {
    accept: {
      label: "Accept",
      from: ["open"],
      to: "accepted",
      permission: "purchaseOrder.issue",
      tone: "primary",
    },
    decline: {
      label: "Decline",
      from: ["open"],
      to: "declined",
      permission: "purchaseOrder.issue",
      needsReason: true,
    },
    withdraw: {
      label: "Withdraw",
      from: ["open"],
      to: "withdrawn",
      permission: "vendorPortal.act",
    },
  },
});

const wanted = z.object({
  lineId: z.string(),
  lineNo: z.number(),
  quantity: z.string().nullable(),
  unitPrice: z.string().nullable(),
});
const shipNoticeRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(shipNoticeStatuses)),
    carrier: z.string(),
    tracking: z.string(),
    shippedOn: dayField,
    expectedOn: dayField,
    packages: z.number().nullable(),
    note: z.string(),
    by: z.string(),
    createdAt: instantField,
    version: z.number(),
    lines: z.array(z.object({ lineId: z.string(), quantity: z.string(), lot: z.string() })),
  })
  .meta({ id: "ShipNotice" });
export type ShipNotice = z.output<typeof shipNoticeRow>;
const changeRequestRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(["open", "accepted", "declined", "withdrawn"]),
    reason: z.string(),
    promisedOn: dayField.nullable(),
    lines: z.array(wanted),
    askedBy: z.string(),
    askedAt: instantField,
    answer: z.string().nullable(),
    answeredAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "OrderChangeRequest" });
export type ChangeRequest = z.output<typeof changeRequestRow>;
export const fulfilment = z
  .object({
    notices: z.array(shipNoticeRow),
    requests: z.array(changeRequestRow),
    canAnswer: z.boolean(),
  })
  .meta({ id: "OrderFulfilment" });
export type Fulfilment = z.output<typeof fulfilment>;
