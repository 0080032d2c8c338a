import type { Tone } from "#kernel/lifecycle.ts";

/**
 * Names and tones of the states of a registration; apart from the model, so that lists load without
 * zod.
 */
export const registrationStatuses = {
  submitted: { label: "Submitted", tone: "info" },
  screening: { label: "Screening", tone: "progress" },
  active: { label: "Accepted", tone: "success", terminal: true },
  returned: { label: "Returned", tone: "warning" },
  rejected: { label: "Rejected", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export const registrationCourse = ["submitted", "screening", "active"] as const;

export const registrationKinds = {
  registration: "Registration",
  change: "Change of data",
  renewal: "Renewal",
} as const;

export const entityTypes = {
  corporation: "Corporation",
  llc: "Limited liability company",
  partnership: "Partnership",
  sole_proprietor: "Sole proprietor",
  nonprofit: "Nonprofit",
  government: "Government",
  other: "Other",
} as const;
export type EntityType = keyof typeof entityTypes;

export const documentKinds = {
  w9: "Form W-9",
  insurance: "Certificate of insurance",
  license: "License or permit",
  certification: "Certification",
  other: "Other document",
} as const;
export type DocumentKind = keyof typeof documentKinds;
