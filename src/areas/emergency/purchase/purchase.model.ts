import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { formatDate } from "#kernel/dates.ts";
import { names } from "#kernel/labels.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import { lineTotalCents } from "#kernel/money.ts";
import { dayField, instantField, instantInput } from "#kernel/time-fields.ts";
import type { Day } from "#kernel/time.ts";
import {
  approvedHows,
  purchaseCourse,
  purchaseStatuses,
  type AfterAction,
  type PurchaseStatus,
} from "../emergency.labels.ts";

const quantity = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,4})?$/, "The quantity is a number with at most four decimals.");

/** What the duty officer sends with Issue. Lines with quantity 0 are left out. */
export const purchaseInput = z.object({
  /** Made when the form is opened: pressed again, it is the same order. */
  requestId: z.uuid(),
  declarationId: z.uuid("Choose a declaration in force."),
  kitId: z.uuid("Choose a kit."),
  quantities: z
    .array(z.object({ kitLineId: z.uuid(), quantity }))
    .min(1, "Enter a quantity.")
    .max(100),
  accountId: z.uuid("Choose the account."),
  need: z
    .string()
    .trim()
    .min(20, "Say in your own words what is needed and why it cannot wait (20 characters).")
    .max(4000),
  approverId: z.uuid("Choose who approved it."),
  approvedHow: z.enum(names(approvedHows), "Say how."),
  approvedAt: instantInput("Say when."),
  deliverTo: z.string().trim().max(300).default(""),
});
export type PurchaseInput = z.output<typeof purchaseInput>;

/** What completes an order's file afterwards. */
export const filePatch = z.object({
  priceBasis: z.string().trim().max(2000).optional(),
  endsOn: z.iso.date().nullish(),
  recompeteOn: z.iso.date().nullish(),
  recompeteNote: z.string().trim().max(1000).optional(),
});
export type FilePatch = z.output<typeof filePatch>;

export const askAgainInput = z.object({
  need: purchaseInput.shape.need,
});

/** One thing that is checked beside an emergency order. `stops`: it is not issued while not ok. */
export const check = z.object({
  key: z.string(),
  ok: z.boolean(),
  stops: z.boolean(),
  text: z.string(),
  citation: z.string(),
});
export type Check = z.output<typeof check>;
/** The text of the first check that stops the order; null when it may go out. */
export const stopOf = (checks: readonly Check[]): string | null =>
  checks.find((each) => !each.ok && each.stops)?.text ?? null;

export type PurchaseAction = "ratify" | "return" | "refuse" | "askAgain";
export type PurchaseFacts = { status: string; orderedBy: string | null };

/** Steps of the ratification; the order itself goes its own way. */
export const purchaseCycle = lifecycle<PurchaseFacts>()<PurchaseStatus, PurchaseAction>({
  noun: "emergency order",
  initial: "to_ratify",
  statuses: purchaseStatuses,
  course: purchaseCourse,
  actions: {
    ratify: {
      label: "Ratify",
      from: ["to_ratify"],
      to: "ratified",
      permission: "emergency.ratify",
      system: true,
    },
    return: {
      label: "Return",
      from: ["to_ratify"],
      to: "returned",
      permission: "emergency.ratify",
      system: true,
    },
    refuse: {
      label: "Refuse",
      from: ["to_ratify"],
      to: "refused",
      permission: "emergency.ratify",
      system: true,
    },
    askAgain: {
      label: "Ask again",
      from: ["returned"],
      to: "to_ratify",
      permission: "emergency.order",
      tone: "primary",
    },
  },
});

/** What an order's file is judged by. Instants are ISO, days YYYY-MM-DD. */
export type FileFacts = {
  status: PurchaseStatus;
  need: string;
  priceBasis: string;
  endsOn: Day | null;
  recompeteOn: Day | null;
  recompeteNote: string;
  checks: readonly Check[];
  /** The order's own status. */
  order: string;
  receipts: number;
};

const ended = ["received", "closed", "short_closed"];
/** The after-action list of one order: what is on file and what is missing. */
export const afterActionOf = (
  f: FileFacts,
): { key: AfterAction; done: boolean; text: string }[] => {
  const screened = f.checks.find((each) => each.key === "exclusion");
  const cancelled = f.order === "cancelled";
  return [
    { key: "justification", done: f.need.length >= 20, text: f.need },
    {
      key: "priceBasis",
      done: f.priceBasis.length > 0,
      text: f.priceBasis || "Say why the price is reasonable.",
    },
    {
      key: "ratification",
      done: f.status === "ratified" || f.status === "refused",
      text: purchaseStatuses[f.status].label,
    },
    {
      key: "receipts",
      done: cancelled || (ended.includes(f.order) && f.receipts > 0),
      text: cancelled
        ? "The order was cancelled; nothing came."
        : ended.includes(f.order) && f.receipts > 0
          ? `${f.receipts} on file.`
          : "Not everything is received.",
    },
    {
      key: "screening",
      done: screened?.ok ?? false,
      text: screened?.text ?? "The vendor was not screened.",
    },
    {
      key: "endDate",
      done: cancelled || f.endsOn !== null,
      text:
        (f.endsOn && formatDate(f.endsOn)) ??
        (cancelled ? "Nothing came." : "Enter the day on which the need ended."),
    },
    {
      key: "recompete",
      done: cancelled || f.recompeteOn !== null || f.recompeteNote.length > 0,
      text:
        (f.recompeteOn && formatDate(f.recompeteOn)) ??
        (f.recompeteNote ||
          (cancelled
            ? "Nothing came."
            : "Enter when what is still needed is competed, or why nothing is.")),
    },
  ];
};

/** Cents of so much of each line. */
export const totalOf = (lines: readonly { quantity: string; unitPrice: string }[]): number =>
  lines.reduce((n, line) => n + lineTotalCents(line.quantity, line.unitPrice), 0);

export const purchaseRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(purchaseStatuses)),
    title: z.string(),
    declaration: z.string(),
    declarationId: z.string(),
    vendor: z.string(),
    department: z.string(),
    orderId: z.string(),
    orderNumber: z.string(),
    amount: z.number(),
    approver: z.string().nullable(),
    orderedBy: z.string().nullable(),
    issuedAt: instantField,
    ratifyBy: instantField,
    version: z.number(),
  })
  .meta({ id: "EmergencyOrder" });
export type Purchase = z.output<typeof purchaseRow>;

export const purchaseDetail = purchaseRow
  .extend({
    kit: z.string(),
    contractId: z.string(),
    contract: z.string(),
    account: z.string(),
    need: z.string(),
    approvedHow: z.enum(names(approvedHows)),
    approvedAt: instantField,
    checks: z.array(check),
    priceBasis: z.string(),
    endsOn: dayField.nullable(),
    recompeteOn: dayField.nullable(),
    recompeteNote: z.string(),
    outcome: z.string(),
    orderStatus: z.string(),
    approvalId: z.string().nullable(),
    items: z.array(z.object({ key: z.string(), done: z.boolean(), text: z.string() })),
    canComplete: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "EmergencyOrderDetail" });
export type PurchaseDetail = z.output<typeof purchaseDetail>;

/** What Issue answers: the order, and whether it had been issued before by the same press. */
export const issuedAnswer = z.object({
  id: z.string(),
  number: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  amount: z.number(),
  ratifyBy: instantField,
  again: z.boolean(),
});
