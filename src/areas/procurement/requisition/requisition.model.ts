import { z } from "zod";
import { answerOf, offeredAction, patchOf } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import type { Instant } from "#kernel/time.ts";
import { adviceRow, likePurchases, methodFields, methodNames } from "../method/advice.model.ts";
import { ofWhoLeft, type LeftFacts } from "../takeover/takeover.model.ts";
import {
  requisitionCourse,
  requisitionStatuses,
  type RequisitionStatus,
} from "./requisition.labels.ts";

export type { RequisitionStatus };
const decimal = (what: string, above: boolean) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, `${what} is a number with at most four decimals.`)
    .refine((t) => !above || Number(t) > 0, `${what} must be above zero.`);

const splitInput = z.strictObject({
  accountStringId: z.uuid("Choose an account."),
  percent: z
    .string()
    .regex(/^\d{1,3}(\.\d{1,4})?$/, "A percentage has at most four decimals.")
    .nullish(),
  amount: z.number().int().min(0).nullish(),
});
export const lineInput = z.strictObject({
  description: z.string().trim().min(1, "Describe the item.").max(500),
  commodityCode: z.string().trim().toUpperCase().max(20).nullish(),
  costCodeId: z.uuid("Choose a cost code.").nullish(),
  quantity: decimal("The quantity", true),
  unit: z.string().trim().min(1, "Name the unit.").max(20).default("each"),
  unitPrice: decimal("The unit price", false),
  splits: z.array(splitInput).min(1, "Charge the line to at least one account.").max(20),
});
export type LineInput = z.output<typeof lineInput>;

/**
 * The fields of a requisition's head, said once: create, change, form, answers and labels derive
 * from them.
 */
export const requisitionFields = {
  title: z.string().trim().min(1, "Say what is needed.").max(200).meta({ title: "What is needed" }),
  justification: z.string().trim().max(4000).default("").meta({ title: "Why it is needed" }),
  departmentId: z.uuid("Choose a department.").meta({ title: "Department" }),
  neededOn: z.iso.date("Enter a date.").meta({ title: "Needed on" }),
  placeId: z.uuid("Choose a place.").nullish().meta({ title: "Place" }),
  deliverTo: z.string().trim().max(300).default("").meta({ title: "Delivery note" }),
  vendorId: z.uuid().nullish().meta({ title: "Suggested vendor" }),
  ...methodFields,
  emergency: z.boolean().default(false).meta({ title: "Emergency" }),
};
export const requisitionInput = z.object({
  ...requisitionFields,
  lines: z.array(lineInput).min(1, "Add at least one line.").max(500).meta({ title: "Lines" }),
});
export type RequisitionInput = z.output<typeof requisitionInput>;
/** What a change names; its lines as a whole. */
export const requisitionPatch = patchOf(requisitionInput.shape);

export type RequisitionAction =
  | "submit"
  | "askOverride"
  | "grantOverride"
  | "refuseOverride"
  | "approve"
  | "return"
  | "reject"
  | "recall"
  | "withdraw"
  | "takeOver"
  | "withdrawLeft"
  | "cancel"
  | "order"
  | "reopen"
  | "lapse";

/**
 * Cents by account that a requisition charges, and what of it the budget lacked when somebody last
 * looked.
 */
export type ShortAccount = {
  accountStringId: string;
  code: string;
  amount: number;
  missing: number;
};
/**
 * What is asked and decided about exceeding the budget; a change of the requisition ends it.
 * `tasks`: what the budget officers were given to do.
 */
export type BudgetOverride = {
  status: "asked" | "granted" | "refused";
  fiscalYearId: string;
  accounts: ShortAccount[];
  tasks: string[];
  reason: string;
  askedBy: string | null;
  askedAt: Instant | null;
  decision: string;
  decidedBy: string | null;
  decidedAt: Instant | null;
};

/**
 * What the rules of the lifecycle look at. `missing`: cents that hard-stopped budgets lack;
 * services look behind their locks, so it may be left out.
 */
export type RequisitionFacts = {
  status: string;
  requesterId: string | null;
  amount: number;
  orderedAmount: number;
  budgetOverride: Pick<BudgetOverride, "status"> | null;
  missing?: number;
  formerAuthors?: readonly string[] | null;
} & LeftFacts;

