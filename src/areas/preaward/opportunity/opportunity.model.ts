import { z } from "zod";
import "#kernel/plain-words.ts";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import {
  eligibilityCodes,
  opportunityCycle,
  postedStatuses,
  rejectCodes,
  verdicts,
  type OpportunityStatus,
} from "./opportunity.labels.ts";
const cents = z.number("Enter an amount such as 120,000.00.").int().min(0).max(9e14);
const aln = z
  .string()
  .trim()
  .regex(/^\d{2}\.\w{3}$/, "Write a listing as 93.045.");

/** What is known of an opportunity, typed or read from a source. */
export const opportunityInput = z.object({
  number: z
    .string()
    .trim()
    .min(1, "Enter the number of the announcement.")
    .max(100)
    .meta({ title: "Number" }),
  title: z.string().trim().min(3, "Enter the title.").max(300).meta({ title: "Title" }),
  agency: z.string().trim().max(200).default("").meta({ title: "Grantor" }),
  postedStatus: z.enum(names(postedStatuses)).default("posted").meta({ title: "Announcement" }),
  alns: z.array(aln).max(20).default([]).meta({ title: "Assistance listings" }),
  eligibility: z
    .array(z.enum(names(eligibilityCodes), "Choose who may apply."))
    .max(20)
    .default([])
    .meta({ title: "Who may apply" }),
  summary: z.string().trim().max(20_000).default("").meta({ title: "Summary" }),
  floorCents: cents.nullable().default(null).meta({ title: "Award floor" }),
  ceilingCents: cents.nullable().default(null).meta({ title: "Award ceiling" }),
  totalCents: cents.nullable().default(null).meta({ title: "Program total" }),
  expectedAwards: z
    .number()
    .int()
    .min(0)
    .max(100_000)
    .nullable()
    .default(null)
    .meta({ title: "Awards expected" }),
  costSharing: z.boolean().nullable().default(null).meta({ title: "Match required" }),
  postedOn: z.iso.date().nullable().default(null).meta({ title: "Posted" }),
  closesOn: z.iso.date().nullable().default(null).meta({ title: "Closes" }),
  url: z
    .union([z.literal(""), z.url("Enter a web address.")])
    .default("")
    .meta({ title: "Announcement's address" }),
});
export type OpportunityInput = z.output<typeof opportunityInput>;

/** The same, typed by hand: what a source says stays as it says it. */
export const opportunityTyped = opportunityInput.superRefine((one, found) => {
  const refuse = (path: string, message: string) =>
    found.addIssue({ code: "custom", path: [path], message });
  if (one.postedOn !== null && one.closesOn !== null && one.closesOn < one.postedOn)
    refuse("closesOn", "It closes before it is posted.");
  if (one.floorCents !== null && one.ceilingCents !== null && one.ceilingCents < one.floorCents)
    refuse("ceilingCents", "The ceiling is lower than the floor.");
});

export const proposalInput = z
  .object({
    verdict: z.enum(names(verdicts), "Say what you propose."),
    code: z.enum(names(rejectCodes)).nullable().default(null),
    reason: z.string().trim().min(3, "Say why.").max(4000),
    matchSource: z.string().trim().max(300).default(""),
  })
  .refine(({ verdict, code }) => verdict !== "rejected" || code !== null, {
    path: ["code"],
    message: "Choose the reason.",
  });
export type ProposalInput = z.output<typeof proposalInput>;

export const opportunityRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    agency: z.string(),
    status: z.enum(names<OpportunityStatus>(opportunityCycle.statuses)),
    postedStatus: z.enum(names(postedStatuses)),
    alns: z.array(z.string()),
    eligibility: z.array(z.string()),
    eligible: z.boolean().nullable(),
    ceilingCents: z.number().nullable(),
    closesOn: dayField.nullable(),
    ownerName: z.string().nullable(),
    sources: z.array(z.string()),
    readAt: instantField.nullable(),
    version: z.number(),
  })
  .meta({ id: "GrantOpportunity" });
export type OpportunityRow = z.output<typeof opportunityRow>;

export const opportunityRecord = opportunityRow
  .extend({
    summary: z.string(),
    floorCents: z.number().nullable(),
    totalCents: z.number().nullable(),
    expectedAwards: z.number().nullable(),
    costSharing: z.boolean().nullable(),
    postedOn: dayField.nullable(),
    url: z.string(),
    proposal: z.enum(names(verdicts)).nullable(),
    proposalCode: z.enum(names(rejectCodes)).nullable(),
    proposalReason: z.string(),
    proposedByName: z.string().nullable(),
    matchSource: z.string(),
    decidedByName: z.string().nullable(),
    rejectCode: z.enum(names(rejectCodes)).nullable(),
    decisionReason: z.string(),
    readings: z.array(z.object({ source: z.string(), url: z.string(), readAt: instantField })),
    applications: z.array(z.object({ id: z.string(), number: z.string(), status: z.string() })),
    actions: z.array(offeredAction),
  })
  .meta({ id: "GrantOpportunityRecord" });
export type OpportunityRecord = z.output<typeof opportunityRecord>;

export const sourceAge = z
  .object({
    name: z.string(),
    kind: z.string(),
    status: z.string(),
    lastOkAt: instantField.nullable(),
    stale: z.boolean(),
  })
  .meta({ id: "GrantSourceAge" });
export type SourceAge = z.output<typeof sourceAge>;
