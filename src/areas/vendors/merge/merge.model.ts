import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { mergeFields, mergeStatuses, pairStates } from "./merge.labels.ts";

const fields = names(mergeFields);
const statuses = names(mergeStatuses);
const account = z.enum(["kept", "merged", "none"]);

export const mergeInput = z
  .object({
    keptId: z.uuid("Choose the record that stays."),
    mergedId: z.uuid("Choose the record that is merged into it."),
    taken: z
      .array(z.enum(fields))
      .max(fields.length)
      .transform((list) => [...new Set(list)])
      .default([]),
    account: account.default("none"),
    reason: z.string().trim().min(3, "Say how you know that both are one firm.").max(1000),
  })
  .refine((merge) => merge.keptId !== merge.mergedId, {
    path: ["mergedId"],
    message: "A record cannot be merged with itself.",
  });
export type MergeInput = z.output<typeof mergeInput>;

export const pairRow = z
  .object({
    id: z.string(),
    firstId: z.string(),
    firstNumber: z.string(),
    firstName: z.string(),
    secondId: z.string(),
    secondNumber: z.string(),
    secondName: z.string(),
    score: z.number(),
    speaksFor: z.array(z.string()),
    speaksAgainst: z.array(z.string()),
    state: z.enum(names(pairStates)),
    saidBy: z.string().nullable(),
    saidAt: instantField.nullable(),
    saidBecause: z.string().nullable(),
    mergeId: z.string().nullable(),
  })
  .meta({ id: "VendorPair" });
export type PairRow = z.output<typeof pairRow>;

export const mergeRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(statuses),
    keptId: z.string(),
    keptNumber: z.string(),
    keptName: z.string(),
    mergedId: z.string(),
    mergedNumber: z.string(),
    mergedName: z.string(),
    reason: z.string(),
    answer: z.string(),
    proposer: z.string().nullable(),
    decider: z.string().nullable(),
    createdAt: instantField,
    decidedAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "VendorMerge" });
export type MergeRow = z.output<typeof mergeRow>;

const side = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  status: z.string(),
  version: z.number(),
  account: z.string().nullable(),
  values: z.record(z.string(), z.string()),
});
export type MergeSide = z.output<typeof side>;

const counted = z.object({ label: z.string(), count: z.number(), href: z.string().nullable() });

/** What a merge of two vendors would do, before anybody proposes it. */
export const mergeOutlook = z
  .object({
    kept: side,
    merged: side,
    moves: z.array(counted),
    stays: z.array(counted.extend({ why: z.string() })),
    blocks: z.array(z.object({ sentence: z.string(), href: z.string() })),
  })
  .meta({ id: "VendorMergeOutlook" });
export type MergeOutlook = z.output<typeof mergeOutlook>;

export const mergeDetail = mergeRow
  .extend({
    taken: z.array(z.enum(fields)),
    account,
    moved: z.array(z.object({ label: z.string(), count: z.number() })),
    /** While it waits; null once it is decided. */ outlook: mergeOutlook.nullable(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "VendorMergeDetail" });
export type MergeDetail = z.output<typeof mergeDetail>;
