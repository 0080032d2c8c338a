import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { claimStatuses, type ClaimStatus } from "./claim.labels.ts";
const money = z.number("Enter an amount such as 1,234.56.").int().min(0).max(9e14);
const days = z
  .number("Enter whole days.")
  .int("Enter whole days.")
  .min(0, "Not below zero.")
  .max(3650, "At most 3,650 days.");

/** One point of a claim as the vendor says it: cents and days. */
const issueInput = z.object({
  title: z.string().trim().min(1, "Say what is claimed.").max(300),
  claimed: money.default(0),
  claimedDays: days.default(0),
});
export type IssueInput = z.output<typeof issueInput>;
const issues = z.array(issueInput).max(100);

const noticeFields = {
  title: z.string().trim().min(1, "Say what is claimed.").max(200).meta({ title: "Claim" }),
  narrative: z
    .string()
    .trim()
    .min(3, "Say what happened.")
    .max(20_000)
    .meta({ title: "What happened" }),
  eventOn: z.iso.date("Enter the day on which it happened.").meta({ title: "Happened on" }),
  /** When the vendor knew of it, or should have, where that is a later day: clocks run from it. */
  knownOn: z.iso.date().nullish().meta({ title: "Known on" }),
  issues: issues.default([]).meta({ title: "Points" }),
};
/** A notice that the vendor gives itself; it has come today. */
export const vendorClaimInput = z.object(noticeFields);
/** A notice that came on paper: the agency enters the day on which it came. */
export const claimInput = z.object({
  ...noticeFields,
  contractId: z.uuid("Choose a contract."),
  noticedOn: z.iso.date("Enter the day on which the notice came."),
});
export type ClaimInput = z.output<typeof claimInput>;

export const submitInput = z.object({
  issues: issues.min(1, "Say point by point what is claimed."),
  certifiedBy: z.string().trim().min(2, "Say who certifies the claim.").max(200),
});
export type Submission = z.output<typeof submitInput>;

const valued = z.object({ id: z.uuid(), amount: money, days: days.default(0) });
export const assessInput = z.object({
  issues: z
    .array(
      z.object({
        id: z.uuid(),
        found: money.nullable().default(null),
        foundDays: days.nullable().default(null),
        offered: money.nullable().default(null),
        offeredDays: days.nullable().default(null),
      }),
    )
    .min(1)
    .max(100),
});
export type Assessment = z.output<typeof assessInput>;
export const decideInput = z.object({
  outcome: z.enum(["accepted", "part", "denied"], "Say what is decided."),
  decision: z.string().trim().min(3, "Say why.").max(20_000),
});
export type ClaimDecision = z.output<typeof decideInput>;
export const appealInput = z.object({
  appeal: z.string().trim().min(3, "Say why the decision is wrong.").max(20_000),
});
export const settleInput = z.object({
  settlement: z.string().trim().min(3, "Say what is agreed.").max(20_000),
  issues: z.array(valued).min(1).max(100),
});
export type Settlement = z.output<typeof settleInput>;
export const noteInput = z.object({
  body: z.string().trim().min(1, "Write the note.").max(20_000),
});

const status = z.enum(names<ClaimStatus>(claimStatuses));
export const claimRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    title: z.string(),
    contract: z.string(),
    contractId: z.string(),
    contractTitle: z.string(),
    vendor: z.string(),
    eventOn: dayField,
    knownOn: dayField.nullable(),
    noticedOn: dayField,
    late: z.boolean(),
    claimed: z.number(),
    claimedDays: z.number(),
    settled: z.number().nullable(),
    version: z.number(),
  })
  .meta({ id: "ContractClaim" });
export type Claim = z.output<typeof claimRow>;

const issueRow = z.object({
  id: z.string(),
  lineNo: z.number(),
  title: z.string(),
  claimed: z.number(),
  claimedDays: z.number(),
  found: z.number().nullable(),
  foundDays: z.number().nullable(),
  offered: z.number().nullable(),
  offeredDays: z.number().nullable(),
  settled: z.number().nullable(),
  settledDays: z.number().nullable(),
});
export type Issue = z.output<typeof issueRow>;

export const claimDetail = claimRow
  .extend({
    side: z.enum(["agency", "vendor"]),
    narrative: z.string(),
    noticeDueOn: dayField.nullable(),
    citation: z.string(),
    submittedOn: dayField.nullable(),
    certifiedBy: z.string().nullable(),
    decidedOn: dayField.nullable(),
    decision: z.string(),
    appealedOn: dayField.nullable(),
    appeal: z.string(),
    settlement: z.string(),
    settling: z.boolean(),
    settledOn: dayField.nullable(),
    changeId: z.string().nullable(),
    statusReason: z.string().nullable(),
    issues: z.array(issueRow),
    approvalId: z.string().nullable(),
    /** This person has counsel's duty: the notes are asked for apart. */
    readsNotes: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "ContractClaimDetail" });
export type ClaimDetail = z.output<typeof claimDetail>;

export const noteRow = z.object({
  id: z.string(),
  body: z.string(),
  author: z.string().nullable(),
  createdAt: instantField,
});
export type Note = z.output<typeof noteRow>;
