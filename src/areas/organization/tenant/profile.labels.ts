/** Whom people outside reach about what. */
export const contactKinds = {
  general: "General questions",
  purchasing: "Vendors and bids",
  records: "Public records",
  accessibility: "Accessibility",
} as const;
export type ContactKind = keyof typeof contactKinds;

type Contact = { name: string; email: string; phone: string };
/** Who the agency is on federal forms and to the public; what is empty is not known yet. */
export type Profile = {
  legalName: string;
  physicalAddress: string;
  website: string;
  uei: string;
  fips: string;
  contacts: Record<ContactKind, Contact>;
};
export type Words = { companyName: string; welcomeMessage: string };

const textOf = (stored: unknown, name: string): string => {
  const value = (stored as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === "string" ? value : "";
};

const contactOf = (stored: unknown): Contact => ({
  name: textOf(stored, "name"),
  email: textOf(stored, "email"),
  phone: textOf(stored, "phone"),
});

/** What is stored of a profile, whatever is missing in it. */
export const profileOf = (stored: unknown): Profile => {
  const contacts = (stored as { contacts?: Record<string, unknown> } | null)?.contacts ?? {};
  return {
    legalName: textOf(stored, "legalName"),
    physicalAddress: textOf(stored, "physicalAddress"),
    website: textOf(stored, "website"),
    uei: textOf(stored, "uei"),
    fips: textOf(stored, "fips"),
    contacts: {
      general: contactOf(contacts["general"]),
      purchasing: contactOf(contacts["purchasing"]),
      records: contactOf(contacts["records"]),
      accessibility: contactOf(contacts["accessibility"]),
    },
  };
};

/** The words of the branding that the agency's record keeps beside colours and mark (SPEC 3). */
export const wordsOf = (branding: unknown): Words => ({
  companyName: textOf(branding, "companyName"),
  welcomeMessage: textOf(branding, "welcomeMessage"),
});
