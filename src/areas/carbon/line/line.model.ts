import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { qualities } from "../year/year.labels.ts";
import { gapCauses } from "./gap.labels.ts";

const amount = z
  .string()
  .trim()
  .regex(/^-?\d{1,12}(\.\d{1,6})?$/, "A number with at most six decimals.");

/** An activity that no record of ours knows, as it is typed. */
export const lineFields = {
  activity: z.string().trim().min(1, "Choose an activity.").max(40).meta({ title: "Activity" }),
  title: z.string().trim().min(2, "Say what it was.").max(200).meta({ title: "What" }),
  onDay: dayInput("Choose a day of the year.").meta({ title: "Day" }),
  quantity: amount.meta({ title: "Quantity" }),
  unit: z.string().trim().min(1, "Name the unit.").max(20).meta({ title: "Unit" }),
  quality: z.enum(names(qualities), "Choose how it is known.").meta({ title: "Quality" }),
  note: z.string().trim().max(1000).default("").meta({ title: "Note" }),
};
export const lineInput = z.strictObject(lineFields);
export type LineInput = z.output<typeof lineInput>;

export const lineRow = z
  .object({
    id: z.string(),
    yearId: z.string(),
    yearNumber: z.string(),
    activity: z.string(),
    scope: z.string(),
    category: z.string(),
    basis: z.string(),
    quality: z.string(),
    title: z.string(),
    onDay: dayField,
    quantity: z.string(),
    unit: z.string(),
    factorNumber: z.string(),
    factorName: z.string(),
    /** Grams of CO2e. */
    grams: z.number(),
    made: z.string(),
    sourceNumber: z.string(),
    version: z.number(),
  })
  .meta({ id: "CarbonLine" });
export type LineRow = z.output<typeof lineRow>;

/** How a line came to its grams, step by step. */
export const lineDetail = lineRow
  .extend({
    amount: z.string(),
    factorId: z.string(),
    factorUnit: z.string(),
    factorSource: z.string(),
    perUnit: z.object({ co2: z.string(), ch4: z.string(), n2o: z.string() }),
    co2: z.string(),
    ch4: z.string(),
    n2o: z.string(),
    potentials: z.object({
      label: z.string(),
      source: z.string(),
      ch4: z.number(),
      n2o: z.number(),
    }),
    /** Where its record opens; null where it was typed. */
    sourceHref: z.string().nullable(),
    enteredBy: z.string(),
    note: z.string(),
    canTake: z.boolean(),
  })
  .meta({ id: "CarbonLineDetail" });
export type LineDetail = z.output<typeof lineDetail>;

export const gapRow = z
  .object({
    id: z.string(),
    yearId: z.string(),
    kind: z.enum(["twice", "missing"]),
    activity: z.string(),
    cause: z.enum(names(gapCauses)),
    title: z.string(),
    onDay: dayField,
    quantity: z.string().nullable(),
    unit: z.string(),
    sourceNumber: z.string(),
    settledAs: z.enum(["left_out", "counted"]).nullable(),
    reason: z.string(),
    settledBy: z.string().nullable(),
  })
  .meta({ id: "CarbonGap" });
export type GapRow = z.output<typeof gapRow>;

/** How rows are settled: left out, all with one reason; counted, with the quantity where the record lacks it. */
export const settleInput = z
  .strictObject({
    ids: z.array(z.uuid()).min(1, "Choose a row.").max(500, "At most 500 rows at once."),
    as: z.enum(["left_out", "counted", "open"], "Say what becomes of it."),
    reason: z.string().trim().max(1000).default(""),
    activity: z.string().trim().max(40).default(""),
    quantity: z.preprocess((text) => (text === "" ? null : text), amount.nullish()),
    unit: z.string().trim().max(20).default(""),
  })
  .refine(({ as, reason }) => as === "open" || reason.length >= 3, {
    path: ["reason"],
    message: "Say why, in a few words.",
  });
export type SettleInput = z.output<typeof settleInput>;
