import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const correctiveStatuses = {
  opened: { label: "Opened", tone: "info" },
  contained: { label: "Contained", tone: "progress" },
  root_cause: { label: "Cause found", tone: "progress" },
  plan_approved: { label: "Plan approved", tone: "progress" },
  implemented: { label: "Implemented", tone: "warning" },
  effectiveness_check: { label: "Checked once", tone: "warning" },
  closed: { label: "Closed", tone: "success" },
  reopened: { label: "Reopened", tone: "danger" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type CorrectiveStatus = keyof typeof correctiveStatuses;

export type CorrectiveStep =
  | "contain"
  | "findCause"
  | "approvePlan"
  | "implement"
  | "check"
  | "recur";

/** What the rules of a corrective action ask. */
export type CorrectiveFacts = {
  status: string;
  ownerId: string | null;
  implementedBy: string | null;
  firstCheckOn: string | null;
  /** The day of the next check has come, by the agency's calendar. */
  checkDue: boolean;
};

const another = (a: CorrectiveFacts, asker: { personId: string | null }) =>
  a.implementedBy === asker.personId
    ? "Somebody other than who implemented it verifies that it works."
    : a.checkDue
      ? null
      : "The day of its next check has not come.";
const notOwner = (a: CorrectiveFacts, asker: { personId: string | null }) =>
  a.ownerId === asker.personId ? "Somebody other than its owner approves the plan." : null;

/** From a problem to a cause that is gone; what recurs is opened again. */
export const correctiveCycle = lifecycle<CorrectiveFacts>()<CorrectiveStatus, CorrectiveStep>({
  noun: "corrective action",
  initial: "opened",
  statuses: correctiveStatuses,
  course: [
    "opened",
    "contained",
    "root_cause",
    "plan_approved",
    "implemented",
    "effectiveness_check",
    "closed",
  ],
  actions: {
    contain: {
      label: "Contain",
      from: ["opened", "reopened"],
      to: "contained",
      permission: "correctiveAction.edit",
      tone: "primary",
    },
    findCause: {
      label: "Enter the cause and a plan",
      from: ["contained"],
      to: "root_cause",
      permission: "correctiveAction.edit",
      tone: "primary",
    },
    approvePlan: {
      label: "Approve the plan",
      from: ["root_cause"],
      to: "plan_approved",
      permission: "correctiveAction.approve",
      byOthers: "approve it",
      tone: "primary",
      unless: notOwner,
    },
    implement: {
      label: "Mark implemented",
      from: ["plan_approved"],
      to: "implemented",
      permission: "correctiveAction.edit",
      tone: "primary",
    },
    check: {
      label: "Check its effect",
      from: ["implemented", "effectiveness_check"],
      to: null,
      outcomes: ["effectiveness_check", "closed", "reopened"],
      permission: "correctiveAction.edit",
      tone: "primary",
      unless: another,
    },
    recur: {
      label: "It happened again",
      from: ["implemented", "effectiveness_check", "closed"],
      to: "reopened",
      permission: "correctiveAction.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});
