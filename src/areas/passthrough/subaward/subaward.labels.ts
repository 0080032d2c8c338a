import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const subawardStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  assessed: { label: "Risk assessed", tone: "info" },
  approved: { label: "Approved", tone: "progress" },
  executed: { label: "Executed", tone: "progress" },
  active: { label: "Active", tone: "success" },
  on_hold: { label: "On hold", tone: "warning" },
  ended: { label: "Ended", tone: "warning" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
  terminated: { label: "Terminated", tone: "danger", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type SubawardStatus = keyof typeof subawardStatuses;
export type SubawardAction =
  | "assess"
  | "sendBack"
  | "approve"
  | "execute"
  | "activate"
  | "hold"
  | "resume"
  | "end"
  | "close"
  | "terminate"
  | "cancel";
export const subawardCourse = [
  "draft",
  "assessed",
  "approved",
  "executed",
  "active",
  "ended",
  "closed",
] as const;

type Facts = { status: string; createdBy: string | null; assessedBy: string | null };
/** Drafted, its risk assessed, approved by somebody else, executed, spent, ended and closed. */
export const subawardCycle = lifecycle<Facts>()<SubawardStatus, SubawardAction>({
  noun: "subaward",
  initial: "draft",
  statuses: subawardStatuses,
  course: subawardCourse,
  actions: {
    assess: {
      label: "Assess the risk",
      from: ["draft", "assessed"],
      to: "assessed",
      permission: "subaward.edit",
      tone: "primary",
    },
    sendBack: {
      label: "Send back",
      from: ["assessed"],
      to: "draft",
      permission: "subaward.approve",
      needsReason: true,
    },
    approve: {
      label: "Approve",
      from: ["assessed"],
      to: "approved",
      permission: "subaward.approve",
      byOthers: "approve it",
      tone: "primary",
      unless: (s, asker) =>
        s.createdBy === asker.personId || s.assessedBy === asker.personId
          ? "You drafted or assessed this subaward, so another person approves it."
          : null,
    },
    execute: {
      label: "Record as executed",
      from: ["approved"],
      to: "executed",
      permission: "subaward.edit",
      tone: "primary",
    },
    activate: {
      label: "Open for requests",
      from: ["executed"],
      to: "active",
      permission: "subaward.edit",
      tone: "primary",
    },
    hold: {
      label: "Hold",
      from: ["active"],
      to: "on_hold",
      permission: "subaward.edit",
      needsReason: true,
    },
    resume: {
      label: "Resume",
      from: ["on_hold"],
      to: "active",
      permission: "subaward.approve",
      needsReason: true,
    },
    end: {
      label: "End",
      from: ["active", "on_hold"],
      to: "ended",
      permission: "subaward.edit",
      needsReason: true,
    },
    close: {
      label: "Close",
      from: ["ended"],
      to: "closed",
      permission: "subaward.approve",
      tone: "primary",
    },
    terminate: {
      label: "Terminate",
      from: ["executed", "active", "on_hold"],
      to: "terminated",
      permission: "subaward.approve",
      needsReason: true,
      tone: "danger",
    },
    cancel: {
      label: "Cancel",
      from: ["draft", "assessed", "approved"],
      to: "cancelled",
      permission: "subaward.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});

export const subawardViews = [
  { id: "running", name: "Running", query: "status=executed,active,on_hold" },
  { id: "requests", name: "A request waits", query: "waiting=true" },
  { id: "unknown", name: "Something is not known yet", query: "unknown=true" },
];
