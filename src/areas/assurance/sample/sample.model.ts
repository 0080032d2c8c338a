import { z } from "zod";
import { names } from "#kernel/labels.ts";
import { instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { itemResults, sampleMethods } from "./sample.labels.ts";

export const freezeInput = z.strictObject({
  /** The list by its address in the API. */
  list: z.string().min(1, "Choose the list.").max(200),
  /** The filters as the list's own address has them: status=paid&paidOn.min=2027-07-01. */
  query: z.string().max(2000).default(""),
  amount: z.string().min(1, "Choose the amount that is counted.").max(60),
});
export type FreezeInput = z.output<typeof freezeInput>;

const stratum = z.strictObject({
  from: z.number("Enter where it begins.").int(),
  size: z.number("Enter how many are drawn.").int().min(1).max(500),
});
export const drawInput = z.strictObject({
  method: z.enum(names(sampleMethods), "Choose how it is drawn."),
  size: z.number("Enter how many are drawn.").int().min(1, "Draw one at least.").max(500),
  confidence: z.union([z.literal(80), z.literal(90), z.literal(95)]).default(95),
  strata: z.array(stratum).max(8).default([]),
});
export type DrawInput = z.output<typeof drawInput>;

export const testInput = z.strictObject({
  result: z.enum(names(itemResults), "Say what was found."),
  /** What it should have been, in cents; of an exception. */
  auditedCents: z.number().int().nullable().default(null),
  said: z.string().trim().max(2000).default(""),
});
export type TestInput = z.output<typeof testInput>;

const apart = z.object({ count: z.number(), cents: z.number() });
const sampleFacts = z.object({
  interval: z.number().nullable(),
  start: z.number().nullable(),
  credits: apart.nullable(),
  zeros: apart.nullable(),
  strata: z.array(z.object({ from: z.number(), count: z.number(), cents: z.number() })),
});
/** How a sample was drawn, beside its seed; cents. */
export type SampleFacts = z.output<typeof sampleFacts>;

const itemRow = z.object({
  id: z.string(),
  place: z.number(),
  recordId: z.string(),
  number: z.string(),
  cents: z.number(),
  certain: z.boolean(),
  stratum: z.number(),
  result: z.enum(names(itemResults)).nullable(),
  auditedCents: z.number().nullable(),
  said: z.string(),
});
export type ItemRow = z.output<typeof itemRow>;

/** What the errors say of the whole, in cents; `upper` of monetary-unit samples only. */
const projection = z.object({
  tested: z.number(),
  exceptions: z.number(),
  known: z.number(),
  projected: z.number(),
  basic: z.number().nullable(),
  incremental: z.number().nullable(),
  upper: z.number().nullable(),
});
export type Projection = z.output<typeof projection>;

const sampleRow = z.object({
  id: z.string(),
  method: z.enum(names(sampleMethods)),
  seed: z.string(),
  size: z.number(),
  confidence: z.number(),
  facts: sampleFacts,
  drawnAt: instantField,
  items: z.array(itemRow),
  projection,
});
export type SampleRow = z.output<typeof sampleRow>;

export const populationRow = z.object({
  id: z.string(),
  list: z.string(),
  title: z.string(),
  query: z.string(),
  amount: z.string(),
  frozenAt: instantField,
  items: z.number(),
  cents: z.number(),
  digest: z.string(),
  fileId: z.string(),
  samples: z.array(sampleRow),
});
export type PopulationRow = z.output<typeof populationRow>;

export const populationLine = z.object({
  id: z.string(),
  procedureId: z.string(),
  procedure: z.string(),
  title: z.string(),
  query: z.string(),
  frozenAt: instantField,
  items: z.number(),
  cents: z.number(),
  drawn: z.number(),
  tested: z.number(),
});
export type PopulationLine = z.output<typeof populationLine>;

export const recheckAnswer = z.object({
  same: z.boolean(),
  items: z.number(),
  cents: z.number(),
  changed: z.number(),
  gone: z.number(),
  came: z.number(),
  said: z.string(),
});
export type Recheck = z.output<typeof recheckAnswer>;
