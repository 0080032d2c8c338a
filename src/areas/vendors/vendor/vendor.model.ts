import { z } from "zod";
import { answerOf, offeredAction, patchOf } from "#kernel/fields.ts";
import { names } from "#kernel/labels.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import { dayField, dayInput, instantField } from "#kernel/time-fields.ts";
import { certifications, vendorCourse, vendorStatuses, states } from "./vendor.labels.ts";

// An absent key stays absent (a patch must not reset it); empty text is no value.
const blank = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text || null;
const optionalText = (most: number) => z.string().trim().max(most).nullish().transform(blank);
const phoneShape = /^[+(\d][\d\s().-]{5,24}( ?(x|ext\.?) ?\d{1,6})?$/i;

/** A phone number as people write it, with extension; kept as typed. */
const phoneText = z
  .string()
  .trim()
  .max(40)
  .refine(
    (text) => text === "" || phoneShape.test(text),
    "Enter a phone number such as (952) 555-0134.",
  )
  .nullish()
  .transform(blank);
const emailAddress = z.email();
const emailText = z
  .string()
  .trim()
  .toLowerCase()
  .max(255)
  .refine(
    (text) => text === "" || emailAddress.safeParse(text).success,
    "Enter an e-mail address such as name@example.com.",
  )
  .nullish()
  .transform(blank);

/**
 * Why nine digits cannot be such a tax number, or null. EIN prefix 00 and the SSN areas 000, 666
 * and 900–999 were never given out.
 */
export const tinProblem = (digits: string, kind: "ein" | "ssn"): string | null => {
  if (!/^\d{9}$/.test(digits)) return "A tax number has nine digits.";
  if (kind === "ein") return digits.startsWith("00") ? "No EIN begins with 00." : null;
  return /^(000|666|9)/.test(digits) || digits.slice(3, 5) === "00" || digits.slice(5) === "0000"
    ? "No social security number looks like this."
    : null;
};

const certification = z.enum(names(certifications));

/**
 * Fields that a person enters, said once: form, create, change, answers and import derive from
 * them.
 */
export const vendorFields = {
  name: z
    .string()
    .trim()
    .min(1, "Enter the vendor's legal name.")
    .max(200)
    .meta({ title: "Legal name" }),
  doingBusinessAs: optionalText(200).meta({ title: "Doing business as" }),
  uei: z
    .string()
    .trim()
    .toUpperCase()
    .refine(
      (text) => text === "" || /^[A-Z0-9]{12}$/.test(text),
      "A UEI has twelve letters and digits.",
    )
    .nullish()
    .transform(blank)
    .meta({ title: "UEI" }),
  tinKind: z.enum(["ein", "ssn"]).nullish().meta({ title: "Kind of tax number" }),
  tin: z
    .string()
    .trim()
    .refine(
      (text) => text === "" || /^\d{2}-?\d{7}$|^\d{3}-?\d{2}-?\d{4}$/.test(text),
      "Enter nine digits, such as 41-1234567.",
    )
    .nullish()
    .transform((text) => blank(text?.replaceAll("-", "") ?? text))
    .meta({ title: "Tax number" }),
  email: emailText.meta({ title: "E-mail" }),
  phone: phoneText.meta({ title: "Phone" }),
  website: z
    .string()
    .trim()
    .max(300)
    .refine(
      (text) => text === "" || /^https?:\/\/[^\s]+$/i.test(text),
      "Enter an address that begins with https://.",
    )
    .nullish()
    .transform(blank)
    .meta({ title: "Website" }),
  address1: optionalText(200).meta({ title: "Street" }),
  address2: optionalText(200).meta({ title: "Street, second line" }),
  city: optionalText(100).meta({ title: "City" }),
  state: z
    .string()
    .trim()
    .toUpperCase()
    .max(30)
    .nullish()
    .transform(blank)
    .meta({ title: "State" }),
  postalCode: optionalText(20).meta({ title: "ZIP" }),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "Use the country's two letters, such as US.")
    .default("US")
    .meta({ title: "Country" }),
  termsDays: z
    .number()
    .int("Enter whole days.")
    .min(0)
    .max(365, "Terms are at most 365 days.")
    .default(30)
    .meta({ title: "Terms, days" }),
  /** As its bills state them, such as "2/10 net 30"; read by `kernel/payment-terms.ts`. */
  paymentTerms: z.string().trim().max(60).default("").meta({ title: "Discount terms" }),
  paymentMethod: z.enum(["ach", "check"]).default("check").meta({ title: "Paid by" }),
  isPublic: z.boolean().default(false).meta({ title: "In the public directory" }),
  diversity: z
    .array(certification)
    .max(10)
    .transform((list) => [...new Set(list)])
    .default([])
    .meta({ title: "Certifications" }),
  commodityCodes: z
    .array(z.string().trim().min(2).max(20))
    .max(60)
    .transform((list) => [...new Set(list)].sort())
    .default([])
    .meta({ title: "Commodities (NAICS)" }),
  insuranceExpiresOn: dayInput("Enter a date.")
    .or(z.literal(""))
    .nullish()
    .transform(blank)
    .meta({ title: "Insurance until" }),
  note: z.string().trim().max(4000).default("").meta({ title: "Note" }),
};

