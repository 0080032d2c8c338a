import type { Tone } from "#kernel/lifecycle.ts";

/** Names and tones of the statuses; apart from the model, so that lists load without zod. */
export const contractStatuses = {
  requested: { label: "Requested", tone: "neutral" },
  drafting: { label: "Drafting", tone: "neutral" },
  negotiation: { label: "Negotiation", tone: "progress" },
  legal_review: { label: "Legal review", tone: "progress" },
  in_approval: { label: "In approval", tone: "progress" },
  approved: { label: "Approved", tone: "success" },
  out_for_signature: { label: "Out for signature", tone: "progress" },
  active: { label: "Active", tone: "success" },
  closeout: { label: "Closeout", tone: "info" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
  suspended: { label: "Suspended", tone: "warning" },
  expired: { label: "Expired", tone: "warning" },
  terminated: { label: "Terminated", tone: "danger" },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ContractStatus = keyof typeof contractStatuses;

/** The usual course. */
export const contractCourse = [
  "requested",
  "drafting",
  "negotiation",
  "legal_review",
  "in_approval",
  "approved",
  "out_for_signature",
  "active",
  "closeout",
  "closed",
] as const satisfies readonly ContractStatus[];

/** What of it stands at the head of a record; another status is shown where it is reached. */
export const contractSteps = [
  "requested",
  "drafting",
  "legal_review",
  "in_approval",
  "out_for_signature",
  "active",
  "closed",
] as const satisfies readonly ContractStatus[];

export const contractKinds = {
  goods: "Goods",
  services: "Services",
  construction: "Construction",
  professional: "Professional services",
  software: "Software",
  cooperative: "Cooperative",
  other: "Other",
} as const;
export type ContractKind = keyof typeof contractKinds;

export const priceTypes = {
  fixed: "Fixed price",
  unit: "Unit prices",
  time_and_materials: "Time and materials",
  cost_plus_fixed_fee: "Cost plus fixed fee",
} as const;
export type PriceType = keyof typeof priceTypes;

/** From what the vendor was chosen. */
export const bases = {
  award: "Solicitation and award",
  quotes: "Quotes",
  requisition: "Requisition",
  cooperative: "Cooperative contract",
  noncompetitive: "Noncompetitive, with justification",
  other: "Other",
} as const;
export type Basis = keyof typeof bases;

export type Source = "blank" | "award" | "requisition" | "import";
export const sources: Readonly<Record<Source, string>> = {
  blank: "Written here",
  award: "From an award",
  requisition: "From a requisition",
  import: "Imported",
};

/** How many days ahead the list and the dashboard look for contracts that end. */
export const endsSoonDays = 120;

/** How many days ahead they look for options that must be decided. */
export const optionDueDays = 30;

/** The list's own views; questions for a list are heard by them too. */
export const contractViews = [
  { id: "mine", name: "Mine", query: "mine=true" },
  { id: "force", name: "In force", query: "status=active" },
  { id: "ends", name: "Ends in 120 days", query: "endsSoon=true&sort=endsOn" },
  { id: "options", name: "Option due in 30 days", query: "optionDue=true&sort=endsOn" },
  {
    id: "optionsSoon",
    name: "Options to decide in 180 days",
    query: "optionSoon=true&sort=endsOn",
  },
  { id: "near", name: "Over 90% of ceiling", query: "nearCeiling=true" },
  { id: "sign", name: "To sign", query: "status=approved,out_for_signature" },
];
