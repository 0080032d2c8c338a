import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const enrolmentStatuses = {
  assigned: { label: "Assigned", tone: "info" },
  in_progress: { label: "In progress", tone: "progress" },
  completed: { label: "Completed", tone: "success", terminal: true },
  failed: { label: "Failed", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
  waived: { label: "Waived", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type EnrolmentStatus = keyof typeof enrolmentStatuses;
export type EnrolmentAction = "start" | "submit" | "complete" | "withdraw" | "waive";

type Facts = { status: string; personId: string };
type Asker = { personId: string | null; permissions: ReadonlySet<string> };
const learn = "training.read";

const ownOnly = ({ personId }: Facts, asker: Asker) =>
  personId === asker.personId ? null : "Whoever is enrolled does this.";
const ownOrOfficer = ({ personId }: Facts, asker: Asker) =>
  personId === asker.personId || asker.permissions.has("training.edit")
    ? null
    : "Whoever is enrolled does this, or a training officer.";
const notOwn = ({ personId }: Facts, asker: Asker) =>
  personId === asker.personId ? "Another officer waives what you are asked for." : null;

/** One attempt at a course; another one is a row of its own. */
export const enrolmentCycle = lifecycle<Facts>()<EnrolmentStatus, EnrolmentAction>({
  noun: "enrolment",
  initial: "assigned",
  statuses: enrolmentStatuses,
  course: ["assigned", "in_progress", "completed"],
  actions: {
    start: {
      label: "Begin",
      from: ["assigned"],
      to: "in_progress",
      permission: learn,
      tone: "primary",
      unless: ownOnly,
    },
    submit: {
      label: "Submit",
      from: ["in_progress"],
      to: null,
      outcomes: ["completed", "failed"],
      permission: learn,
      tone: "primary",
      unless: ownOnly,
    },
    complete: {
      label: "Complete",
      from: ["assigned", "in_progress"],
      to: "completed",
      permission: "training.edit",
      system: true,
    },
    withdraw: {
      label: "Withdraw",
      from: ["assigned", "in_progress"],
      to: "withdrawn",
      permission: learn,
      needsReason: true,
      unless: ownOrOfficer,
    },
    waive: {
      label: "Waive",
      from: ["assigned", "in_progress"],
      to: "waived",
      permission: "training.edit",
      needsReason: true,
      unless: notOwn,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const enrolmentViews = [
  { id: "mine", name: "My courses", query: "mine=true" },
  { id: "overdue", name: "Overdue", query: "overdue=true" },
] as const;
