import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const failureStatuses = {
  open: { label: "Open", tone: "danger" },
  assigned: { label: "Assigned", tone: "warning" },
  answered: { label: "Answered", tone: "progress" },
  reopened: { label: "Failed again", tone: "danger" },
  waived: { label: "Waived", tone: "neutral" },
  closed: { label: "Met since", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type FailureStatus = keyof typeof failureStatuses;
export type FailureAction = "assign" | "answer" | "return" | "close" | "waive" | "reopen";

export const failureCourse = ["open", "assigned", "answered", "closed"] as const;
const living = ["open", "assigned", "answered", "reopened"] as const;

export type FailureFacts = { status: string; ownerId: string | null; people: string[] };

/**
 * What breaks a control: somebody owns it, answers for it, and it ends when the check passes. Nobody
 * closes one while its check fails: that step follows from the records alone. A waiver holds it for a
 * time; it is never met by that, and comes back when the waiver ends.
 */
export const failureCycle = lifecycle<FailureFacts>()<FailureStatus, FailureAction>({
  noun: "failure",
  initial: "open",
  statuses: failureStatuses,
  course: failureCourse,
  actions: {
    assign: {
      label: "Assign",
      from: ["open", "assigned", "reopened", "answered"],
      to: "assigned",
      permission: "controlFailure.assign",
      tone: "primary",
    },
    answer: {
      label: "Answer for it",
      from: ["open", "assigned", "reopened"],
      to: "answered",
      permission: "controlFailure.answer",
      tone: "primary",
      unless: ({ ownerId, people }, { personId }) =>
        personId !== null && (ownerId === personId || people.includes(personId))
          ? null
          : "Whoever owns the record answers for it.",
    },
    return: {
      label: "Ask again",
      from: ["answered"],
      to: "assigned",
      permission: "controlFailure.assign",
      needsReason: true,
    },
    close: {
      label: "Met",
      from: [...living, "waived"],
      to: "closed",
      permission: "controlFailure.assign",
      system: true,
    },
    waive: {
      label: "Waive",
      from: living,
      to: "waived",
      permission: "controlFailure.assign",
      system: true,
    },
    reopen: {
      label: "Failed again",
      from: ["closed", "waived"],
      to: "reopened",
      permission: "controlFailure.assign",
      system: true,
    },
  },
});

/** Views of the list, which questions in words open too. */
export const failureViews = [
  { id: "mine", name: "On my records", query: "mine=true&open=true" },
  { id: "open", name: "Open", query: "open=true" },
  { id: "late", name: "Late", query: "late=true" },
  { id: "waived", name: "Waived", query: "status=waived" },
] as const;

/** Kinds of records that controls judge. */
export const subjectLabels = { purchaseOrder: "Purchase order", payment: "Payment" } as const;
