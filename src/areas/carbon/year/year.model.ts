import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import { potentialSets } from "../factor/potentials.data.ts";
import { categories, points, scopes, takes, yearStatuses } from "./year.labels.ts";

/** How one kind of activity is found in the records, and by which factor it is computed. */
export const activityInput = z.strictObject({
  key: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{2,40}$/, "Small letters, digits and hyphens, at most forty."),
  label: z.string().trim().min(2, "Name the activity.").max(80),
  scope: z.enum(names(scopes), "Choose a scope."),
  category: z.enum(names(categories), "Choose a category."),
  /** The one measuring point that counts. */
  point: z.enum(names(points), "Choose where it is measured."),
  takes: z.enum(names(takes)).default("quantity"),
  factorKey: z.string().trim().min(1, "Name the factor.").max(60),
  /** Electricity by contract; empty where there is none. */
  marketFactorKey: z.string().trim().max(60).default(""),
  /** Words of which a description holds one, with commas between. */
  words: z.string().trim().max(300).default(""),
  /** Beginnings of commodity codes, with spaces between. */
  codes: z.string().trim().max(300).default(""),
  /** Own trucks burn it: their routes know of it too. */
  routes: z.boolean().default(false),
});
export type ActivityInput = z.input<typeof activityInput>;
export type Activity = z.output<typeof activityInput>;

const potentialKeys = names(potentialSets);

/** What a year is prepared by. */
export const yearFields = {
  base: z.boolean().default(false).meta({ title: "Others are compared with it" }),
  potentials: z.enum(potentialKeys, "Choose a set.").meta({ title: "Warming potentials" }),
  activities: z
    .array(activityInput)
    .min(1, "Keep an activity.")
    .max(40, "At most 40 activities.")
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, {
      message: "Two activities have the same key.",
    })
    .meta({ title: "Activities" }),
};
export const yearChange = z.strictObject(yearFields);
export type YearChange = z.output<typeof yearChange>;
export type Setup = { activities: Activity[] };

/** Begins a year; its potentials and activities follow from the year and from the one before. */
export const yearInput = z.strictObject({
  year: z
    .number("Enter a year.")
    .int("Enter a year.")
    .min(1990, "Years from 1990 on are counted.")
    .max(2200, "Enter a year in four digits.")
    .meta({ title: "Calendar year" }),
  base: z.boolean().default(false).meta({ title: "Others are compared with it" }),
});
export type YearInput = z.output<typeof yearInput>;

/** Begins another version of a published year. */
export const restateInput = z.strictObject({
  potentials: z.enum(potentialKeys, "Choose a set."),
  why: z.string().trim().min(3, "Say why the year is restated.").max(1000),
});
export type RestateInput = z.output<typeof restateInput>;

/** Grams of CO2e, electricity by location; `market` is the same with electricity by contract. */
const totalsShown = z.object({
  grams: z.number(),
  market: z.number().nullable(),
  byScope: z.record(z.string(), z.number()),
  byQuality: z.record(z.string(), z.number()),
  cells: z.array(z.object({ scope: z.number(), quality: z.string(), grams: z.number() })),
  lines: z.number(),
});
export type Totals = z.output<typeof totalsShown>;

/** Grams by cause; they add up to `to - from` exactly. */
const differenceShown = z.object({
  from: z.number(),
  to: z.number(),
  quantity: z.number(),
  factor: z.number(),
  potentials: z.number(),
  method: z.number(),
});
export type Difference = z.output<typeof differenceShown>;

export const yearRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(yearStatuses)),
    year: z.number(),
    versionNo: z.number(),
    base: z.boolean(),
    potentials: z.string(),
    /** Kilograms of CO2e of all lines, rounded; electricity by location. */
    kilograms: z.number(),
    unsettled: z.number(),
    why: z.string(),
    publishedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "CarbonYear" });
export type YearRow = z.output<typeof yearRow>;

const other = z.object({
  id: z.string(),
  number: z.string(),
  year: z.number(),
  totals: totalsShown,
});
const versionShown = z.object({
  id: z.string(),
  number: z.string(),
  versionNo: z.number(),
  status: z.enum(names(yearStatuses)),
  why: z.string(),
});

export const yearDetail = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(yearStatuses)),
    year: z.number(),
    versionNo: z.number(),
    base: z.boolean(),
    /** False while days of it are still to come: it is compared with no whole year. */
    over: z.boolean(),
    potentials: z.enum(potentialKeys),
    activities: z.array(activityInput),
    why: z.string(),
    totals: totalsShown,
    difference: differenceShown.nullable(),
    /** The published year before, and the one that others are compared with. */
    before: other.nullable(),
    baseYear: other.nullable(),
    versions: z.array(versionShown),
    missing: z.number(),
    twice: z.number(),
    /** Tons of credits that were retired for this year; beside what was emitted, never taken off. */
    creditTons: z.number(),
    countedAt: instantField.nullable(),
    jobId: z.string().nullable(),
    preparedBy: z.string(),
    reviewedBy: z.string(),
    publishedAt: instantField.nullable(),
    version: z.number(),
    canEdit: z.boolean(),
    canRestate: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CarbonYearDetail" });
export type YearDetail = z.output<typeof yearDetail>;
