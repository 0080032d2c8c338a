import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const inspectionStatuses = {
  scheduled: { label: "Scheduled", tone: "info" },
  in_progress: { label: "In progress", tone: "progress" },
  submitted: { label: "Submitted", tone: "warning" },
  reviewed: { label: "Reviewed", tone: "success" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type InspectionStatus = keyof typeof inspectionStatuses;

export const inspectionResults = { pass: "Passed", fail: "Failed" } as const;
export type InspectionResult = keyof typeof inspectionResults;

export type InspectionAction = "start" | "submit" | "review" | "close" | "cancel";

/** What the rules of an inspection ask. */
export type InspectionFacts = {
  status: string;
  assignedTo: string | null;
  submittedBy: string | null;
  /** Certificates that its checklist demands and nobody has shown or acknowledged. */
  lacking: string[];
  /** Why the agency keeps inspections from whoever has it; null or left out where it does not. */
  closed?: string | null;
};

const qualified = (i: InspectionFacts) =>
  i.closed ??
  (i.lacking.length > 0
    ? `It demands ${i.lacking.join(", ")}, which is not checked: who manages inspections acknowledges it by name.`
    : null);
const another = (i: InspectionFacts, asker: { personId: string | null }) =>
  i.submittedBy !== null && i.submittedBy === asker.personId
    ? "Somebody other than who inspected reviews it."
    : null;

/** From a date to a reviewed inspection. */
export const inspectionCycle = lifecycle<InspectionFacts>()<InspectionStatus, InspectionAction>({
  noun: "inspection",
  initial: "scheduled",
  statuses: inspectionStatuses,
  course: ["scheduled", "in_progress", "submitted", "reviewed", "closed"],
  actions: {
    start: {
      label: "Begin",
      from: ["scheduled"],
      to: "in_progress",
      permission: "inspection.work",
      tone: "primary",
      unless: qualified,
    },
    submit: {
      label: "Submit",
      from: ["in_progress"],
      to: "submitted",
      permission: "inspection.work",
      tone: "primary",
    },
    review: {
      label: "Review",
      from: ["submitted"],
      to: "reviewed",
      permission: "inspection.manage",
      tone: "primary",
      unless: another,
    },
    close: {
      label: "Close",
      from: ["reviewed"],
      to: "closed",
      permission: "inspection.manage",
      tone: "primary",
    },
    cancel: {
      label: "Cancel",
      from: ["scheduled", "in_progress"],
      to: "cancelled",
      permission: "inspection.manage",
      needsReason: true,
      tone: "danger",
    },
  },
});