const notYours = (r: RequisitionFacts, asker: { personId: string | null }) =>
  r.requesterId && r.requesterId !== asker.personId
    ? "Only the person who asked for it can do this."
    : null;

const own = (r: RequisitionFacts, asker: { personId: string | null }) =>
  asker.personId && (r.requesterId === asker.personId || r.formerAuthors?.includes(asker.personId))
    ? "You asked for this. Another budget officer has to decide on the override."
    : null;
const asked = (r: RequisitionFacts) => r.budgetOverride?.status === "asked";
const granted = (r: RequisitionFacts) => r.budgetOverride?.status === "granted";
const short = (r: RequisitionFacts) => (r.missing ?? 0) > 0;
const byApprovers = {
  from: ["in_approval"],
  permission: "approval.decide",
  system: true,
} as const;
const drafts = {
  from: ["draft", "returned"],
  to: null,
  outcomes: ["draft", "returned"],
  needsReason: true,
} as const;

export const requisitionCycle = lifecycle<RequisitionFacts>()<RequisitionStatus, RequisitionAction>(
  {
    noun: "requisition",
    initial: "draft",
    statuses: requisitionStatuses,
    course: requisitionCourse,
    actions: {
      submit: {
        label: "Submit",
        from: ["draft", "returned"],
        to: "in_approval",
        permission: "requisition.submit",
        tone: "primary",
        unless: (r, a) =>
          notYours(r, a) ?? (r.amount <= 0 ? "Add a line with a price first." : null),
      },
      askOverride: {
        ...drafts,
        label: "Ask for override",
        permission: "requisition.submit",
        unless: (r, a) =>
          notYours(r, a) ??
          (asked(r)
            ? "The budget officers were asked already."
            : granted(r)
              ? "A budget officer granted it: submit it."
              : null),
        suits: (r) => short(r) && !asked(r) && !granted(r),
      },
      grantOverride: {
        ...drafts,
        label: "Grant override",
        permission: "requisition.override",
        byOthers: "decide it",
        tone: "primary",
        unless: (r, a) => own(r, a) ?? (granted(r) ? "It is granted already." : null),
        suits: (r) => short(r) && !granted(r),
      },
      refuseOverride: {
        ...drafts,
        label: "Refuse override",
        permission: "requisition.override",
        tone: "danger",
        unless: (r, a) => own(r, a) ?? (asked(r) ? null : "Nobody asks for an override of it."),
        suits: asked,
      },
      recall: {
        label: "Take back",
        from: ["in_approval"],
        to: "draft",
        permission: "requisition.submit",
        unless: notYours,
      },
      withdraw: {
        label: "Withdraw",
        from: ["in_approval", "returned", "draft"],
        to: "withdrawn",
        permission: "requisition.submit",
        unless: notYours,
        tone: "danger",
        suits: (r) => r.status !== "in_approval" && !ofWhoLeft.suits(r),
      },
      takeOver: {
        label: "Take over",
        from: ["draft", "returned"],
        to: null,
        outcomes: ["draft", "returned"],
        permission: "requisition.cancel",
        tone: "primary",
        ...ofWhoLeft,
      },
      withdrawLeft: {
        label: "Withdraw",
        from: ["draft", "returned"],
        to: "withdrawn",
        permission: "requisition.cancel",
        needsReason: true,
        tone: "danger",
        ...ofWhoLeft,
      },
      approve: { ...byApprovers, label: "Approve", to: "approved" },
      return: { ...byApprovers, label: "Return", to: "returned" },
      reject: { ...byApprovers, label: "Reject", to: "rejected" },
      cancel: {
        label: "Cancel",
        from: ["approved", "partly_ordered"],
        to: "cancelled",
        outcomes: ["ordered"],
        permission: "requisition.cancel",
        needsReason: true,
        ends: "tells",
        tone: "danger",
      },
      order: {
        label: "Order",
        from: ["approved", "partly_ordered"],
        to: null,
        outcomes: ["partly_ordered", "ordered"],
        permission: "purchaseOrder.create",
        system: true,
      },
      lapse: {
        label: "End with its order",
        from: ["approved", "ordered", "partly_ordered"],
        to: null,
        outcomes: ["approved", "ordered", "partly_ordered", "cancelled"],
        permission: "purchaseOrder.close",
        system: true,
      },
      reopen: {
        label: "Reopen",
        from: ["ordered", "partly_ordered"],
        to: null,
        outcomes: ["approved", "partly_ordered"],
        permission: "purchaseOrder.close",
        system: true,
      },
    },
  },
);

