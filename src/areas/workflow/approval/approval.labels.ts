import type { Tone } from "#kernel/lifecycle.ts";

/** How a request for approval stands. */
export const approvalStatuses: Record<string, { label: string; tone: Tone }> = {
  pending: { label: "Waiting", tone: "progress" },
  approved: { label: "Approved", tone: "success" },
  returned: { label: "Returned", tone: "warning" },
  rejected: { label: "Rejected", tone: "danger" },
  withdrawn: { label: "Taken back", tone: "neutral" },
};

/** What a person decides, and how a button and the past of it read. */
export const decisions = {
  approve: { label: "Approve", done: "Approved", tone: "success" },
  return: { label: "Return", done: "Returned", tone: "warning" },
  reject: { label: "Reject", done: "Rejected", tone: "danger" },
} as const satisfies Record<string, { label: string; done: string; tone: Tone }>;
export type DecisionName = keyof typeof decisions;
