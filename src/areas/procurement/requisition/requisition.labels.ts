import type { Tone } from "#kernel/lifecycle.ts";

export type RequisitionStatus =
  | "draft"
  | "in_approval"
  | "approved"
  | "returned"
  | "rejected"
  | "withdrawn"
  | "cancelled"
  | "partly_ordered"
  | "ordered";

export const requisitionStatuses: Record<
  RequisitionStatus,
  { label: string; tone: Tone; terminal?: boolean }
> = {
  draft: { label: "Draft", tone: "neutral" },
  in_approval: { label: "In approval", tone: "progress" },
  approved: { label: "Approved", tone: "success" },
  returned: { label: "Returned", tone: "warning" },
  rejected: { label: "Rejected", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
  partly_ordered: { label: "Partly ordered", tone: "progress" },
  ordered: { label: "Ordered", tone: "success", terminal: true },
};

/** The usual course, in order; ordering in parts is a detour. */
export const requisitionCourse: readonly RequisitionStatus[] = [
  "draft",
  "in_approval",
  "approved",
  "ordered",
];

/** How a request to exceed the budget stands. */
export const overrideStatuses = {
  asked: "Asked for",
  granted: "Granted",
  refused: "Refused",
} as const;
