import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { factorStatuses } from "./factor.labels.ts";

const grams = (title: string) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,14}(\.\d{1,9})?$/, "Grams from 0, with at most nine decimals.")
    .meta({ title });

/** A version of a factor as it is typed or imported. */
const factorFields = {
  factorKey: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]{2,60}$/, "Letters, digits and hyphens: what all versions are called by.")
    .meta({ title: "Key" }),
  name: z.string().trim().min(2, "Name the factor.").max(160).meta({ title: "Factor" }),
  unit: z.string().trim().min(1, "Name the unit.").max(20).meta({ title: "Unit" }),
  co2: grams("CO2, g by the unit"),
  ch4: grams("CH4, g by the unit").default("0"),
  n2o: grams("N2O, g by the unit").default("0"),
  fromOn: dayInput("Say from which day it holds.").meta({ title: "From" }),
  untilOn: dayInput().nullable().default(null).meta({ title: "Through" }),
  place: z.string().trim().max(120).default("").meta({ title: "Where it holds" }),
  source: z.string().trim().min(3, "Name the source.").max(400).meta({ title: "Source" }),
  note: z.string().trim().max(400).default("").meta({ title: "Note" }),
};
export const factorInput = z
  .strictObject(factorFields)
  .refine(({ fromOn, untilOn }) => untilOn === null || untilOn >= fromOn, {
    path: ["untilOn"],
    message: "It ends before it begins.",
  });
export type FactorInput = z.output<typeof factorInput>;

export const factorRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(factorStatuses)),
    factorKey: z.string(),
    versionNo: z.number(),
    name: z.string(),
    unit: z.string(),
    co2: z.string(),
    ch4: z.string(),
    n2o: z.string(),
    fromOn: dayField,
    untilOn: dayField.nullable(),
    place: z.string(),
    source: z.string(),
    shipped: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "CarbonFactor" });
export type FactorRow = z.output<typeof factorRow>;

export const factorDetail = factorRow
  .extend({
    note: z.string(),
    enteredBy: z.string(),
    confirmedBy: z.string(),
    /** Lines that name this version. */
    lines: z.number(),
    versions: z.array(
      z.object({
        id: z.string(),
        number: z.string(),
        versionNo: z.number(),
        status: z.enum(names(factorStatuses)),
        fromOn: dayField,
        untilOn: dayField.nullable(),
      }),
    ),
    actions: z.array(offeredAction),
  })
  .meta({ id: "CarbonFactorDetail" });
export type FactorDetail = z.output<typeof factorDetail>;
