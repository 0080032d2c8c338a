import { z } from "zod";
import { dayField, instantField } from "#kernel/time-fields.ts";
import { registrationDocument } from "./registration.model.ts";

const company = z.object({
  id: z.string(),
  name: z.string(),
  doingBusinessAs: z.string().nullable(),
  entityType: z.string(),
  owners: z.array(z.object({ name: z.string(), percent: z.number() })),
  uei: z.string().nullable(),
  tinLast4: z.string().nullable(),
  tinKind: z.enum(["ein", "ssn"]).nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string(),
  employees: z.number().nullable(),
  bondingCents: z.number().nullable(),
  serviceArea: z.string(),
  diversity: z.array(z.string()),
  commodityCodes: z.array(z.string()),
  isPublic: z.boolean(),
  version: z.number(),
});
const registration = z.object({
  orgId: z.string(),
  id: z.string(),
  agency: z.string(),
  number: z.string(),
  kind: z.enum(["registration", "change", "renewal"]),
  status: z.string(),
  submittedAt: instantField,
  decidedAt: instantField.nullable(),
  reason: z.string().nullable(),
  accountLast4: z.string().nullable(),
});
/**
 * The company of the person who asks: its data, documents, what is missing, what it submitted,
 * where it is known, and agencies to choose from.
 */
export const companyView = z
  .object({
    company: company.nullable(),
    documents: z.array(registrationDocument),
    missing: z.array(z.object({ field: z.string(), text: z.string() })),
    registrations: z.array(registration),
    vendorOf: z.array(
      z.object({
        orgId: z.string(),
        agency: z.string(),
        number: z.string(),
        status: z.string(),
        version: z.number(),
        registeredUntil: dayField.nullable(),
        renewable: z.boolean(),
      }),
    ),
    agencies: z.array(z.object({ id: z.string(), name: z.string() })),
  })
  .meta({ id: "VendorCompany" });
export type CompanyView = z.output<typeof companyView>;
