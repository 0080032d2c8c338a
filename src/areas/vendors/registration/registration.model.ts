import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { bankChangeFields } from "../bank/bank.model.ts";
import { tinProblem, vendorFields } from "../vendor/vendor.model.ts";
import {
  documentKinds,
  entityTypes,
  registrationStatuses,
  type EntityType,
} from "./registration.labels.ts";

const entityType = z.enum(names(entityTypes));
const documentKind = z.enum(names(documentKinds));
const owner = z.strictObject({
  name: z.string().trim().min(1, "Enter the owner's name.").max(200),
  percent: z.number().min(0).max(100, "At most 100 percent."),
});

const {
  name,
  doingBusinessAs,
  uei,
  tin,
  tinKind,
  email,
  phone,
  website,
  address1,
  address2,
  city,
  state,
  postalCode,
  country,
  diversity,
  commodityCodes,
  isPublic,
} = vendorFields;

/** What a company says of itself, once for all agencies. */
const companyFields = {
  name,
  doingBusinessAs,
  entityType: entityType.default("corporation"),
  owners: z.array(owner).max(20).default([]),
  uei,
  tinKind,
  tin,
  email,
  phone,
  website,
  address1,
  address2,
  city,
  state,
  postalCode,
  country,
  employees: z.number().int("Enter a whole number.").min(0).max(10_000_000).nullish(),
  bondingCents: z.number().int().min(0).max(9e14).nullish(),
  serviceArea: z.string().trim().max(300).default(""),
  diversity,
  commodityCodes,
  isPublic,
};
const checked = <S extends z.ZodRawShape>(shape: S) =>
  z.object(shape).superRefine((input, context) => {
    const { tin, tinKind, owners } = input as {
      tin?: string | null;
      tinKind?: "ein" | "ssn" | null;
      owners?: { percent: number }[];
    };
    const problem = tin ? tinProblem(tin, tinKind ?? "ein") : null;
    if (problem) context.addIssue({ code: "custom", path: ["tin"], message: problem });
    if ((owners ?? []).reduce((sum, o) => sum + o.percent, 0) > 100)
      context.addIssue({
        code: "custom",
        path: ["owners"],
        message: "The shares add up to more than 100 percent.",
      });
  });
export const companyInput = checked(companyFields);
export type CompanyInput = z.output<typeof companyInput>;

const { bankName, routingNumber, accountNumber, accountType } = bankChangeFields;
const bankDetails = z.strictObject({ bankName, routingNumber, accountNumber, accountType });
export type BankDetails = z.output<typeof bankDetails>;

/**
 * What is sent to one agency besides the company's own data: bank details, codes that only this
 * agency uses, the invitation followed.
 */
export const submissionInput = z.object({
  orgId: z.uuid("Choose an agency."),
  bank: bankDetails.nullish(),
  agencyCodes: z.array(z.string().trim().min(2).max(20)).max(60).default([]),
  invitation: z.string().max(100).nullish(),
});
export type SubmissionInput = z.output<typeof submissionInput>;

/**
 * What must be there before a company can be sent to an agency: each with where it is entered.
 * Pure, so that the form and the server say the same.
 */
export const missingForSubmission = (
  company: {
    tinLast4: string | null;
    email: string | null;
    phone: string | null;
    address1: string | null;
    city: string | null;
    commodityCodes: readonly string[];
  },
  documents: readonly { kind: string; expiresOn: string | null }[],
  today: string,
): { field: string; text: string }[] => [
  ...(company.tinLast4 ? [] : [{ field: "tin", text: "The tax number of Form W-9" }]),
  ...(company.email ? [] : [{ field: "email", text: "An e-mail address for orders" }]),
  ...(company.phone ? [] : [{ field: "phone", text: "A telephone number" }]),
  ...(company.address1 && company.city ? [] : [{ field: "address1", text: "The street address" }]),
  ...(company.commodityCodes.length > 0
    ? []
    : [{ field: "commodityCodes", text: "At least one thing that you sell" }]),
  ...(documents.some((d) => d.kind === "w9")
    ? []
    : [{ field: "documents", text: "The signed Form W-9 as a file" }]),
  ...(documents.some(
    (d) => d.kind === "insurance" && d.expiresOn !== null && d.expiresOn < today,
  ) && !documents.some((d) => d.kind === "insurance" && (d.expiresOn ?? "9999") >= today)
    ? [{ field: "documents", text: "A certificate of insurance that has not run out" }]
    : []),
];

/**
 * Fields that say who the company is and how it is reached: staff verify a change of them out of
 * band before they accept it.
 */
const guardedFields = [
  "name",
  "doingBusinessAs",
  "entityType",
  "owners",
  "uei",
  "email",
  "phone",
  "address1",
  "address2",
  "city",
  "state",
  "postalCode",
  "country",
] as const;

const fieldLabels: Readonly<Record<string, string>> = {
  name: "Legal name",
  doingBusinessAs: "Doing business as",
  entityType: "Kind of company",
  owners: "Owners",
  uei: "UEI",
  email: "E-mail",
  phone: "Phone",
  website: "Website",
  address1: "Street",
  address2: "Second line",
  city: "City",
  state: "State",
  postalCode: "ZIP",
  country: "Country",
  employees: "Employees",
  bondingCents: "Bonding capacity",
  serviceArea: "Service area",
  diversity: "Certifications",
  commodityCodes: "Commodities",
  isPublic: "Public directory",
};
const shown = (field: string, value: unknown): string => {
  if (
    value === null ||
    value === undefined ||
    value === "" ||
    (Array.isArray(value) && value.length === 0)
  )
    return "";
  if (field === "entityType") return entityTypes[value as EntityType] ?? String(value);
  if (field === "owners")
    return (value as { name: string; percent: number }[])
      .map((o) => `${o.name} ${o.percent} %`)
      .join(", ");
  if (field === "bondingCents") return `$${(Number(value) / 100).toLocaleString("en-US")}`;
  if (field === "isPublic") return value ? "Shown" : "Not shown";
  return Array.isArray(value) ? [...value].sort().join(", ") : String(value);
};
export type Compared = {
  field: string;
  label: string;
  before: string;
  after: string;
  changed: boolean;
  guarded: boolean;
};

