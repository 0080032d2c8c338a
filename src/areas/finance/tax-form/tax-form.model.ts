import { z } from "zod";
import { offeredAction } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import "#kernel/plain-words.ts";
import {
  taxBoxes,
  taxClasses,
  taxProblems,
  taxYearStatuses,
  taxFormKinds,
  taxOverrides,
} from "./tax-form.labels.ts";

const text = (most: number, message: string) => z.string().trim().min(1, message).max(most);

/** Begins a year, with the payer as its forms name it. */
export const taxYearInput = z.strictObject({
  year: z
    .number("Enter a year.")
    .int("Enter a year.")
    .min(2020, "From 2020 on.")
    .max(2200, "Until 2200."),
  payerName: text(80, "Enter the agency's legal name."),
  payerTin: z
    .string()
    .trim()
    .regex(/^\d{2}-?\d{7}$/, "Enter the agency's nine digits.")
    .transform((t) => t.replace("-", "")),
  payerAddress: text(70, "Enter the address."),
  payerCity: text(50, "Enter the city."),
  payerState: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "Two letters, such as MN."),
  payerZip: z
    .string()
    .trim()
    .regex(/^\d{5}(-?\d{4})?$/, "Five digits, or nine.")
    .transform((t) => t.replace("-", "")),
  payerPhone: z.string().trim().max(20).default(""),
});
export type TaxYearInput = z.output<typeof taxYearInput>;

export const furnishInput = z.strictObject({ furnishedOn: dayInput("Enter the day.") });
export const fileInput = z.strictObject({
  filedOn: dayInput("Enter the day."),
  reference: text(120, "Enter the receipt numbers of the files."),
});

/** What stands on the W-9 of a vendor. */
export const payeeInput = z.strictObject({
  taxClass: z.enum(names(taxClasses), "Choose the classification."),
  w9On: dayInput("Enter the day of the W-9."),
  w9Name: text(160, "Enter the name as the W-9 has it."),
  w9Last4: z
    .string()
    .trim()
    .regex(/^\d{4}$/, "Enter the last four digits of the W-9's number."),
});
export type PayeeInput = z.output<typeof payeeInput>;

export const accountsInput = z.strictObject({
  accounts: z
    .array(
      z.strictObject({
        accountId: z.uuid("Choose the account."),
        box: z.enum(names(taxBoxes)).nullable(),
      }),
    )
    .min(1, "Choose an account.")
    .max(500),
});
export const overrideInput = z.strictObject({ why: z.string().trim().min(3, "Say why.").max(500) });

const status = z.enum(names(taxYearStatuses));
export const taxYearRow = z
  .object({
    id: z.string(),
    number: z.string(),
    status,
    year: z.number(),
    forms: z.number(),
    total: z.number(),
    toSettle: z.number(),
    furnishedOn: dayField.nullable(),
    filedOn: dayField.nullable(),
    version: z.number(),
  })
  .meta({ id: "TaxYear" });
export type TaxYearRow = z.output<typeof taxYearRow>;

const accountRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** Whether somebody said it. */
  set: z.boolean(),
  box: z.enum(names(taxBoxes)).nullable(),
  paid: z.number(),
});
export type TaxAccountRow = z.output<typeof accountRow>;
const limitRow = z.object({
  box: z.enum(names(taxBoxes)),
  cents: z.number(),
  citation: z.string(),
  verified: z.boolean(),
});

export const taxYearDetail = taxYearRow
  .extend({
    payerName: z.string(),
    countedAt: instantField.nullable(),
    unmapped: z.number(),
    reference: z.string(),
    accounts: z.array(accountRow),
    limits: z.array(limitRow),
    /** How many files of each form the IRS takes. */
    files: z.array(z.object({ form: z.enum(names(taxFormKinds)), parts: z.number() })),
    actions: z.array(offeredAction),
  })
  .meta({ id: "TaxYearDetail" });
export type TaxYearDetail = z.output<typeof taxYearDetail>;

export const taxFormRow = z
  .object({
    id: z.string(),
    yearId: z.string(),
    year: z.number(),
    vendorId: z.string(),
    vendor: z.string(),
    form: z.enum(names(taxFormKinds)),
    tinLast4: z.string().nullable(),
    taxClass: z.enum(names(taxClasses)).nullable(),
    total: z.number(),
    problems: z.array(z.enum(names(taxProblems))),
    /** Proposed by one, agreed by another: then its problems do not stop the year. */
    override: z.enum(names(taxOverrides)),
    overrideWhy: z.string(),
    consent: z.boolean(),
    correction: z.boolean(),
    final: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "TaxForm" });
export type TaxFormRow = z.output<typeof taxFormRow>;

/** A form as its payee sees it in the portal. */
export const ownTaxForm = z
  .object({
    id: z.string(),
    orgId: z.string(),
    agency: z.string(),
    year: z.number(),
    form: z.enum(names(taxFormKinds)),
    total: z.number(),
    correction: z.boolean(),
    consentOn: dayField.nullable(),
  })
  .meta({ id: "OwnTaxForm" });
export type OwnTaxForm = z.output<typeof ownTaxForm>;
