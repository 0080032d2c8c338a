import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const proposalStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  submitted: { label: "Submitted", tone: "info" },
  in_review: { label: "In review", tone: "progress" },
  returned: { label: "Returned", tone: "warning" },
  accepted: { label: "Accepted", tone: "success" },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ProposalStatus = keyof typeof proposalStatuses;
export type ProposalAction = "submit" | "review" | "return" | "accept" | "reopen";

export const packageKinds = { one_time: "One-time", ongoing: "Ongoing" } as const;
export const packageStatuses = {
  requested: { label: "Requested", tone: "info" },
  recommended: { label: "Recommended", tone: "success" },
  cut: { label: "Cut", tone: "danger" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export const lineSources = {
  entered: "Entered",
  positions: "From positions",
  capital: "From the capital plan",
} as const;

export type ProposalFacts = {
  status: string;
  submittedBy: string | null;
  /** Decision packages that nobody decided on yet. */
  openPackages: number;
};

/** A department's proposal: asked by the department, judged by the budget office. */
export const proposalCycle = lifecycle<ProposalFacts>()<ProposalStatus, ProposalAction>({
  noun: "budget proposal",
  initial: "draft",
  statuses: proposalStatuses,
  course: ["draft", "submitted", "in_review", "accepted"],
  actions: {
    submit: {
      label: "Submit",
      from: ["draft", "returned"],
      to: "submitted",
      permission: "proposal.edit",
      tone: "primary",
    },
    review: {
      label: "Take into review",
      from: ["submitted"],
      to: "in_review",
      permission: "budget.edit",
      tone: "primary",
    },
    return: {
      label: "Return",
      from: ["submitted", "in_review"],
      to: "returned",
      permission: "budget.edit",
      needsReason: true,
    },
    accept: {
      label: "Accept",
      from: ["in_review"],
      to: "accepted",
      permission: "budget.edit",
      tone: "primary",
      unless: (p, asker) =>
        p.submittedBy !== null && p.submittedBy === asker.personId
          ? "You submitted this proposal, so another person accepts it."
          : p.openPackages > 0
            ? `${p.openPackages} decision ${p.openPackages === 1 ? "package waits" : "packages wait"} for a decision.`
            : null,
    },
    reopen: {
      label: "Back to review",
      from: ["accepted"],
      to: "in_review",
      permission: "budget.edit",
      needsReason: true,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const proposalViews = [
  { id: "review", name: "In review", query: "status=submitted,in_review" },
  { id: "over", name: "Over target", query: "over=true" },
] as const;
