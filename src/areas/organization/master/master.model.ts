import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { proposalStatuses, sharedListNames } from "./master.labels.ts";

const lists = names(sharedListNames);

/** What every entry of a shared list answers beside its own fields. */
export const entryRow = z.object({
  id: z.string(),
  active: z.boolean(),
  retiredBecause: z.string(),
  uses: z.number(),
  version: z.number(),
});

export const entryUse = z.object({ label: z.string(), count: z.number(), href: z.string() });
export type EntryUse = z.output<typeof entryUse>;

export const proposalInput = z.object({
  list: z.enum(lists),
  entryId: z.uuid().nullish(),
  entryVersion: z.number().int().positive().nullish(),
  content: z.record(z.string(), z.unknown()),
  reason: z.string().trim().max(1000).default(""),
});

export const proposalRow = z
  .object({
    id: z.string(),
    number: z.string(),
    list: z.enum(lists),
    name: z.string(),
    isNew: z.boolean(),
    reason: z.string(),
    status: z.enum(names(proposalStatuses)),
    answer: z.string(),
    proposer: z.string().nullable(),
    proposedBy: z.string(),
    decider: z.string().nullable(),
    createdAt: instantField,
    version: z.number(),
  })
  .meta({ id: "ListProposal" });
export type ProposalRow = z.output<typeof proposalRow>;

export const proposalDetail = proposalRow
  .extend({
    /** Field by field: what stands, and what is proposed. */
    changes: z.array(
      z.object({ field: z.string(), before: z.string().nullable(), after: z.string() }),
    ),
    /** Why it cannot be accepted as it is, or null. */ outdated: z.string().nullable(),
    canDecide: z.boolean(),
    canWithdraw: z.boolean(),
  })
  .meta({ id: "ListProposalDetail" });
export type ProposalDetail = z.output<typeof proposalDetail>;