/** Old and new side by side, as people read them. */
export const compareFields = (
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): Compared[] =>
  Object.keys(fieldLabels)
    .filter((field) => field in after)
    .map((field) => {
      const [a, b] = [before ? shown(field, before[field]) : "", shown(field, after[field])];
      return {
        field,
        label: fieldLabels[field]!,
        before: a,
        after: b,
        changed: a !== b,
        guarded: (guardedFields as readonly string[]).includes(field),
      };
    });

const status = z.enum(names(registrationStatuses));
export const registrationRow = z
  .object({
    id: z.string(),
    number: z.string(),
    kind: z.enum(["registration", "change", "renewal"]),
    status,
    name: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    submittedBy: z.string(),
    submittedAt: instantField,
    vendorId: z.string().nullable(),
    invited: z.boolean(),
    hasBank: z.boolean(),
    waitingDays: z.number(),
    version: z.number(),
  })
  .meta({ id: "VendorRegistration" });
export type RegistrationRow = z.output<typeof registrationRow>;

const duplicate = z.object({
  id: z.string(),
  number: z.string(),
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  status: z.string(),
  reasons: z.array(z.string()),
});
export const registrationDocument = z.object({
  id: z.string(),
  kind: documentKind,
  label: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  size: z.number(),
  sha256: z.string(),
  expiresOn: dayField.nullable(),
});
export type RegistrationDocument = z.output<typeof registrationDocument>;
export const registrationDetail = registrationRow
  .extend({
    submittedByEmail: z.string(),
    fields: z.array(
      z.object({
        field: z.string(),
        label: z.string(),
        before: z.string(),
        after: z.string(),
        changed: z.boolean(),
        guarded: z.boolean(),
      }),
    ),
    comparedWith: z.string().nullable(),
    tinLast4: z.string().nullable(),
    tinKind: z.enum(["ein", "ssn"]).nullable(),
    tinChanged: z.boolean(),
    bank: z
      .object({
        bankName: z.string(),
        routingNumber: z.string(),
        accountLast4: z.string(),
        accountType: z.string(),
      })
      .nullable(),
    bankChange: z.object({ number: z.string(), status: z.string() }).nullable(),
    firstAccount: z.boolean(),
    documents: z.array(registrationDocument),
    commodities: z.array(z.object({ code: z.string(), name: z.string() })),
    duplicates: z.array(duplicate),
    vendorNumber: z.string().nullable(),
    screeningResult: z.enum(["clear", "possible", "excluded"]).nullable(),
    screener: z.string().nullable(),
    decider: z.string().nullable(),
    decidedAt: instantField.nullable(),
    decisionReason: z.string().nullable(),
    w9: z
      .object({
        result: z.enum(["agrees", "differs"]),
        note: z.string(),
        checker: z.string().nullable(),
        at: instantField,
      })
      .nullable(),
    actions: z.array(offeredAction),
    canProposeBank: z.boolean(),
  })
  .meta({ id: "VendorRegistrationDetail" });
export type RegistrationDetail = z.output<typeof registrationDetail>;

export const documentInput = z.object({
  kind: documentKind,
  label: z.string().trim().max(200).default(""),
  expiresOn: z.iso.date().or(z.literal("")).nullish(),
});
export const callBackNumber = z.object({
  phone: z.string().trim().min(7, "Enter the number.").max(40),
  source: z
    .string()
    .trim()
    .min(
      5,
      "Say where the number was found: a state register, an earlier contract, a call through the switchboard.",
    )
    .max(300),
});

export const w9Input = z.object({
  result: z.enum(["agrees", "differs"], { error: "Say whether it agrees." }),
  note: z.string().trim().max(1000).default(""),
});
export const screenInput = z.object({
  confirmedDuplicates: z.array(z.uuid()).max(50).default([]),
  useVendorId: z.uuid().nullish(),
});
export const debarmentInput = z
  .object({
    cause: z.string().trim().min(3, "Say what the vendor is debarred for.").max(2000),
    noticedOn: z.iso.date("Enter the day of the notice."),
    hearingOn: z.iso.date().or(z.literal("")).nullish(),
    fromOn: z.iso.date("Enter the first day."),
    untilOn: z.iso.date("Enter the last day."),
  })
  .refine((d) => d.untilOn > d.fromOn, {
    path: ["untilOn"],
    message: "The last day must be after the first.",
  })
  .refine((d) => d.fromOn >= d.noticedOn, {
    path: ["fromOn"],
    message: "A debarment does not begin before its notice.",
  });
export const invitationInput = z.object({
  email: z.email("Enter an e-mail address.").trim().toLowerCase().max(255),
  company: z.string().trim().min(1, "Enter the company's name.").max(200),
  message: z.string().trim().max(1000).default(""),
  vendorId: z.uuid().nullish(),
});

/**
 * Form W-9 holds the tax number in full: it is for those who compare it with a registration, and
 * for those who may read tax numbers.
 */
export const mayReadTaxForm = (actor: Pick<Actor, "permissions">): boolean =>
  actor.permissions.has("vendor.register") || actor.permissions.has("vendor.revealTin");
