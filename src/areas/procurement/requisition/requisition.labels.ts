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

/** Views of the list, which questions in words open too. */
export const requisitionViews = [
  { id: "mine", name: "Mine", query: "mine=true" },
  { id: "in-approval", name: "In approval", query: "status=in_approval" },
  { id: "to-order", name: "To order", query: "sort=neededOn&status=approved%2Cpartly_ordered" },
  { id: "returned", name: "Returned", query: "status=returned" },
  { id: "override", name: "Override asked", query: "overrideAsked=true" },
  { id: "left", name: "Author left", query: "authorLeft=true" },
] as const;
