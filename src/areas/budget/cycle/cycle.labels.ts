import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const cycleStatuses = {
  preparation: { label: "Preparation", tone: "neutral" },
  departments: { label: "With departments", tone: "info" },
  review: { label: "In review", tone: "progress" },
  recommended: { label: "Recommended", tone: "progress" },
  hearing: { label: "Hearing", tone: "warning" },
  adopted: { label: "Adopted", tone: "success" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type CycleStatus = keyof typeof cycleStatuses;
export type CycleAction =
  | "open"
  | "review"
  | "recommend"
  | "reopen"
  | "hold"
  | "prepare"
  | "adopt"
  | "close";

/** Whether what departments ask for still moves: until the budget is recommended. */
export const figuresMove = (status: string): boolean =>
  status === "preparation" || status === "departments" || status === "review";

/** What the rules of a cycle ask. */
export type CycleFacts = {
  status: string;
  preparedBy: string | null;
  proposals: number;
  openProposals: number;
  openPackages: number;
  books: number;
};

const settled = (c: CycleFacts) =>
  c.proposals === 0
    ? "There is no proposal yet."
    : c.openProposals > 0
      ? `${c.openProposals} ${c.openProposals === 1 ? "proposal is" : "proposals are"} not accepted yet.`
      : c.openPackages > 0
        ? `${c.openPackages} decision ${c.openPackages === 1 ? "package waits" : "packages wait"} for a decision.`
        : null;

/** From preparation to the adopted budget. The decision is entered by another person than prepared it. */
export const cycleCycle = lifecycle<CycleFacts>()<CycleStatus, CycleAction>({
  noun: "budget cycle",
  initial: "preparation",
  statuses: cycleStatuses,
  course: ["preparation", "departments", "review", "recommended", "hearing", "adopted"],
  actions: {
    open: {
      label: "Open to departments",
      from: ["preparation"],
      to: "departments",
      permission: "budget.edit",
      tone: "primary",
      unless: (c) => (c.proposals === 0 ? "Build the base first: it makes the proposals." : null),
    },
    review: {
      label: "Begin the review",
      from: ["departments"],
      to: "review",
      permission: "budget.edit",
      tone: "primary",
    },
    recommend: {
      label: "Recommend",
      from: ["review"],
      to: "recommended",
      permission: "budget.edit",
      tone: "primary",
      unless: settled,
    },
    reopen: {
      label: "Back to review",
      from: ["recommended", "hearing"],
      to: "review",
      permission: "budget.edit",
      needsReason: true,
    },
    hold: {
      label: "Begin the hearing",
      from: ["recommended"],
      to: "hearing",
      permission: "budget.edit",
      tone: "primary",
      unless: (c) => (c.books === 0 ? "Publish the proposed book first." : null),
    },
    prepare: {
      label: "Prepare the adoption",
      from: ["hearing"],
      to: "hearing",
      permission: "budget.edit",
      tone: "primary",
      unless: (c) => (c.preparedBy ? "The adoption is prepared." : settled(c)),
    },
    adopt: {
      label: "Enter the decision",
      from: ["hearing"],
      to: "adopted",
      permission: "budget.adopt",
      tone: "primary",
      unless: (c, asker) =>
        !c.preparedBy
          ? "The budget officer prepares the adoption first."
          : c.preparedBy === asker.personId
            ? "You prepared the adoption, so another person enters the decision."
            : settled(c),
    },
    close: {
      label: "Close",
      from: ["adopted"],
      to: "closed",
      permission: "budget.edit",
    },
  },
});
