import { lifecycle } from "#kernel/lifecycle.ts";

export const appealLevels = {
  first: "First appeal",
  second: "Second appeal",
  arbitration: "Arbitration",
} as const;
export type AppealLevel = keyof typeof appealLevels;

/** What FEMA, the recipient or the Board of Contract Appeals writes in an appeal. */
export const letterKinds = {
  acknowledgment: "Acknowledgment",
  request: "Request for information",
  decision: "Decision",
  other: "Other letter",
} as const;
export type LetterKind = keyof typeof letterKinds;
export const letterSenders = {
  fema: "FEMA",
  recipient: "The recipient",
  board: "Civilian Board of Contract Appeals",
} as const;
export type LetterSender = keyof typeof letterSenders;

type AppealFacts = { status: string; level: AppealLevel };
const decided = (a: AppealFacts): string | null =>
  a.status === "filed" && a.level !== "arbitration"
    ? "The recipient forwards it to FEMA before FEMA decides."
    : null;

/**
 * A determination that is disputed: filed with the recipient, forwarded to FEMA, decided; an arbitration
 * is filed with the Board, and nobody forwards it.
 */
export const appealCycle = lifecycle<AppealFacts>()({
  noun: "appeal",
  initial: "determined",
  statuses: {
    determined: { label: "To be filed", tone: "warning" },
    filed: { label: "Filed", tone: "progress" },
    forwarded: { label: "With FEMA", tone: "progress" },
    granted: { label: "Granted", tone: "success", terminal: true },
    denied: { label: "Denied", tone: "danger", terminal: true },
    late: { label: "Late, denied", tone: "danger", terminal: true },
  },
  course: ["determined", "filed", "forwarded", "granted"],
  actions: {
    file: {
      label: "Record: filed",
      from: ["determined"],
      to: null,
      outcomes: ["filed", "late"],
      permission: "recovery.edit",
      tone: "primary",
    },
    forward: {
      label: "Record: forwarded to FEMA",
      from: ["filed"],
      to: null,
      outcomes: ["forwarded", "late"],
      permission: "recovery.edit",
      tone: "primary",
      unless: (a) =>
        a.level === "arbitration" ? "An arbitration goes to the Board itself." : null,
    },
    grant: {
      label: "Record: granted",
      from: ["filed", "forwarded"],
      to: "granted",
      permission: "recovery.edit",
      tone: "primary",
      unless: decided,
    },
    deny: {
      label: "Record: denied",
      from: ["filed", "forwarded"],
      to: "denied",
      permission: "recovery.edit",
      needsReason: true,
      unless: decided,
    },
  },
});
export type AppealStatus = keyof typeof appealCycle.statuses;
export type AppealAction = keyof typeof appealCycle.actions;
