import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField } from "#kernel/time-fields.ts";
import { offerRow } from "../plan/plan.model.ts";
import { billedEvery } from "../period/period.labels.ts";
import { dayOfUse } from "../usage/usage.model.ts";
import { subscriptionStatuses } from "../subscription/subscription.labels.ts";

const billed = z.enum(names(billedEvery));

/** The plan that an agency has, as its own people read it. Cents for each period. */
const ownPlan = z
  .object({
    planId: z.string(),
    plan: z.string(),
    status: z.enum(names(subscriptionStatuses)),
    billed,
    price: z.number(),
    periodFrom: dayField,
    periodTo: dayField,
    trialTo: dayField.nullable(),
    endsOn: dayField.nullable(),
    nextPlan: z.string().nullable(),
    nextBilled: billed.nullable(),
    orderNumber: z.string(),
    withoutOrder: z.boolean(),
    agreement: z.string().nullable(),
    agreementEndsOn: dayField.nullable(),
    noticeBefore: dayField.nullable(),
    people: z.number().nullable(),
    storageGb: z.number().nullable(),
    callsPerDay: z.number().nullable(),
  })
  .meta({ id: "OwnPlan" });
export type OwnPlan = z.output<typeof ownPlan>;

const nextLine = z.object({
  description: z.string(),
  fromOn: dayField.nullable(),
  toOn: dayField.nullable(),
  cents: z.number(),
});
const openBill = z.object({
  id: z.string(),
  number: z.string(),
  dueOn: dayField,
  owed: z.number(),
  daysLate: z.number(),
  disputed: z.boolean(),
  invoiceId: z.string().nullable(),
});
export type OpenBill = z.output<typeof openBill>;

export const ownBilling = z
  .object({
    operator: z.string(),
    owed: z.number(),
    late: z.number(),
    /** The open bills, the one that is due first at the front. */
    open: z.array(openBill),
    plan: ownPlan.nullable(),
    /** The next bill as it is computed now; null where none comes. */
    next: z.object({ on: dayField, lines: z.array(nextLine), total: z.number() }).nullable(),
    usage: z.object({
      people: z.number(),
      storedBytes: z.number(),
      days: z.array(z.object({ day: dayField, acts: z.number(), people: z.number() })),
      /** As it was counted on each day; nothing is said of days on which nothing was counted. */
      counts: z.array(dayOfUse),
    }),
  })
  .meta({ id: "OwnBilling" });
export type OwnBilling = z.output<typeof ownBilling>;

export const ownPlans = z
  .object({ operator: z.string(), offers: z.array(offerRow), plan: ownPlan.nullable() })
  .meta({ id: "OwnPlans" });
export type OwnPlans = z.output<typeof ownPlans>;
