import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import { findingStatuses, severities, sources } from "./finding.labels.ts";

const said = (what: string) => z.string().trim().min(3, what).max(8000);

const words = {
  criteria: said("Say what should be, and by which rule."),
  condition: said("Say what is."),
  cause: said("Say why it is so."),
  effect: said("Say what follows from it."),
  recommendation: said("Say what should be done."),
};
export type FindingWords = Record<keyof typeof words, string>;

const questioned = z.strictObject({
  /** The award by its number, or its listing number. */
  award: z.string().trim().min(2, "Enter the award.").max(60),
  known: heldAs("cents", z.number("Enter an amount.").int().min(0, "Enter an amount.")),
  likely: heldAs("cents", z.number("Enter an amount.").int().min(0, "Enter an amount.")),
});
export type Questioned = z.output<typeof questioned>;

/** Where the same is counted anew on the days of its check: records of a list that must not come again. */
const recount = z.strictObject({
  list: z.string().max(200),
  query: z.string().max(2000),
  /** The range of the list that says when a record came: counted are those since the action was implemented. */
  since: z.string().max(60),
  most: z.number().int().min(0).max(10_000),
});
export type Recount = z.output<typeof recount>;

/** What is typed of a finding. */
export const findingFields = {
  source: z.enum(names(sources), "Choose where it comes from."),
  /** The number that the auditor gave it: 2027-001. */
  reference: z.string().trim().max(60).default(""),
  title: z.string().trim().min(3, "Name it in a line.").max(200),
  severity: z.enum(names(severities), "Choose how severe it is."),
  ...words,
  questioned: z.array(questioned).max(20, "At most twenty awards.").default([]),
  repeatsId: z.uuid().nullable().default(null),
  firstYear: z.coerce.number("Enter the fiscal year.").int().min(1990).max(2200),
  responderId: z.uuid("Choose who answers for it."),
};
/** What it stands within: its audit, or the record that it is taken over from. */
export const findingPlace = {
  auditId: z.uuid().nullable().default(null),
  sourceId: z.uuid().nullable().default(null),
};
export const findingInput = z
  .strictObject({ ...findingFields, ...findingPlace })
  .refine((f) => (f.source === "audit") === (f.auditId !== null), {
    path: ["auditId"],
    message: "A finding of an audit names it, any other none.",
  })
  .refine((f) => f.source !== "outside" || f.reference !== "", {
    path: ["reference"],
    message: "Enter the number that the report gave it.",
  })
  .refine((f) => f.questioned.every(({ known, likely }) => likely >= known), {
    path: ["questioned"],
    message: "Likely questioned costs are at least the known ones.",
  });
export type FindingInput = z.output<typeof findingInput>;

/** The auditee's plan, each element of a corrective action plan under its name (2 CFR 200.511(c)). */
export const acceptInput = z.strictObject({
  views: z.string().trim().max(8000).default(""),
  contact: z.string().trim().min(2, "Name the contact person.").max(160),
  action: z.string().trim().min(3, "Say what is planned.").max(8000),
  completeOn: dayInput("Enter the day by which it is done."),
});
export const disputeInput = z.strictObject({
  disagrees: z.string().trim().min(3, "Say why you disagree.").max(8000),
});
const response = z.object({
  views: z.string(),
  contact: z.string(),
  action: z.string(),
  completeOn: dayField.nullable(),
  disagrees: z.string(),
  upheld: z.string(),
});
/** What the auditee answered: a plan, or why it disagrees. */
export type Response = z.output<typeof response>;
export const recountInput = recount;

/** How a finding of a former year stands in the summary schedule (2 CFR 200.511(b)). */
export const scheduleInput = z.strictObject({
  standing: z.enum(["corrected", "partly", "not", "no_further"], "Choose how it stands."),
  reason: z.string().trim().max(4000).default(""),
  planned: z.string().trim().max(4000).default(""),
  taken: z.string().trim().max(4000).default(""),
  /** Somebody of the federal agency or pass-through entity follows it up. */
  followedUp: z.boolean().default(false),
  /** A management decision was issued. */
  decided: z.boolean().default(false),
});
export type Schedule = z.output<typeof scheduleInput>;

export const findingRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.enum(names(findingStatuses)),
    auditId: z.string().nullable(),
    audit: z.string().nullable(),
    source: z.enum(names(sources)),
    reference: z.string(),
    title: z.string(),
    severity: z.enum(names(severities)),
    knownCents: z.number(),
    likelyCents: z.number(),
    firstYear: z.number(),
    responderName: z.string(),
    openedOn: dayField,
    version: z.number(),
  })
  .meta({ id: "AuditFinding" });
export type FindingRow = z.output<typeof findingRow>;

export const findingDetail = findingRow
  .extend({
    criteria: z.string(),
    condition: z.string(),
    cause: z.string(),
    effect: z.string(),
    recommendation: z.string(),
    questioned: z.array(z.object({ award: z.string(), known: z.number(), likely: z.number() })),
    sourceId: z.string().nullable(),
    sourceNumber: z.string(),
    repeatsId: z.string().nullable(),
    repeats: z.string().nullable(),
    responderId: z.string(),
    response: response.nullable(),
    recount: recount.nullable(),
    schedule: scheduleInput.nullable(),
    respondedOn: dayField.nullable(),
    closedOn: dayField.nullable(),
    recurrences: z.number(),
    mine: z.boolean(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AuditFindingDetail" });
export type FindingDetail = z.output<typeof findingDetail>;
