import { lifecycle } from "#kernel/lifecycle.ts";

export type ProjectFacts = { status: string; size: string | null; openItems: number };

/** A project from its formulation to closeout; what state and FEMA decide is recorded. */
export const projectCycle = lifecycle<ProjectFacts>()({
  noun: "recovery project",
  initial: "formulation",
  statuses: {
    formulation: { label: "Formulation", tone: "info" },
    state_review: { label: "With the state", tone: "progress" },
    fema_review: { label: "With FEMA", tone: "progress" },
    signature: { label: "To be signed", tone: "warning" },
    obligated: { label: "Obligated", tone: "success" },
    complete: { label: "Work complete", tone: "success" },
    closed: { label: "Closed", tone: "neutral", terminal: true },
    withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
  },
  course: [
    "formulation",
    "state_review",
    "fema_review",
    "signature",
    "obligated",
    "complete",
    "closed",
  ],
  actions: {
    freeze: {
      label: "Freeze the size and send to the state",
      from: ["formulation"],
      to: "state_review",
      permission: "recovery.edit",
      tone: "primary",
    },
    passOn: {
      label: "Record: the state sent it to FEMA",
      from: ["state_review"],
      to: "fema_review",
      permission: "recovery.edit",
      tone: "primary",
    },
    approve: {
      label: "Record: FEMA asks for the signature",
      from: ["fema_review"],
      to: "signature",
      permission: "recovery.edit",
      tone: "primary",
    },
    obligate: {
      label: "Record an obligation",
      from: ["signature", "obligated"],
      to: "obligated",
      permission: "recovery.edit",
      tone: "primary",
    },
    complete: {
      label: "Work is complete",
      from: ["obligated"],
      to: "complete",
      permission: "recovery.edit",
      tone: "primary",
    },
    close: {
      label: "Close",
      from: ["complete"],
      to: "closed",
      permission: "recovery.edit",
      needsReason: true,
      tone: "danger",
      unless: (p) =>
        p.openItems
          ? "Eligible costs of it are not paid yet: request them, or exclude them."
          : null,
    },
    withdraw: {
      label: "Withdraw",
      from: ["formulation", "state_review", "fema_review", "signature"],
      to: "withdrawn",
      permission: "recovery.edit",
      ends: "takes",
      needsReason: true,
      tone: "danger",
    },
  },
});
export type ProjectStatus = keyof typeof projectCycle.statuses;
export type ProjectAction = keyof typeof projectCycle.actions;
export const sizes = {
  below: "Below the minimum",
  small: "Small project",
  large: "Large project",
} as const;
