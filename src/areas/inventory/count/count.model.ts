import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField, instantInput } from "#kernel/time-fields.ts";
import { countScopes, countStatuses, stockClasses } from "./count.labels.ts";

const classes = names(stockClasses);

/** What is to be counted: a location with what is within it, a class of items, or some items. */
export const planInput = z
  .strictObject({
    scope: z.enum(names(countScopes), "Choose what is counted."),
    class: z.enum(classes).nullable().default(null),
    locationId: z.uuid().nullable().default(null),
    itemIds: z.array(z.uuid()).max(200).default([]),
  })
  .superRefine((plan, context) => {
    const missing =
      plan.scope === "class" && !plan.class
        ? (["class", "Choose the class."] as const)
        : plan.scope === "location" && !plan.locationId
          ? (["locationId", "Choose the location."] as const)
          : plan.scope === "items" && plan.itemIds.length === 0
            ? (["itemIds", "Choose at least one item."] as const)
            : null;
    if (missing) context.addIssue({ code: "custom", path: [missing[0]], message: missing[1] });
  });
export type PlanInput = z.output<typeof planInput>;

/** What somebody counted of one item at one location; of one lot where pieces are told apart. */
export const entryInput = z.strictObject({
  itemId: z.uuid("Choose the item."),
  locationId: z.uuid("Choose the location."),
  lot: z.string().trim().max(60).default(""),
  quantity: z
    .string()
    .trim()
    .regex(/^\d{1,12}(\.\d{1,4})?$/, "The quantity is a number with at most four decimals."),
  /** The item's unit, one of its packs, or a unit that converts exactly. */
  unit: z.string().trim().max(40).nullable().default(null),
  /** When it was counted, where that was not just now. */
  countedAt: instantInput("Say when it was counted, with its zone.").nullable().default(null),
});
export type EntryInput = z.output<typeof entryInput>;

export const clearInput = entryInput.pick({ itemId: true, locationId: true });

export const postInput = z.object({
  reason: z.string().trim().max(2000).nullish(),
  /** Whose found things are of which no fund is known. */
  fundId: z.uuid().nullable().default(null),
});

export const countRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    scope: z.enum(names(countScopes)),
    status: z.enum(names(countStatuses)),
    lines: z.number(),
    counted: z.number(),
    plannedOn: dayField,
    version: z.number(),
  })
  .meta({ id: "StockCount" });
export type CountRow = z.output<typeof countRow>;

const countTask = z.object({
  id: z.string(),
  itemId: z.string(),
  number: z.string(),
  name: z.string(),
  unit: z.string(),
  tracking: z.enum(["none", "lot", "serial"]),
  packs: z.array(z.object({ name: z.string(), quantity: z.string() })),
  locationId: z.string(),
  code: z.string(),
  location: z.string(),
  /** The ledger did not know that it lies there. */
  found: z.boolean(),
  /** Whether it is counted in this round. */
  due: z.boolean(),
  done: z.boolean(),
  /** What the reader counted in this round; nobody else's. */
  entries: z.array(z.object({ lot: z.string(), quantity: z.string() })),
});
export type CountTask = z.output<typeof countTask>;

const countResult = z.object({
  id: z.string(),
  itemId: z.string(),
  number: z.string(),
  name: z.string(),
  unit: z.string(),
  code: z.string(),
  lot: z.string(),
  countedAt: instantField,
  ledger: z.string(),
  counted: z.string(),
  /** Of the first round, where another person counted again. */
  first: z.string().nullable(),
  difference: z.string(),
  cents: z.number(),
  beyond: z.boolean(),
  missed: z.boolean(),
});
export type CountResult = z.output<typeof countResult>;

export const countDetail = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    scope: z.enum(names(countScopes)),
    class: z.enum(classes).nullable(),
    locationId: z.string().nullable(),
    status: z.enum(names(countStatuses)),
    version: z.number(),
    percentBp: z.number(),
    cents: z.number(),
    plannedBy: z.string().nullable(),
    countedBy: z.string().nullable(),
    recountedBy: z.string().nullable(),
    submittedBy: z.string().nullable(),
    postedBy: z.string().nullable(),
    plannedAt: instantField,
    reason: z.string(),
    /** Whether the reader counts in this round, or may begin to. */
    mayCount: z.boolean(),
    /** Why not; null where they may. */
    whyNot: z.string().nullable(),
    waiting: z.number(),
    tasks: z.array(countTask),
    /** Null as long as the reader must not know what the ledger has. */
    results: z.array(countResult).nullable(),
    differenceCents: z.number().nullable(),
    approvalId: z.string().nullable(),
    movements: z.array(z.object({ id: z.string(), number: z.string() })),
    actions: z.array(offeredAction),
  })
  .meta({ id: "StockCountDetail" });
export type CountDetail = z.output<typeof countDetail>;

const days = (words: string) => z.int(words).min(1, words).max(3660, words);

/** From which day on which difference may be posted at once, and how often each class is counted. */
export const countRuleInput = z.strictObject({
  fromOn: dayInput("Choose from which day on."),
  percentBp: z.int("Enter a percentage.").min(0).max(10_000, "At most 100 %."),
  cents: z.int("Enter an amount.").min(0).max(100_000_000_000),
  daysA: days("Enter whole days, at least one."),
  daysB: days("Enter whole days, at least one."),
  daysC: days("Enter whole days, at least one."),
});

export const countRuleRow = z
  .object({
    id: z.string(),
    fromOn: dayField,
    percentBp: z.number(),
    cents: z.number(),
    daysA: z.number(),
    daysB: z.number(),
    daysC: z.number(),
  })
  .meta({ id: "StockCountRule" });
export type CountRule = z.output<typeof countRuleRow>;

const dueRow = z.object({
  /** Items at places that were not counted within the interval, of all that lie there. */
  due: z.number(),
  of: z.number(),
  /** The oldest day on which something of it was counted; null where something never was. */
  oldest: dayField.nullable(),
});

export const countsDue = z
  .object({
    due: z.number(),
    /** When the classes were worked out; null where they never were. */
    workedOn: dayField.nullable(),
    rule: countRuleRow.omit({ id: true, fromOn: true }),
    classes: z.array(dueRow.extend({ class: z.enum(classes), days: z.number() })),
    locations: z.array(dueRow.extend({ id: z.string(), code: z.string(), name: z.string() })),
  })
  .meta({ id: "StockCountsDue" });
export type CountsDue = z.output<typeof countsDue>;