type TaxNumber = { tin?: string | null | undefined; tinKind?: "ein" | "ssn" | null | undefined };
const checkTaxNumber = (input: TaxNumber, context: z.core.$RefinementCtx) => {
  const problem = input.tin ? tinProblem(input.tin, input.tinKind ?? "ein") : null;
  if (problem) context.addIssue({ code: "custom", path: ["tin"], message: problem });
};

type Place = { state?: string | null | undefined; country?: string | undefined };
const checkState = ({ state, country }: Place, context: z.core.$RefinementCtx) => {
  if (country === "US" && state && /^[A-Z]{2}$/.test(state) && !states.includes(state))
    context.addIssue({
      code: "custom",
      path: ["state"],
      message: `${state} is no state. Use the two letters of a state or territory, such as MN.`,
    });
};
const checkTogether = (input: TaxNumber & Place, context: z.core.$RefinementCtx) => {
  checkTaxNumber(input, context);
  checkState(input, context);
};

export const vendorValues = z.object(vendorFields).superRefine(checkTogether);
export type VendorValues = z.output<typeof vendorValues>;
/**
 * What POST takes: the fields, and the vendors that the person has looked at and says are not the
 * same.
 */
export const vendorInput = z
  .object({ ...vendorFields, confirmedDuplicates: z.array(z.uuid()).max(50).default([]) })
  .superRefine(checkTogether);
export type VendorInput = z.output<typeof vendorInput>;
/** What PATCH takes. The tax number changes only when it is given; null takes it away. */
export const vendorPatch = z
  .object({
    ...patchOf(vendorFields).shape,
    confirmedDuplicates: z.array(z.uuid()).max(50).optional(),
  })
  .superRefine((input, context) => checkTogether(input as TaxNumber & Place, context));
export type VendorPatch = z.output<typeof vendorPatch>;

export type VendorStatus = "draft" | "active" | "on_hold" | "suspended" | "inactive";
export type VendorAction = "activate" | "hold" | "release" | "suspend" | "reinstate" | "deactivate";
export type VendorFacts = {
  status: string;
  email: string | null;
  address1: string | null;
  screeningResult: string | null;
  mergedIntoId?: string | null;
  /** Neither a list is loaded nor a search recorded that still holds. */
  unscreenable?: boolean;
};

/** Why a vendor cannot be screened now, and the way out. */
export const unscreenable =
  "No exclusion list is loaded: record a search of SAM.gov for this vendor on the tab Screening first.";

const notScreened = (vendor: VendorFacts): string | null =>
  vendor.screeningResult === "excluded"
    ? "This vendor is excluded from federal awards."
    : vendor.screeningResult === "possible"
      ? "A possible match with an excluded party waits for a decision (tab Screening)."
      : null;
const notReady = (vendor: VendorFacts): string | null =>
  (vendor.mergedIntoId ? "This record was merged into another one." : null) ??
  notScreened(vendor) ??
  (!vendor.email && !vendor.address1
    ? "Enter an e-mail or a street address, so that orders reach the vendor."
    : null) ??
  (vendor.unscreenable ? unscreenable : null);

