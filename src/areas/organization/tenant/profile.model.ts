import { z } from "zod";
import { contactKinds, type ContactKind } from "./profile.labels.ts";

const text = (most: number) =>
  z.string().trim().max(most, `At most ${most} characters`).default("");
const contact = z.object({
  name: text(120),
  email: z
    .string()
    .trim()
    .refine((value) => value === "" || z.email().safeParse(value).success, "Write a mail address.")
    .default(""),
  phone: text(40),
});

/** Who the agency is on federal forms and to the public. Empty texts are not known yet. */
export const profileFields = z.object({
  legalName: text(200),
  physicalAddress: text(300),
  website: z
    .string()
    .trim()
    .refine((value) => value === "" || /^https?:\/\/\S+$/.test(value), "Begin with https://")
    .default(""),
  /** SAM.gov: twelve letters and digits, without the letters O and I; the first is no zero. */
  uei: z
    .string()
    .trim()
    .toUpperCase()
    .refine(
      (value) => value === "" || /^[A-HJ-NP-Z1-9][A-HJ-NP-Z0-9]{11}$/.test(value),
      "A UEI has twelve letters and digits, without O and I, as SAM.gov shows it.",
    )
    .default(""),
  /** Census: state (2 digits), county (5), or place (7). */
  fips: z
    .string()
    .trim()
    .refine(
      (value) => value === "" || /^(\d{2}|\d{5}|\d{7})$/.test(value),
      "A FIPS code has 2 digits (state), 5 (county) or 7 (place).",
    )
    .default(""),
  contacts: z
    .object(
      Object.fromEntries(
        Object.keys(contactKinds).map((kind) => [kind, contact.prefault({})]),
      ) as Record<ContactKind, z.ZodPrefault<typeof contact>>,
    )
    .prefault({}),
});
/** The branding that the agency's record keeps beside colours and mark (SPEC 3). */
export const wordsFields = z.object({
  companyName: text(120),
  welcomeMessage: text(400),
});
