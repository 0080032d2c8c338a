import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

/** Work that an agency may keep for people with certificates. */
export const seatLabels = {
  workOrder: "Leading a work order",
  inspection: "Inspecting",
  incident: "A position in an incident",
  evaluator: "Scoring proposals",
  opener: "Opening sealed bids",
  release: "Releasing payments",
} as const;
export type SeatName = keyof typeof seatLabels;

export const overrideStates = {
  given: { label: "In force", tone: "warning" },
  over: { label: "Over", tone: "neutral" },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type OverrideStatus = "given" | "withdrawn";

type Facts = { status: string; personId: string };

/** Lets somebody who lacks a certificate take a seat for some hours; it ends by the clock. */
export const overrideCycle = lifecycle<Facts>()<OverrideStatus, "withdraw">({
  noun: "override of a seat",
  initial: "given",
  statuses: { given: overrideStates.given, withdrawn: overrideStates.withdrawn },
  course: ["given"],
  actions: {
    withdraw: {
      label: "Withdraw",
      from: ["given"],
      to: "withdrawn",
      permission: "training.verify",
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const overrideViews = [{ id: "given", name: "In force", query: "status=given" }] as const;
