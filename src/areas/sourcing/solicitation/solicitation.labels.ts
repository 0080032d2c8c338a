import type { Tone } from "#kernel/lifecycle.ts";

/** Names and tones of the statuses; apart from the model, so that lists load without zod. */
export const solicitationStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  review: { label: "In review", tone: "progress" },
  published: { label: "Open", tone: "info" },
  questions_closed: { label: "Open, questions closed", tone: "info" },
  closed: { label: "Closed, not opened", tone: "warning" },
  opened: { label: "Opened", tone: "progress" },
  evaluating: { label: "Evaluating", tone: "progress" },
  intent_posted: { label: "Intent to award", tone: "progress" },
  protest_window: { label: "Protest window", tone: "warning" },
  protest_hold: { label: "Held by a protest", tone: "danger" },
  awarded: { label: "Awarded", tone: "success" },
  contracted: { label: "Under contract", tone: "success", terminal: true },
  reviewed: { label: "Reviewed", tone: "success" },
  archived: { label: "Archived", tone: "neutral", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
  no_award: { label: "No award", tone: "neutral", terminal: true },
  unsuccessful: { label: "No usable bid", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type SolicitationStatus = keyof typeof solicitationStatuses;

/** The usual course, for the stepper. */
export const solicitationCourse = [
  "draft",
  "review",
  "published",
  "closed",
  "opened",
  "evaluating",
  "protest_window",
  "awarded",
  "contracted",
] as const satisfies readonly SolicitationStatus[];

/** How many usable bids a competition brought, once all that were opened are judged. */
export const responsiveBids = {
  judging: "Being judged",
  none: "No responsive bid",
  one: "One responsive bid",
  two: "Two responsive bids",
  more: "Three or more responsive bids",
} as const;

export const kinds = {
  rfi: "Request for information",
  rfq: "Request for quotations",
  itb: "Invitation to bid",
  rfp: "Request for proposals",
} as const;
export type Kind = keyof typeof kinds;
export const kindCodes: Readonly<Record<Kind, string>> = {
  rfi: "RFI",
  rfq: "RFQ",
  itb: "ITB",
  rfp: "RFP",
};

export const priceFormulas = {
  lowest: "Lowest responsive and responsible bid",
  proportional: "Points in proportion to the lowest price",
  linear: "Points along a line from lowest to highest price",
  qualifications: "Qualifications only; the price is negotiated",
} as const;
export type PriceFormula = keyof typeof priceFormulas;

export const awardBy = { whole: "To one bidder", lot: "Lot by lot", item: "Item by item" } as const;
export const protections = {
  sealed: "Sealed: nobody, the operator included, can read a bid before two officers open it",
  held: "Held: the server keeps quotes closed to people until the deadline; whoever operates the server could read them",
} as const;
export const criterionKinds = {
  technical: "Technical",
  price: "Price",
  interview: "Interview",
} as const;
export const requirementKinds = {
  document: "Document",
  yes_no: "Yes or no",
  text: "Text",
  number: "Number",
  date: "Date",
} as const;
export const invitationStatuses = {
  listed: { label: "On the list", tone: "neutral" },
  invited: { label: "Invited", tone: "info" },
  seen: { label: "Seen", tone: "info" },
  intends: { label: "Will respond", tone: "success" },
  declined: { label: "Declined", tone: "warning" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export const invitationSources = {
  chosen: "Chosen",
  commodity: "By commodity",
  outreach: "Outreach",
  planholder: "Took the documents",
} as const;

/** How an award stands in open data, for visitors and vendors. */
export const publicAwardStatuses = {
  pending: { label: "Intended", tone: "progress" },
  active: { label: "Awarded", tone: "success" },
  cancelled: { label: "Withdrawn", tone: "neutral" },
  unsuccessful: { label: "Without an award", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

/** Steps that 2 CFR 200.321 names, in our words. */
export const outreachSteps = {
  lists: "Placed qualified small, minority-owned, women-owned and veteran-owned firms on the list",
  solicited: "Solicited them where they are possible sources",
  divided: "Divided the requirement into smaller parts where that makes sense",
  schedule: "Set a delivery schedule that encourages them",
  assistance:
    "Used the help of the Small Business Administration or the Minority Business Development Agency",
  subcontract: "Requires the prime contractor to take these steps for subcontracts",
} as const;
/** What happened to a solicitation in public. */
export type PublicEvent =
  | "published"
  | "addendum"
  | "answered"
  | "closed"
  | "opened"
  | "intent"
  | "awarded"
  | "ordered"
  | "contracted"
  | "contractAmended"
  | "contractEnded"
  | "awardRefused"
  | "cancelled"
  | "noAward"
  | "unsuccessful";

/** Views of the list, which questions in words open too. */
export const solicitationViews = [
  { id: "open", name: "Open", query: "open=true&sort=dueAt" },
  { id: "mine", name: "Mine", query: "mine=true" },
  { id: "to-open", name: "To open", query: "status=closed" },
  {
    id: "deciding",
    name: "Being decided",
    query: "status=opened%2Cevaluating%2Cintent_posted%2Cprotest_window%2Cprotest_hold",
  },
] as const;
