import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { addDays, isDate, type Day } from "#kernel/time.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { growthSteps, mostDays } from "./growth.labels.ts";

// What is no day was said at its own field.
const isDay = (given: string | undefined): given is Day => given !== undefined && isDate(given);

/** The period in which purchases began, and whose; of a whole year where nothing is said. */
export const growthQuery = z
  .strictObject({
    from: dayInput().optional(),
    to: dayInput().optional(),
    departmentId: z.uuid().optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ["to"],
    message: "The period ends before it begins.",
  })
  .refine(({ from, to }) => !isDay(from) || !isDay(to) || addDays(from, mostDays) >= to, {
    path: ["from"],
    message: `Choose ${mostDays} days at the most.`,
  });
export type GrowthQuery = z.output<typeof growthQuery>;

const days = z.object({
  /** Null where fewer than five took it. */
  medianDays: z.number().nullable(),
  ninetyDays: z.number().nullable(),
});
const step = days.extend({
  step: z.enum(names(growthSteps)),
  /** Purchases that took it, and those that wait before it. */
  took: z.number(),
  waiting: z.number(),
  /** Those that took it before the step that comes first; counted as no day. */
  early: z.number(),
});
export type StepOfGrowth = z.output<typeof step>;

/** How purchases go, from need to payment. Nobody is named, and no group of fewer than five shown. */
export const growthAnswer = z
  .object({
    from: dayField,
    to: dayField,
    purchases: z.number(),
    /** Of how many the days are measured: the newest of a large period. */
    measured: z.number(),
    steps: z.array(step),
    whole: days,
    drafts: z.array(
      z.object({ what: z.enum(["requisition", "order"]), count: z.number(), before: dayField }),
    ),
    returns: z.array(
      z.object({
        what: z.enum(["requisition", "purchaseOrder", "invoice", "paymentRun"]),
        asked: z.number(),
        returned: z.number(),
      }),
    ),
    invoices: z.object({ total: z.number(), imported: z.number(), byVendor: z.number() }),
    /** Rows that imports brought in, by kind of import. */
    imports: z.array(z.object({ kind: z.string(), created: z.number() })),
    firstTasks: z.object({
      joined: z.number(),
      finished: z.number().nullable(),
      medianDays: z.number().nullable(),
      departments: z.array(
        z.object({ department: z.string(), finished: z.number(), medianDays: z.number() }),
      ),
      hidden: z.number(),
    }),
  })
  .meta({ id: "Growth" });
export type Growth = z.output<typeof growthAnswer>;

const stepDays = z.number().nullable();
export const pathRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    department: z.string(),
    requestedOn: dayField,
    submittedDays: stepDays,
    approvedDays: stepDays,
    orderedDays: stepDays,
    receivedDays: stepDays,
    invoicedDays: stepDays,
    paidDays: stepDays,
  })
  .meta({ id: "PurchasePath" });
export type PathRow = z.output<typeof pathRow>;
