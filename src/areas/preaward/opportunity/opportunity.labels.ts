import { lifecycle } from "#kernel/lifecycle.ts";

/** Who may apply, by the codes of Grants.gov. */
export const eligibilityCodes: Readonly<Record<string, string>> = {
  "00": "State governments",
  "01": "County governments",
  "02": "City or township governments",
  "04": "Special district governments",
  "05": "Independent school districts",
  "06": "Public and State controlled institutions of higher education",
  "07": "Federally recognized tribal governments",
  "08": "Public housing authorities and Indian housing authorities",
  "11": "Tribal organizations other than federally recognized governments",
  "12": "Nonprofits with 501(c)(3) status",
  "13": "Nonprofits without 501(c)(3) status",
  "20": "Private institutions of higher education",
  "21": "Individuals",
  "22": "For-profit organizations other than small businesses",
  "23": "Small businesses",
  "25": "Others, see the announcement",
  "99": "Unrestricted",
};

/** Codes of those who may apply, in words. */
export const eligibleInWords = (codes: readonly string[]): string =>
  codes.map((code) => eligibilityCodes[code] ?? code).join(", ");

export const postedStatuses = {
  forecasted: "Forecasted",
  posted: "Posted",
  closed: "Closed",
  archived: "Archived",
} as const;

/** Why an opportunity is not pursued. */
export const rejectCodes = {
  ineligible: "Not eligible",
  match: "No source for the match",
  capacity: "No staff for it in time",
  purpose: "Does not fit what the agency does",
  deadline: "Too little time before it closes",
  size: "Award too small for its work",
  terms: "Terms that the agency cannot keep",
  duplicate: "Costs are funded otherwise",
  partner: "A partner applies instead",
} as const;

export const verdicts = {
  will_apply: "Will apply",
  consider: "Consider",
  rejected: "Reject",
} as const;

const decide = { permission: "grantOpportunity.decide" } as const;
export type OpportunityFacts = {
  status: string;
  proposal: string | null;
  proposedBy: string | null;
};
export type OpportunityStatus =
  | "inbox"
  | "reviewing"
  | "will_apply"
  | "consider"
  | "rejected"
  | "not_relevant";
export type OpportunityAction = "review" | "propose" | "decide" | "reopen" | "dismiss";

export const opportunityCycle = lifecycle<OpportunityFacts>()<OpportunityStatus, OpportunityAction>(
  {
    noun: "grant opportunity",
    initial: "inbox",
    course: ["inbox", "reviewing", "will_apply"],
    statuses: {
      inbox: { label: "Inbox", tone: "info" },
      reviewing: { label: "Reviewing", tone: "progress" },
      will_apply: { label: "Will apply", tone: "success" },
      consider: { label: "Consider", tone: "warning" },
      rejected: { label: "Rejected", tone: "neutral" },
      not_relevant: { label: "Not relevant", tone: "neutral", terminal: true },
    },
    actions: {
      review: {
        label: "Begin review",
        from: ["inbox"],
        to: "reviewing",
        permission: "grantOpportunity.review",
        tone: "primary",
      },
      propose: {
        label: "Propose",
        from: ["reviewing", "consider"],
        to: null,
        outcomes: ["reviewing", "consider"],
        permission: "grantOpportunity.review",
      },
      decide: {
        ...decide,
        label: "Decide",
        from: ["reviewing", "consider"],
        to: null,
        outcomes: ["will_apply", "consider", "rejected"],
        tone: "primary",
        unless: ({ proposal, proposedBy }, { personId }) =>
          proposal === null
            ? "Nobody has proposed anything yet."
            : proposedBy !== null && proposedBy === personId
              ? "Somebody else than who proposed it decides."
              : null,
      },
      reopen: {
        ...decide,
        label: "Reconsider",
        from: ["rejected", "will_apply"],
        to: "reviewing",
        needsReason: true,
      },
      dismiss: {
        ...decide,
        label: "Not relevant",
        from: ["inbox", "reviewing", "consider", "rejected"],
        to: "not_relevant",
        needsReason: true,
        tone: "danger",
      },
    },
  },
);

export const opportunityViews = [
  { id: "inbox", name: "Inbox", query: "status=inbox" },
  { id: "open", name: "Under review", query: "status=reviewing,consider" },
  { id: "apply", name: "Will apply", query: "status=will_apply" },
  { id: "eligible", name: "We may apply", query: "eligible=true&open=true" },
];
