import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { declarationCycle } from "./declaration.labels.ts";

const categoryList = z
  .array(z.enum(["A", "B", "C", "D", "E", "F", "G", "Z"]))
  .min(1, "Choose a category at least.");
const day = (message: string) => dayInput(message);

const areaInput = z.object({
  county: z.string().trim().min(2, "Name the county.").max(120),
  categories: categoryList,
  designatedOn: day("Enter the day of the designation."),
});
const shareInput = z.object({
  categories: categoryList,
  fromDay: day("Enter from which day it holds."),
  toDay: dayInput().nullish(),
  /** Hundredths of a percent. */
  rate: z.number().int().min(0).max(10_000),
  source: z.string().trim().min(3, "Say which text says so.").max(300),
});
export const declarationInput = z.object({
  number: z
    .string()
    .trim()
    .regex(/^(DR|EM)-\d{4}-[A-Z]{2}$/, "Write it as DR-4897-MN."),
  incidentId: z.uuid().nullish(),
  title: z.string().trim().min(3, "Name the disaster.").max(200),
  declaredOn: day("Enter the day of the declaration."),
  periodFrom: day("Enter the first day of the incident."),
  periodTo: z.iso.date().nullish(),
  guideVersion: z.string().trim().max(80).default(""),
  rural: z.boolean().default(false),
  payPolicy: z.string().trim().max(200).default(""),
  payPolicyOn: z.iso.date().nullish(),
  payPolicyContingent: z.boolean().default(false),
  areas: z.array(areaInput).min(1, "Name the designated areas.").max(200),
  shares: z.array(shareInput).max(50).default([]),
});
export type DeclarationInput = z.output<typeof declarationInput>;

export const amendmentInput = z.object({
  amendedOn: day("Enter the day of the amendment."),
  source: z.string().trim().min(3, "Say which text amends it.").max(300),
  periodTo: dayInput().nullish(),
  areas: z.array(areaInput).max(200).default([]),
  shares: z.array(shareInput).max(50).default([]),
});
export type AmendmentInput = z.output<typeof amendmentInput>;

export const payPolicyInput = z.object({
  laborClassId: z.uuid("Choose a class of work."),
  title: z.string().trim().min(3, "Name the policy.").max(200),
  adoptedOn: day("Enter the day on which it was adopted."),
  contingent: z.boolean().default(false),
});

export const thresholdInput = z.object({
  fiscalYear: z.number("Enter the fiscal year.").int().min(2000).max(2200),
  minimumCents: z.number("Enter the least amount.").int().positive(),
  largeCents: z.number("Enter the amount of a large project.").int().positive(),
  source: z.string().trim().min(5, "Name the notice that says so.").max(300),
});

export const declarationRow = z
  .object({
    id: z.string(),
    number: z.string(),
    title: z.string(),
    status: z.enum(names(declarationCycle.statuses)),
    declaredOn: dayField,
    periodFrom: dayField,
    periodTo: dayField.nullable(),
    projects: z.number(),
    obligated: z.number(),
    requested: z.number(),
    version: z.number(),
  })
  .meta({ id: "PaDeclaration" });
export type Declaration = z.output<typeof declarationRow>;

const paper = z.object({
  id: z.string(),
  key: z.string(),
  title: z.string(),
  dueOn: dayField.nullable(),
  citation: z.string(),
  doneOn: dayField.nullable(),
  note: z.string(),
  version: z.number(),
});
export const declarationDetail = declarationRow
  .extend({
    state: z.string(),
    incidentId: z.string().nullable(),
    incident: z.string().nullable(),
    fiscalYear: z.number(),
    guideVersion: z.string(),
    rural: z.boolean(),
    payPolicy: z.string(),
    payPolicyOn: dayField.nullable(),
    payPolicyContingent: z.boolean(),
    minimumCents: z.number().nullable(),
    largeCents: z.number().nullable(),
    thresholdSource: z.string().nullable(),
    statusReason: z.string().nullable(),
    areas: z.array(
      z.object({
        id: z.string(),
        county: z.string(),
        categories: z.array(z.string()),
        designatedOn: dayField,
      }),
    ),
    shares: z.array(
      z.object({
        id: z.string(),
        categories: z.array(z.string()),
        fromDay: dayField,
        toDay: dayField.nullable(),
        rate: z.number(),
        source: z.string(),
      }),
    ),
    amendments: z.array(
      z.object({
        id: z.string(),
        amendmentNo: z.number(),
        amendedOn: dayField,
        source: z.string(),
        changes: z.array(z.string()),
      }),
    ),
    papers: z.array(paper),
    awards: z.array(
      z.object({
        id: z.string(),
        listing: z.enum(["97.036", "97.039"]),
        number: z.string(),
      }),
    ),
    payPolicies: z.array(
      z.object({
        id: z.string(),
        laborClass: z.string(),
        title: z.string(),
        adoptedOn: dayField,
        contingent: z.boolean(),
      }),
    ),
    actions: z.array(offeredAction),
  })
  .meta({ id: "PaDeclarationDetail" });
export type DeclarationDetail = z.output<typeof declarationDetail>;
