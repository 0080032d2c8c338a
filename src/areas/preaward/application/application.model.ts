import { z } from "zod";
import "#kernel/plain-words.ts";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { contributorRow } from "../contributor/contributor.model.ts";
import { applicationKinds } from "../federal-form/federal-form.ts";
import { applicantTypes } from "../opportunity/eligible.model.ts";
import {
  applicationCycle,
  applicationTypes,
  type ApplicationStatus,
} from "./application.labels.ts";
const line = (least: number, most: number, say: string) =>
  z.string().trim().min(least, say).max(most);

/** What the agency says of itself on every application. */
export const applicantInput = z.object({
  legalName: line(2, 60, "Enter the legal name, as in SAM.gov."),
  ein: z
    .string()
    .trim()
    .regex(/^\d{2}-?\d{7}$/, "Nine digits, such as 41-6005777."),
  uei: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{12}$/, "Twelve letters and digits, as in SAM.gov."),
  samUntil: z.iso.date("Enter the day until which the registration in SAM.gov holds."),
  applicantType: z.enum(names(applicantTypes), "Choose the type."),
  street: line(2, 55, "Enter the street."),
  city: line(2, 35, "Enter the city."),
  county: z.string().trim().max(30).default(""),
  state: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "Two letters, such as MN."),
  postalCode: z
    .string()
    .trim()
    .regex(/^\d{5}(-?\d{4})?$/, "Enter a ZIP code."),
  district: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}-(\d{3}|ALL)$/, "Such as MN-006."),
  phone: line(7, 25, "Enter a telephone number."),
  email: z.email("Enter an email address.").max(60),
});
export type ApplicantInput = z.output<typeof applicantInput>;
export const applicantRecord = applicantInput
  .extend({ id: z.string(), version: z.number() })
  .meta({ id: "GrantApplicant" });
export type ApplicantRecord = z.output<typeof applicantRecord>;

/** The head of an application, said once. */
export const applicationFields = {
  title: line(3, 200, "Name the project.").meta({ title: "Project" }),
  opportunityNumber: line(1, 40, "Enter the opportunity's number.").meta({ title: "Opportunity" }),
  grantor: line(2, 60, "Name the federal agency.").meta({ title: "Federal agency" }),
  aln: z
    .union([
      z.literal(""),
      z
        .string()
        .trim()
        .regex(/^\d{2}\.\w{3}$/, "Write a listing as 93.045."),
    ])
    .default("")
    .meta({ title: "Assistance listing" }),
  applicationType: z
    .enum(names(applicationTypes), "Choose the type.")
    .default("new")
    .meta({ title: "Type" }),
  kind: z
    .enum(names(applicationKinds), "Choose the kind.")
    .default("non_construction")
    .meta({ title: "Kind" }),
  awardNumber: z.string().trim().max(25).default("").meta({ title: "Award" }),
  startsOn: z.iso.date("Enter the first day of the project.").meta({ title: "Starts" }),
  endsOn: z.iso.date("Enter the last day of the project.").meta({ title: "Ends" }),
  dueOn: z.iso.date().nullable().default(null).meta({ title: "Due" }),
};
const whole = (
  a: { startsOn: string; endsOn: string; applicationType: string; awardNumber: string },
  context: z.RefinementCtx,
) => {
  if (a.endsOn < a.startsOn)
    context.addIssue({ code: "custom", path: ["endsOn"], message: "It ends before it starts." });
  if (a.applicationType !== "new" && a.awardNumber === "")
    context.addIssue({
      code: "custom",
      path: ["awardNumber"],
      message: "Name the award that it continues or revises.",
    });
};
export const applicationInput = z
  .object({ ...applicationFields, opportunityId: z.uuid().nullable().default(null) })
  .superRefine(whole);
export type ApplicationInput = z.output<typeof applicationInput>;
export const applicationChange = z.object(applicationFields).superRefine(whole);
export type ApplicationChange = z.output<typeof applicationChange>;

export const sectionInput = z.object({
  title: line(2, 200, "Name the section."),
  asks: z.string().trim().max(4000).default(""),
  mostWords: z.number().int().min(1).max(50_000).nullable().default(null),
  ownerId: z.uuid().nullable().default(null),
  dueOn: z.iso.date().nullable().default(null),
  required: z.boolean().default(true),
});
export type SectionInput = z.output<typeof sectionInput>;
export const sectionText = z.object({ body: z.string().max(200_000) });

