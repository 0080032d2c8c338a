import type { Tone } from "#kernel/lifecycle.ts";

// Apart from the model, so that lists load without zod.
type Look = Record<string, { label: string; tone: Tone; terminal?: boolean }>;

export const vendorStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  active: { label: "Active", tone: "success" },
  on_hold: { label: "On hold", tone: "warning" },
  suspended: { label: "Suspended", tone: "danger" },
  inactive: { label: "Inactive", tone: "neutral", terminal: true },
} as const satisfies Look;

export const vendorCourse = ["draft", "active"] as const;

export const screeningResults = {
  clear: { label: "Clear", tone: "success" },
  possible: { label: "Possible match", tone: "warning" },
  excluded: { label: "Excluded", tone: "danger" },
} as const satisfies Look;

/** How a vendor is paid. */
export const paymentMethods = { ach: "ACH", check: "Check" } as const;

export const certifications = {
  mbe: "Minority-owned (MBE)",
  wbe: "Women-owned (WBE)",
  wosb: "Women-owned small business (WOSB)",
  sdvosb: "Service-disabled veteran-owned (SDVOSB)",
  vosb: "Veteran-owned (VOSB)",
  dbe: "Disadvantaged (DBE)",
  hubzone: "HUBZone",
  sb: "Small business",
  "8a": "8(a) program",
  lsa: "Labor surplus area firm",
} as const;
export type Certification = keyof typeof certifications;

/** States and territories by their postal letters. */
export const states =
  "AL AK AS AZ AR CA CO CT DE DC FL GA GU HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MP MT NE NV NH NJ NM NY NC ND OH OK OR PA PR RI SC SD TN TX UT VT VA VI WA WV WI WY".split(
    " ",
  );

/** Views of the list, which questions in words open too. */
export const vendorViews = [
  { id: "active", name: "Active", query: "status=active" },
  { id: "to-activate", name: "Drafts", query: "status=draft" },
  { id: "matches", name: "Possible matches", query: "screening=possible,excluded" },
  {
    id: "insurance",
    name: "Insurance ending",
    query: "insuranceEnding=true&sort=insuranceExpiresOn",
  },
  {
    id: "certification",
    name: "Certification ending",
    query: "certificationEnding=true",
  },
  {
    id: "registration",
    name: "Registration ending",
    query: "registrationEnding=true&sort=registeredUntil",
  },
  { id: "bank", name: "Bank changes", query: "bankChange=true" },
] as const;
