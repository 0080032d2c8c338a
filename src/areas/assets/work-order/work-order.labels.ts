import { counted } from "#kernel/words.ts";
import { permitKinds, type PermitKind } from "../permit/permit.labels.ts";
import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const workOrderStatuses = {
  requested: { label: "Requested", tone: "info" },
  approved: { label: "Approved", tone: "info" },
  scheduled: { label: "Scheduled", tone: "progress" },
  in_progress: { label: "In progress", tone: "progress" },
  on_hold: { label: "On hold", tone: "warning" },
  completed: { label: "Completed", tone: "success" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type WorkOrderStatus = keyof typeof workOrderStatuses;

export const workKinds = {
  corrective: "Corrective",
  preventive: "Preventive",
  inspection: "Inspection",
  emergency: "Emergency",
  project: "Project",
} as const;
export type WorkKind = keyof typeof workKinds;

export const workPriorities = {
  urgent: "Urgent",
  high: "High",
  normal: "Normal",
  low: "Low",
} as const;
export type WorkPriority = keyof typeof workPriorities;

export const holdReasons = {
  material: "Waits for material",
  access: "No access",
  weather: "Weather",
} as const;
export type HoldReason = keyof typeof holdReasons;

export type WorkOrderAction =
  | "approve"
  | "schedule"
  | "start"
  | "hold"
  | "resume"
  | "complete"
  | "close"
  | "cancel";

/** What the rules of a work order ask. */
export type WorkOrderFacts = {
  status: string;
  kind: string;
  requestedBy: string | null;
  lockout: boolean;
  /** Permits that the job demands and nobody has issued for today. */
  openPermits: readonly PermitKind[];
  digs: boolean;
  locateTicket: string;
  /** The locate ticket is in its days, by the agency's calendar. */
  locateHolds: boolean;
  remedy: string;
  openTasks: number;
  /** Entries of hours on it that nobody has approved yet. */
  openHours: number;
};

const safe = (w: WorkOrderFacts) => {
  const [permit] = w.openPermits;
  if (permit)
    return `${permitKinds[permit].label}: issue today's permit first. ${permitKinds[permit].citation}`;
  if (w.digs && !w.locateTicket) return "The job digs: enter the ticket of the utility locate.";
  if (w.digs && !w.locateHolds) return "The ticket of the utility locate is out of its days.";
  return null;
};
const done = (w: WorkOrderFacts) =>
  w.openTasks > 0
    ? `${w.openTasks} mandatory ${w.openTasks === 1 ? "task is" : "tasks are"} open.`
    : null;
const settled = (w: WorkOrderFacts) =>
  w.kind === "corrective" && !w.remedy
    ? "A repair says what was done before it is closed."
    : w.openHours > 0
      ? `${counted(w.openHours, "entry of hours waits", "entries of hours wait")} for approval. Approve or withdraw them, then close.`
      : null;

/** From a request to closed work; what is closed stays, and a follow-up is a new order. */
export const workOrderCycle = lifecycle<WorkOrderFacts>()<WorkOrderStatus, WorkOrderAction>({
  noun: "work order",
  initial: "requested",
  // What a plan in force or a failed check makes was approved with it.
  begins: ["approved"],
  statuses: workOrderStatuses,
  course: ["requested", "approved", "scheduled", "in_progress", "completed", "closed"],
  actions: {
    approve: {
      label: "Approve",
      from: ["requested"],
      to: "approved",
      permission: "workOrder.approve",
      byOthers: "approve it",
      tone: "primary",
    },
    schedule: {
      label: "Schedule",
      from: ["approved", "scheduled", "on_hold"],
      to: "scheduled",
      permission: "workOrder.plan",
      tone: "primary",
    },
    start: {
      label: "Start",
      from: ["approved", "scheduled"],
      to: "in_progress",
      permission: "workOrder.work",
      tone: "primary",
      unless: safe,
    },
    hold: {
      label: "Put on hold",
      from: ["in_progress", "scheduled"],
      to: "on_hold",
      permission: "workOrder.work",
    },
    resume: {
      label: "Go on",
      from: ["on_hold"],
      to: "in_progress",
      permission: "workOrder.work",
      tone: "primary",
      unless: safe,
    },
    complete: {
      label: "Complete",
      from: ["in_progress"],
      to: "completed",
      permission: "workOrder.work",
      tone: "primary",
      unless: done,
    },
    close: {
      label: "Close",
      from: ["completed"],
      to: "closed",
      permission: "workOrder.plan",
      tone: "primary",
      unless: settled,
    },
    cancel: {
      label: "Cancel",
      from: ["requested", "approved", "scheduled", "in_progress", "on_hold"],
      to: "cancelled",
      permission: "workOrder.plan",
      ends: "takes",
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const workOrderViews = [
  { id: "open", name: "Open", query: "open=true" },
  { id: "mine", name: "Mine", query: "mine=true&open=true" },
  { id: "late", name: "Late", query: "late=true" },
  { id: "requested", name: "To approve", query: "status=requested" },
  { id: "hold", name: "On hold", query: "status=on_hold" },
] as const;

/** Why the approval of one's own request is off. */
export const ownRequest = "Somebody other than who asked for it approves it.";
