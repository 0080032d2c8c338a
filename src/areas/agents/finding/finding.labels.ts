import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const findingStatuses = {
  open: { label: "Open", tone: "warning" },
  accepted: { label: "Accepted", tone: "success", terminal: true },
  edited: { label: "Accepted with edits", tone: "success", terminal: true },
  dismissed: { label: "Dismissed", tone: "neutral", terminal: true },
  superseded: { label: "The record moved on", tone: "neutral", terminal: true },
  expired: { label: "No longer found", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type FindingStatus = keyof typeof findingStatuses;
export type FindingAction = "accept" | "dismiss" | "supersede" | "expire";

/** Why somebody dismisses a finding. */
export const dismissedFor = {
  wrong: "It is wrong",
  known: "We know, and leave it so",
  settled: "It is settled another way",
  no_matter: "It does not matter",
} as const;

type Facts = { status: string; proposal: unknown };

/** A finding is accepted as it stands or with edits, dismissed, or overtaken by its record. */
export const findingCycle = lifecycle<Facts>()<FindingStatus, FindingAction>({
  noun: "finding of an agent",
  initial: "open",
  statuses: findingStatuses,
  course: ["open", "accepted"],
  actions: {
    accept: {
      label: "Accept",
      from: ["open"],
      to: null,
      outcomes: ["accepted", "edited", "superseded"],
      permission: "agent.run",
      tone: "primary",
      suits: ({ proposal }) => proposal !== null,
      unless: ({ proposal }) =>
        proposal === null ? "It proposes no change: somebody does what it says by hand." : null,
    },
    dismiss: {
      label: "Dismiss",
      from: ["open"],
      to: "dismissed",
      permission: "agent.run",
    },
    supersede: {
      label: "The record moved on",
      from: ["open"],
      to: "superseded",
      permission: "agent.run",
      system: true,
    },
    expire: {
      label: "No longer found",
      from: ["open"],
      to: "expired",
      permission: "agent.run",
      system: true,
    },
  },
});