export const signInput = z.object({
  first: line(1, 35, "Enter your first name."),
  last: line(1, 60, "Enter your last name."),
  title: line(2, 45, "Enter your title."),
  phone: line(7, 25, "Enter your telephone number."),
  agreed: z.literal(true, "Agree to the certification."),
});
export type SignInput = z.output<typeof signInput>;
export const trackInput = z.object({
  trackingNumber: z.string().trim().min(1, "Enter the portal's number.").max(60),
});
export const submitInput = z.object({ trackingNumber: z.string().trim().max(60).default("") });
export const awardInput = z.object({
  awardNumber: line(2, 60, "Enter the award's number."),
  awardedOn: z.iso.date("Enter the day of the award."),
  awardCents: z.number("Enter the federal amount.").int().min(1).max(9e14),
});
export type AwardInput = z.output<typeof awardInput>;

const finding = z.object({
  part: z.string(),
  path: z.string(),
  /** The same in words of the form. */
  place: z.string(),
  message: z.string(),
  source: z.string(),
  stops: z.boolean(),
});
export type ApplicationFinding = z.output<typeof finding>;

export const applicationRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    status: z.enum(names<ApplicationStatus>(applicationCycle.statuses)),
    applicationType: z.enum(names(applicationTypes)),
    kind: z.enum(names(applicationKinds)),
    grantor: z.string(),
    opportunityNumber: z.string(),
    aln: z.string(),
    dueOn: dayField.nullable(),
    federalCents: z.number(),
    matchCents: z.number(),
    ownerName: z.string().nullable(),
    version: z.number(),
  })
  .meta({ id: "GrantApplication" });
export type ApplicationRow = z.output<typeof applicationRow>;

const section = z.object({
  id: z.string(),
  title: z.string(),
  asks: z.string(),
  body: z.string(),
  /** As it is read: with the budget's amounts in place of their fields. */
  text: z.string(),
  words: z.number(),
  mostWords: z.number().nullable(),
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable(),
  dueOn: dayField.nullable(),
  required: z.boolean(),
  mine: z.boolean(),
  /** Who writes it from outside; for whoever keeps the application. */
  contributors: z.array(contributorRow),
  version: z.number(),
});
export type Section = z.output<typeof section>;
/** What the product did not look at: nothing that it finds says anything of it. */
const unchecked = z.object({ what: z.string(), why: z.string() });
export type Unchecked = z.output<typeof unchecked>;
const formRow = z.object({
  code: z.string(),
  name: z.string(),
  formVersion: z.string(),
  complete: z.boolean(),
  findings: z.number(),
  xml: z.enum(["checked", "notChecked"]),
  /** Whether the kind of application needs it, or it was added. */
  needed: z.boolean(),
  version: z.number(),
});

export const applicationRecord = applicationRow
  .extend({
    opportunityId: z.string().nullable(),
    awardNumber: z.string(),
    startsOn: dayField,
    endsOn: dayField,
    ownerId: z.string(),
    signedName: z.string().nullable(),
    signedTitle: z.string().nullable(),
    signedAt: instantField.nullable(),
    signedBasis: z.string().nullable(),
    signedSha256: z.string().nullable(),
    packageSha256: z.string().nullable(),
    submittedAt: instantField.nullable(),
    trackingNumber: z.string(),
    statusReason: z.string().nullable(),
    awardCents: z.number().nullable(),
    awardedNumber: z.string().nullable(),
    awardedOn: dayField.nullable(),
    forms: z.array(formRow),
    sections: z.array(section),
    findings: z.array(finding),
    unchecked: z.array(unchecked),
    /** Amounts of the budget that a section names by their fields. */
    figures: z.array(z.object({ key: z.string(), label: z.string(), cents: z.number() })),
    /** Forms that may be added where the announcement asks for them. */
    further: z.array(z.object({ code: z.string(), name: z.string() })),
    mayEdit: z.boolean(),
    actions: z.array(offeredAction),
  })
  .meta({ id: "GrantApplicationRecord" });
export type ApplicationRecord = z.output<typeof applicationRecord>;

export const formSheet = z
  .object({
    code: z.string(),
    name: z.string(),
    formVersion: z.string(),
    pages: z.array(z.any()),
    answers: z.record(z.string(), z.unknown()),
    findings: z.array(finding),
    xml: z.object({ checked: z.boolean(), valid: z.boolean(), errors: z.array(z.string()) }),
    mayEdit: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "GrantFormSheet" });
export type FormSheet = z.output<typeof formSheet>;