const status = z.enum(names(requisitionCycle.statuses));
export const requisitionRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    status,
    department: z.string(),
    departmentId: z.string(),
    requester: z.string().nullable(),
    requesterId: z.string().nullable(),
    vendor: z.string().nullable(),
    method: z.enum(methodNames).nullable(),
    amount: z.number(),
    requestedOn: dayField,
    neededOn: dayField,
    emergency: z.boolean(),
    splitWarning: z.boolean(),
    overrideStatus: z.enum(["asked", "granted", "refused"]).nullable(),
    version: z.number(),
  })
  .meta({ id: "Requisition" });
export type Requisition = z.output<typeof requisitionRow>;

const splitRow = z.object({
  id: z.string(),
  accountStringId: z.string(),
  code: z.string(),
  percent: z.string().nullable(),
  amount: z.number(),
  orderedAmount: z.number(),
});
const lineRow = z.object({
  id: z.string(),
  lineNo: z.number(),
  description: z.string(),
  commodityCode: z.string().nullable(),
  costCodeId: z.string().nullable(),
  costCode: z.string().nullable(),
  quantity: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  amount: z.number(),
  orderedAmount: z.number(),
  openQuantity: z.string(),
  /** What was ordered and cancelled after the order went out. */ cancelledQuantity: z.string(),
  splits: z.array(splitRow),
});
/**
 * What is asked and decided about exceeding the budget. `stands`: granted for exactly what the
 * requisition charges now, in the year that would pay.
 */
const overrideRow = z.object({
  status: z.enum(["asked", "granted", "refused"]),
  reason: z.string(),
  askedBy: z.string().nullable(),
  askedAt: instantField.nullable(),
  decision: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: instantField.nullable(),
  stands: z.boolean(),
  accounts: z.array(
    z.object({
      accountStringId: z.string(),
      code: z.string(),
      amount: z.number(),
      missing: z.number(),
    }),
  ),
});
export const requisitionDetail = requisitionRow
  .extend({
    ...answerOf(requisitionFields),
    ...requisitionRow.shape,
    /** The place where it is to go, by name and address. */ place: z.string(),
    methodCitation: z.string().nullable(),
    aggregateAmount: z.number(),
    orderedAmount: z.number(),
    federal: z.boolean(),
    overrideReason: z.string().nullable(),
    fiscalYear: z.number(),
    submittedAt: instantField.nullable(),
    budgetOverride: overrideRow.nullable(),
    /** Cents that hard-stopped budgets lack for this draft. */ missing: z.number(),
    lines: z.array(lineRow),
    advice: adviceRow.nullable(),
    actions: z.array(offeredAction),
    canEdit: z.boolean(),
    budget: z.array(
      z.object({
        accountStringId: z.string(),
        code: z.string(),
        fund: z.string(),
        budget: z.number(),
        preEncumbered: z.number(),
        encumbered: z.number(),
        expended: z.number(),
        available: z.number(),
        stop: z.enum(["hard", "soft"]),
        amount: z.number(),
        before: z.number().optional(),
        after: z.number().optional(),
      }),
    ),
    orders: z.array(
      z.object({ id: z.string(), number: z.string(), status: z.string(), amount: z.number() }),
    ),
    /** What asks vendors for lines of this. */
    solicitations: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        status: z.string(),
        dueAt: instantField.nullable(),
      }),
    ),
    /** A draft whose author is no longer a member. */
    authorLeft: z.boolean(),
    lookback: likePurchases,
    approvalId: z.string().nullable(),
  })
  .meta({ id: "RequisitionDetail" });
export type RequisitionDetail = z.output<typeof requisitionDetail>;

/** `overrideReason` is refused with what to do instead: nobody lets pass what they ask for. */
export const submitInput = z.object({ overrideReason: z.string().trim().max(1000).nullish() });
