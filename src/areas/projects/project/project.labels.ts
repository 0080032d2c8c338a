import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const projectStatuses = {
  proposed: { label: "Proposed", tone: "neutral" },
  submitted: { label: "Waits for approval", tone: "warning" },
  approved: { label: "Approved", tone: "info" },
  active: { label: "Active", tone: "progress" },
  on_hold: { label: "On hold", tone: "warning" },
  substantially_complete: { label: "Substantially complete", tone: "success" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ProjectStatus = keyof typeof projectStatuses;
export type ProjectAction =
  | "submit"
  | "withdraw"
  | "approve"
  | "return"
  | "reject"
  | "start"
  | "hold"
  | "resume"
  | "complete"
  | "close"
  | "cancel";

export const projectCourse = [
  "proposed",
  "approved",
  "active",
  "substantially_complete",
  "closed",
] as const;

/** What the rules of a project's steps want to know beside its row. */
export type ProjectFacts = {
  status: string;
  /** Cents of its budget lines over all fiscal years. */
  budget: number;
  segmentCode: string;
  engineerId: string | null;
  startsOn: string | null;
};

const edit = "project.edit";
const decide = "project.approve";

/**
 * A project: approved by a policy with money on its segment, complete by a signed certificate, closed
 * when nothing of it is open.
 */
export const projectCycle = lifecycle<ProjectFacts>()<ProjectStatus, ProjectAction>({
  noun: "project",
  initial: "proposed",
  statuses: projectStatuses,
  course: projectCourse,
  edit: {
    from: ["proposed", "approved", "active", "on_hold", "substantially_complete"],
    otherwise: "It waits for approval or has ended: nothing of it is changed now.",
    permission: edit,
  },
  actions: {
    submit: {
      label: "Send for approval",
      from: ["proposed"],
      to: "submitted",
      permission: edit,
      tone: "primary",
      unless: ({ budget, segmentCode }) =>
        budget > 0
          ? null
          : `No budget line charges project ${segmentCode} yet: ask the budget office for one.`,
    },
    withdraw: { label: "Take back", from: ["submitted"], to: "proposed", permission: edit },
    approve: {
      label: "Approve",
      from: ["submitted"],
      to: "approved",
      permission: decide,
      system: true,
    },
    return: {
      label: "Return",
      from: ["submitted"],
      to: "proposed",
      permission: decide,
      system: true,
    },
    reject: {
      label: "Reject",
      from: ["submitted"],
      to: "cancelled",
      permission: decide,
      system: true,
    },
    start: {
      label: "Begin",
      from: ["approved"],
      to: "active",
      permission: edit,
      tone: "primary",
      unless: ({ engineerId, startsOn }) => {
        if (!engineerId) return "Name the engineer who answers for it first.";
        return startsOn ? null : "Enter the day on which its work starts first.";
      },
    },
    hold: {
      label: "Put on hold",
      from: ["active"],
      to: "on_hold",
      permission: edit,
      needsReason: true,
    },
    resume: {
      label: "Resume",
      from: ["on_hold"],
      to: "active",
      permission: edit,
      tone: "primary",
    },
    complete: {
      label: "Substantially complete",
      from: ["active"],
      to: "substantially_complete",
      permission: edit,
      system: true,
    },
    close: {
      label: "Close",
      from: ["substantially_complete"],
      to: "closed",
      permission: edit,
      tone: "primary",
    },
    cancel: {
      label: "Cancel the project",
      from: ["proposed", "submitted", "approved", "active", "on_hold"],
      to: "cancelled",
      permission: edit,
      needsReason: true,
      tone: "danger",
      ends: "takes",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const projectViews = [
  { id: "open", name: "Not closed", query: "open=true" },
  { id: "mine", name: "Mine", query: "mine=true&open=true" },
  { id: "beyond-budget", name: "Beyond budget", query: "beyondBudget=true" },
  { id: "beyond-time", name: "Beyond time", query: "beyondTime=true" },
] as const;
