import { z } from "zod";
import { keyChanges } from "#kernel/keys/changes.ts";
import { profileFields, wordsFields } from "./tenant/profile.model.ts";
import { ofPublishKinds } from "./publishing.labels.ts";

const timeZones = new Set(Intl.supportedValuesOf("timeZone"));

/** What the agency shows to everybody: yes or no of each kind. */
export const published = z.object(ofPublishKinds(() => z.boolean().default(false)));

/** Settings of an agency that its administrators edit. */
const organizationFields = z.object({
  name: z
    .string()
    .trim()
    .min(2, "Enter the agency's name")
    .max(120, "Name must be at most 120 characters"),
  timeZone: z.string().refine((zone) => timeZones.has(zone), "Choose a time zone from the list"),
  fiscalYearStartMonth: z.number().int().min(1).max(12),
});

export const newOrganization = organizationFields;
export const organizationPatch = organizationFields.partial().extend({
  mfaRequired: z.boolean().optional(),
  /** As vendors read them on orders. */
  address: z.string().trim().max(300, "At most 300 characters").optional(),
  phone: z.string().trim().max(40, "At most 40 characters").optional(),
  /**
   * Minutes of inactivity after which people are signed out; SPEC 9 gives 60, an agency may ask for
   * less.
   */
  sessionMinutes: z
    .number()
    .int()
    .min(10, "Between 10 and 60 minutes")
    .max(60, "Between 10 and 60 minutes")
    .optional(),
  /**
   * What everybody may read on the public pages; no key at all publishes nothing, not even public
   * vendors.
   */
  publish: published.nullable().optional(),
  /** Everybody, not only officers, must have two-step sign-in. */
  mfaEveryone: z.boolean().optional(),
  /** Ways of signing in that are allowed, beside the agency's own provider. */
  signInMethods: z
    .array(z.enum(["password", "google", "passkey"]))
    .min(1, "Allow one way at least")
    .optional(),
  /** Hours after which a session ends, whatever is done in it. */
  absoluteHours: z
    .number()
    .int()
    .min(1, "Between 1 and 12 hours")
    .max(12, "Between 1 and 12 hours")
    .optional(),
  profile: profileFields.optional(),
  /** How the assistant and the mark present the agency (SPEC 3). */
  words: wordsFields.optional(),
  /** Keys of the agency, over the defaults. */
  keys: keyChanges.optional(),
  /** Calls of the API per person and minute. */
  callsPerMinute: z
    .number()
    .int()
    .min(60, "Between 60 and 1,000,000")
    .max(1_000_000, "Between 60 and 1,000,000")
    .optional(),
});

export const organizationRow = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    timeZone: z.string(),
    currency: z.string(),
    fiscalYearStartMonth: z.number(),
    address: z.string(),
    phone: z.string(),
    mfaRequired: z.boolean(),
    sessionMinutes: z.number(),
    callsPerMinute: z.number(),
    publish: published.nullable(),
    mfaEveryone: z.boolean(),
    signInMethods: z.array(z.string()),
    absoluteHours: z.number(),
    profile: z.unknown(),
    keys: keyChanges.nullable(),
    /** SPEC 3: what the agency set of companyName, primaryColor, secondaryColor, logoUrl, welcomeMessage. */
    branding: z.record(z.string(), z.unknown()).nullable(),
    version: z.number(),
  })
  .meta({ id: "Organization" });
export type OrganizationRow = z.infer<typeof organizationRow>;

/** Lower-case words of a name joined by hyphens, for `slug`. */
export const slugOf = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60) || "agency";

/** The fiscal year, named by the year in which it ends, that contains a date `YYYY-MM-DD`. */
export const fiscalYearOf = (date: string, startMonth: number): number => {
  const year = Number(date.slice(0, 4));
  const month = Number(date.slice(5, 7));
  return startMonth > 1 && month >= startMonth ? year + 1 : year;
};
