import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const runStatuses = {
  running: { label: "Running", tone: "progress" },
  waiting: { label: "Waiting", tone: "info" },
  completed: { label: "Completed", tone: "success", terminal: true },
  failed: { label: "Stopped", tone: "danger" },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type RunStatus = keyof typeof runStatuses;

export const waitsForLabels = {
  task: "A task",
  approval: "An approval",
  form: "A form",
  timer: "A time",
  step: "Another area",
} as const;
export type WaitsFor = keyof typeof waitsForLabels;

export type StepState = "waiting" | "done" | "skipped" | "cancelled";
export const stepStates = {
  waiting: { label: "Waits", tone: "info" },
  done: { label: "Done", tone: "success" },
  skipped: { label: "Skipped", tone: "warning" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} as const satisfies Record<StepState, { label: string; tone: Tone }>;

export type RunAction = "wait" | "resume" | "complete" | "fail" | "retry" | "skip" | "cancel";

/** Lists as people ask for them. */
export const runViews = [
  { id: "waiting", name: "Waiting", query: "status=waiting" },
  { id: "failed", name: "Stopped", query: "status=failed" },
] as const;

const open = ["running", "waiting"] as const;
const machine = { permission: "flow.manage", system: true } as const;

/** A workflow under way: it goes on by itself until it waits, ends, or cannot go on. */
export const runCycle = lifecycle<{ status: string }>()<RunStatus, RunAction>({
  noun: "workflow run",
  initial: "running",
  statuses: runStatuses,
  course: ["running", "waiting", "completed"],
  actions: {
    wait: { ...machine, label: "Wait", from: ["running"], to: "waiting" },
    resume: { ...machine, label: "Go on", from: ["waiting"], to: "running" },
    complete: { ...machine, label: "Complete", from: ["running"], to: "completed" },
    fail: { ...machine, label: "Stop", from: [...open], to: "failed" },
    retry: {
      label: "Try again",
      from: ["failed"],
      to: "running",
      permission: "flow.manage",
      tone: "primary",
    },
    skip: {
      label: "Skip this step",
      from: ["waiting", "failed"],
      to: "running",
      permission: "flow.manage",
      needsReason: true,
    },
    cancel: {
      label: "Cancel the run",
      from: [...open, "failed"],
      to: "cancelled",
      permission: "flow.manage",
      needsReason: true,
      tone: "danger",
    },
  },
});
