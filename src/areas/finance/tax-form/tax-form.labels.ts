import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

/** Where payments on an account are reported; attorneys' fees stand apart, since no exemption covers them. */
export const taxBoxes = {
  nec1: { form: "NEC", label: "NEC 1, services" },
  nec1Legal: { form: "NEC", label: "NEC 1, attorneys' fees" },
  misc1: { form: "MISC", label: "MISC 1, rents" },
  misc6: { form: "MISC", label: "MISC 6, medical and health care" },
  misc10: { form: "MISC", label: "MISC 10, gross proceeds to an attorney" },
} as const;
export type BoxKey = keyof typeof taxBoxes;
export const taxFormKinds = { NEC: "1099-NEC", MISC: "1099-MISC" } as const;
export type TaxFormKind = keyof typeof taxFormKinds;

export const taxClasses = {
  individual: "Individual, sole proprietor or single-member LLC",
  partnership: "Partnership",
  c_corporation: "C corporation",
  s_corporation: "S corporation",
  trust: "Trust or estate",
  exempt: "Tax-exempt or government",
} as const;
export type TaxClass = keyof typeof taxClasses;

/** What of a form is to be settled before its year is reviewed. */
export const taxProblems = {
  no_class: "No tax classification",
  no_w9: "No W-9 on file",
  no_tin: "No tax number",
  differs: "Name or number differ from the W-9",
  no_address: "No address",
} as const;
export type TaxProblem = keyof typeof taxProblems;

/** How far two people settled what a form lacks. */
export const taxOverrides = {
  none: "Not settled",
  proposed: "Proposed by one",
  agreed: "Agreed by two",
} as const;

export const taxYearStatuses = {
  open: { label: "Open", tone: "warning" },
  reviewed: { label: "Reviewed", tone: "info" },
  furnished: { label: "Furnished", tone: "progress" },
  filed: { label: "Filed", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type TaxYearStatus = keyof typeof taxYearStatuses;
export type TaxYearAction = "review" | "sendBack" | "furnish" | "file";

type Facts = { status: string; preparedBy: string | null };

/** A year of payments: counted, reviewed by another person, furnished to the payees, filed. */
export const taxYearCycle = lifecycle<Facts>()<TaxYearStatus, TaxYearAction>({
  noun: "tax year",
  initial: "open",
  statuses: taxYearStatuses,
  course: ["open", "reviewed", "furnished", "filed"],
  actions: {
    review: {
      label: "Review",
      from: ["open"],
      to: "reviewed",
      permission: "taxForm.review",
      tone: "primary",
      byOthers: "review it",
      notAfter: ["create", "count"],
      unless: (year, asker) =>
        year.preparedBy === asker.personId
          ? "You prepared this year, so another person reviews it."
          : null,
    },
    sendBack: {
      label: "Send back",
      from: ["reviewed"],
      to: "open",
      permission: "taxForm.review",
      needsReason: true,
    },
    furnish: {
      label: "Record that copies B went out",
      from: ["reviewed"],
      to: "furnished",
      permission: "taxForm.edit",
      tone: "primary",
    },
    file: {
      label: "Record that it was filed",
      from: ["furnished"],
      to: "filed",
      permission: "taxForm.edit",
      tone: "primary",
    },
  },
});

export const taxYearViews = [
  { id: "open", name: "Not filed yet", query: "status=open,reviewed,furnished" },
] as const;
