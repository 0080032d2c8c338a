import { lifecycle } from "#kernel/lifecycle.ts";

// Apart from the model, so that screens load without zod.
export const serviceCycle = lifecycle<{ status: string }>()({
  noun: "service request",
  statuses: {
    received: { label: "Received", tone: "info" },
    acknowledged: { label: "Acknowledged", tone: "info" },
    in_progress: { label: "In progress", tone: "progress" },
    closed: { label: "Closed", tone: "success" },
    declined: { label: "Declined", tone: "neutral" },
  },
  course: ["received", "acknowledged", "in_progress", "closed"],
  initial: "received",
  actions: {
    acknowledge: {
      label: "Acknowledge",
      from: ["received"],
      to: "acknowledged",
      permission: "serviceRequest.edit",
      tone: "primary",
    },
    start: {
      label: "Start work",
      from: ["received", "acknowledged"],
      to: "in_progress",
      permission: "serviceRequest.edit",
      tone: "primary",
    },
    close: {
      label: "Close",
      from: ["acknowledged", "in_progress"],
      to: "closed",
      permission: "serviceRequest.edit",
      ends: "tells",
      needsReason: true,
      tone: "primary",
    },
    decline: {
      label: "Decline",
      from: ["received", "acknowledged"],
      to: "declined",
      permission: "serviceRequest.edit",
      ends: "tells",
      needsReason: true,
      tone: "danger",
    },
    reopen: {
      label: "Open again",
      from: ["closed", "declined"],
      to: "in_progress",
      permission: "serviceRequest.edit",
      needsReason: true,
    },
  },
});
export type ServiceStatus = keyof typeof serviceCycle.statuses;

/** Open311 knows two: everything that ended is closed. */
export const openStatus = (status: ServiceStatus): "open" | "closed" =>
  status === "closed" || status === "declined" ? "closed" : "open";

/** Views of the list, which questions in words open too. */
export const serviceViews = [
  { id: "open", name: "Open", query: "status=received,acknowledged,in_progress" },
  { id: "late", name: "Late", query: "late=true" },
] as const;

/** Why a date was missed, as everybody may read it. */
export const lateReasons = {
  weather: "The weather did not allow it",
  material: "Material has not come",
  contractor: "A contractor is late",
  permit: "A permit or a utility locate is awaited",
  crew: "The crew was needed for something urgent",
  larger: "The work is larger than it seemed",
  other_agency: "Another agency must act first",
} as const;
export type LateReason = keyof typeof lateReasons;

/** So many days a reporter may reopen where the agency has set none. */
export const usualReopenDays = 14;
