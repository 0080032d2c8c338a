import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { billedEvery } from "../period/period.labels.ts";
import { subscriptionStatuses } from "./subscription.labels.ts";

/** The plan that an administrator chooses, and how it is billed. */
export const choiceInput = z.strictObject({
  planId: z.uuid("Choose the plan."),
  billed: z.enum(names(billedEvery), "Choose how it is billed.").default("month"),
});
export type ChoiceInput = z.output<typeof choiceInput>;

/** By which purchase order it is billed, or that there is none. */
export const orderInput = z
  .strictObject({
    orderNumber: z.string().trim().max(60).default(""),
    withoutOrder: z.boolean().default(false),
  })
  .refine(({ orderNumber, withoutOrder }) => (orderNumber === "") === withoutOrder, {
    path: ["orderNumber"],
    message: "Enter the number of the purchase order, or say that there is none.",
  });
export type OrderInput = z.output<typeof orderInput>;

/** What moving an agency to another plan or version would do, with its price of a period in cents. */
export const movePreview = z
  .object({
    /** The first day of the next period, from which it holds. */
    on: dayField,
    from: z.object({ plan: z.string(), versionNo: z.number(), price: z.number() }),
    to: z.object({ plan: z.string(), versionNo: z.number(), price: z.number() }),
    billed: z.enum(names(billedEvery)),
  })
  .meta({ id: "PlanMove" });
export type MovePreview = z.output<typeof movePreview>;

export const moveInput = z.strictObject({ planId: z.uuid("Choose the plan.") });

/** What a change of plan does, before it is confirmed. Cents for each period, without tax. */
export const changePreview = z
  .object({
    at: z.enum(["now", "end"]),
    on: dayField,
    /** Billed at once for the days that are left. */
    cents: z.number(),
    /** Days that are left of the period, the day of the change included. */
    days: z.number(),
    periodDays: z.number(),
    from: z.object({ plan: z.string(), price: z.number(), billed: z.enum(names(billedEvery)) }),
    to: z.object({ plan: z.string(), price: z.number(), billed: z.enum(names(billedEvery)) }),
  })
  .meta({ id: "PlanChange" });
export type ChangePreview = z.output<typeof changePreview>;

export const subscriptionRow = z
  .object({
    id: z.string(),
    customerId: z.string().nullable(),
    customer: z.string(),
    status: z.enum(names(subscriptionStatuses)),
    planId: z.string(),
    plan: z.string(),
    versionNo: z.number(),
    billed: z.enum(names(billedEvery)),
    price: z.number(),
    agreementId: z.string().nullable(),
    agreement: z.string().nullable(),
    periodFrom: dayField,
    periodTo: dayField,
    endsOn: dayField.nullable(),
    version: z.number(),
  })
  .meta({ id: "AgencySubscription" });
export type SubscriptionRow = z.output<typeof subscriptionRow>;

export const subscriptionDetail = subscriptionRow
  .extend({
    /** What it is called: the name of its agency. */
    number: z.string(),
    trialTo: dayField.nullable(),
    nextPlan: z.string().nullable(),
    nextBilled: z.enum(names(billedEvery)).nullable(),
    orderNumber: z.string(),
    withoutOrder: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AgencySubscriptionDetail" });
export type SubscriptionDetail = z.output<typeof subscriptionDetail>;