export const vendorCycle = lifecycle<VendorFacts>()<VendorStatus, VendorAction>({
  noun: "vendor",
  initial: "draft",
  statuses: vendorStatuses,
  course: vendorCourse,
  actions: {
    activate: {
      label: "Activate",
      from: ["draft", "inactive"],
      to: null,
      outcomes: ["active", "draft", "inactive"],
      permission: "vendor.edit",
      tone: "primary",
      unless: notReady,
    },
    hold: {
      label: "Put on hold",
      from: ["active"],
      to: "on_hold",
      permission: "vendor.edit",
      needsReason: true,
    },
    release: {
      label: "Release the hold",
      from: ["on_hold"],
      to: "active",
      permission: "vendor.edit",
      needsReason: true,
      tone: "primary",
      unless: notScreened,
    },
    suspend: {
      label: "Suspend",
      from: ["active", "on_hold"],
      to: "suspended",
      permission: "vendor.suspend",
      needsReason: true,
      tone: "danger",
    },
    reinstate: {
      label: "Reinstate",
      from: ["suspended"],
      to: "active",
      permission: "vendor.suspend",
      needsReason: true,
      unless: notScreened,
    },
    deactivate: {
      label: "Deactivate",
      from: ["draft", "active", "on_hold", "suspended"],
      to: "inactive",
      permission: "vendor.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});

const statusNames = z.enum(names(vendorCycle.statuses));
const screeningResult = z.enum(["clear", "possible", "excluded"]).nullable();

export const vendorRow = z
  .object({
    id: z.string(),
    number: z.string(),
    name: z.string(),
    doingBusinessAs: z.string().nullable(),
    status: statusNames,
    uei: z.string().nullable(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    termsDays: z.number(),
    paymentTerms: z.string(),
    paymentMethod: z.enum(["ach", "check"]),
    isPublic: z.boolean(),
    diversity: z.array(z.string()),
    commodityCodes: z.array(z.string()),
    insuranceExpiresOn: dayField.nullable(),
    registeredUntil: dayField.nullable(),
    screeningResult,
    screenedAt: instantField.nullable(),
    score: z.number().nullable(),
    employees: z.number().nullable(),
    bondingCents: z.number().nullable(),
    serviceArea: z.string(),
    registered: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "Vendor" });
export type VendorRow = z.output<typeof vendorRow>;

const contactRow = z
  .object({
    id: z.string(),
    name: z.string(),
    title: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    isPrimary: z.boolean(),
    active: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "VendorContact" });
export type ContactRow = z.output<typeof contactRow>;

const { tin: _tin, diversity: _kinds, ...asTyped } = vendorFields;
/**
 * The fields that are stored and answered as they were typed: all but the tax number, kept sealed, and
 * the certifications, which are what is in force of the vendor's certificates.
 */
export const vendorColumns = asTyped;

export const vendorDetail = vendorRow
  .extend({
    ...answerOf(vendorColumns),
    ...vendorRow.shape,
    /** The record that this one was merged into. */ mergedInto: z
      .object({ id: z.string(), number: z.string(), name: z.string() })
      .nullable(),
    /** Records that were merged into this one. */ mergedHere: z.array(
      z.object({ id: z.string(), number: z.string(), name: z.string() }),
    ),
    holdReason: z.string().nullable(),
    tinLast4: z.string().nullable(),
    createdAt: instantField,
    contacts: z.array(contactRow),
    commodities: z.array(z.object({ code: z.string(), name: z.string() })),
    actions: z.array(offeredAction),
    /** A list is loaded, or a search of SAM.gov holds; true where the vendor is in use already. */
    screenable: z.boolean(),
    canEdit: z.boolean(),
    canRevealTin: z.boolean(),
  })
  .meta({ id: "VendorDetail" });
export type VendorDetail = z.output<typeof vendorDetail>;

export const contactInput = z.object({
  name: z.string().trim().min(1, "Enter the contact's name.").max(200),
  title: z.string().trim().max(120).default(""),
  email: emailText,
  phone: phoneText,
  isPrimary: z.boolean().default(false),
  active: z.boolean().default(true),
});
export type ContactInput = z.output<typeof contactInput>;

/** A vendor like the one being entered, and why it looks the same. */
export type Duplicate = {
  id: string;
  number: string;
  name: string;
  city: string | null;
  state: string | null;
  status: string;
  reasons: string[];
};
