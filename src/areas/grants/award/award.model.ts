import { z } from "zod";
import { answerOf, offeredAction, patchOf } from "#kernel/fields.ts";
import { heldAs } from "#kernel/record-form.ts";
import { dayField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import {
  awardStatuses,
  bases,
  frequencies,
  methods,
  reportEndings,
  standings,
  termKinds,
  wageAnswers,
  type AwardStatus,
  type Standing,
  type TermKind,
} from "./award.labels.ts";
const amount = z.number("Enter an amount such as 1,234.56.").int().min(0).max(9e14);
const cents = heldAs("cents", amount);
/** Object classes of a budget, as finance posts them. */
export const classes = [
  "personnel",
  "fringe",
  "travel",
  "equipment",
  "supplies",
  "contractual",
  "construction",
  "other",
  "indirect",
] as const;
export const objectClass = z.enum(classes);
const text = (most: number) => z.string().trim().max(most).default("");
const share = z.object({ objectClass, cents });

/** The fields of an award, said once. */
export const awardFields = {
  title: z.string().trim().min(1, "Enter the award's title.").max(200).meta({ title: "Title" }),
  program: text(200).meta({ title: "Program" }),
  grantor: z.string().trim().min(1, "Say who gives it.").max(200).meta({ title: "Grantor" }),
  grantorNumber: text(60).meta({ title: "Award number of the grantor" }),
  assistanceListing: text(10).meta({ title: "Assistance listing" }),
  departmentId: z.uuid().nullish().meta({ title: "Department" }),
  federal: z.boolean().default(true).meta({ title: "Federal money" }),
  disaster: z.boolean().default(false).meta({ title: "Disaster assistance" }),
  amount: heldAs("cents", amount.min(1, "Enter what the grantor pays at the most.")).meta({
    title: "Amount",
  }),
  match: cents.default(0).meta({ title: "Match" }),
  shareRate: heldAs("basisPoints", z.number().int().min(1).max(10_000))
    .default(10_000)
    .meta({ title: "Grantor's share, hundredths of a percent" }),
  periodFrom: z.iso.date("Enter the first day.").meta({ title: "Period from" }),
  periodTo: z.iso.date("Enter the last day.").meta({ title: "Period to" }),
  preawardFrom: z.iso.date().nullish().meta({ title: "Pre-award costs approved from" }),
  method: z.enum(names<keyof typeof methods>(methods)).default("reimbursement").meta({
    title: "Payment",
  }),
  advanceDays: z.number().int().min(1).max(90).default(3).meta({ title: "Days of an advance" }),
  reportEvery: z
    .enum(names<keyof typeof frequencies>(frequencies))
    .default("quarterly")
    .meta({ title: "Reports" }),
  reportEnds: z
    .enum(names<keyof typeof reportEndings>(reportEndings))
    .default("calendar")
    .meta({ title: "Interim reports end" }),
  basis: z.enum(names<keyof typeof bases>(bases)).default("cash").meta({
    title: "Basis of accounting",
  }),
  indirectRate: heldAs("basisPoints", z.number().int().min(0).max(10_000))
    .default(0)
    .meta({ title: "Indirect rate" }),
  prevailingWages: z
    .enum(names<keyof typeof wageAnswers>(wageAnswers))
    .default("notKnown")
    .meta({ title: "Prevailing wages" }),
  prevailingWagesSource: text(300).meta({ title: "Where that is written" }),
  note: text(4000).meta({ title: "Note" }),
  budget: z.array(share).max(9).default([]).meta({ title: "Budget" }),
};
export const awardInput = z.object(awardFields);
export type AwardInput = z.output<typeof awardInput>;
export const awardPatch = patchOf(awardFields);
export type AwardPatch = z.output<typeof awardPatch>;

export const acceptInput = z.object({
  segmentCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9.]{1,20}$/, "Letters, digits and dots, at most 20."),
});

export const termInput = z
  .object({
    kind: z.enum(names<TermKind>(termKinds)),
    objectClass: objectClass.nullish(),
    cents: cents.nullish(),
    words: z.string().trim().min(1, "Write what the term says.").max(2000),
    document: z.string().trim().min(1, "Name the document that says so.").max(200),
    page: z.number().int().min(1).max(9999).nullish(),
  })
  .refine((t) => t.objectClass || (t.kind !== "ceiling" && t.kind !== "unallowable"), {
    path: ["objectClass"],
    message: "Choose the object class.",
  })
  .refine((t) => typeof t.cents === "number" || (t.kind !== "ceiling" && t.kind !== "equipment"), {
    path: ["cents"],
    message: "Enter the amount.",
  });
export type TermInput = z.output<typeof termInput>;
export const approvalInput = z.object({
  approvedOn: z.iso.date("Enter the day of the approval."),
  approval: z.string().trim().min(3, "Say who approved it and how.").max(400),
});

export const overrideInput = z.object({
  accountStringId: z.uuid("Choose the account."),
  requesterId: z.uuid("Choose whose purchase it is for."),
  most: amount.min(1, "Enter up to which amount."),
  reason: z.string().trim().min(10, "Say why the term is passed over.").max(2000),
  days: z.number().int().min(1).max(30).default(7),
});
export type OverrideInput = z.output<typeof overrideInput>;

const status = z.enum(names<AwardStatus>(awardStatuses));
const standing = z.enum(names<Standing>(standings));
export const awardRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    standing,
    title: z.string(),
    program: z.string(),
    grantor: z.string(),
    grantorNumber: z.string(),
    assistanceListing: z.string(),
    disaster: z.boolean(),
    amount: z.number(),
    drawn: z.number(),
    left: z.number(),
    /** The grantor's share of what the ledger expended on its accounts. */
    spent: z.number(),
    periodFrom: dayField,
    periodTo: dayField,
    nextReport: dayField.nullable(),
    version: z.number(),
  })
  .meta({ id: "Award" });
export type Award = z.output<typeof awardRow>;

const term = z.object({
  id: z.string(),
  kind: z.enum(names<TermKind>(termKinds)),
  objectClass: objectClass.nullable(),
  cents: z.number().nullable(),
  words: z.string(),
  document: z.string(),
  page: z.number().nullable(),
  approvedOn: dayField.nullable(),
  approval: z.string(),
});
export type Term = z.output<typeof term>;

export const awardDetail = awardRow
  .extend({
    ...answerOf(awardFields),
    ...awardRow.shape,
    /** What the law of its assistance listing says of prevailing wages, where we know one. */
    wageLaw: z.string().nullable(),
    segment: z.string().nullable(),
    department: z.string().nullable(),
    owner: z.string().nullable(),
    attention: z.array(z.string()),
    acceptedOn: dayField.nullable(),
    closedOn: dayField.nullable(),
    retainedUntil: dayField.nullable(),
    terms: z.array(term),
    classes: z.array(
      z.object({
        objectClass,
        budget: z.number(),
        cost: z.number(),
        paid: z.number(),
        claimed: z.number(),
      }),
    ),
    accounts: z.array(
      z.object({
        id: z.string(),
        code: z.string(),
        committed: z.number(),
        expended: z.number(),
        budget: z.number(),
      }),
    ),
    overrides: z.array(
      z.object({
        id: z.string(),
        account: z.string(),
        requester: z.string(),
        most: z.number(),
        reason: z.string(),
        grantedBy: z.string(),
        expiresOn: dayField,
      }),
    ),
    uncovered: z.number(),
    cash: z.number(),
    canEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "AwardDetail" });
export type AwardDetail = z.output<typeof awardDetail>;
