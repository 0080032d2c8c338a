import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const runStatuses = {
  queued: { label: "Waits", tone: "neutral" },
  running: { label: "Reads", tone: "progress" },
  finished: { label: "Finished", tone: "success", terminal: true },
  failed: { label: "Failed", tone: "danger", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
  stopped: { label: "Stopped at a limit", tone: "warning", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type RunStatus = keyof typeof runStatuses;
export type RunAction = "start" | "finish" | "fail" | "cancel" | "stop";

export const runBegun = {
  person: "By hand",
  daily: "Each morning",
  program: "By a connected program",
} as const;

/** A run moves by its job alone; a person cancels it in the tray of work. */
export const runCycle = lifecycle<{ status: string }>()<RunStatus, RunAction>({
  noun: "run of an agent",
  initial: "queued",
  statuses: runStatuses,
  course: ["queued", "running", "finished"],
  actions: {
    start: {
      label: "Start",
      from: ["queued", "running"],
      to: "running",
      permission: "agent.run",
      system: true,
    },
    finish: {
      label: "Finish",
      from: ["running"],
      to: "finished",
      permission: "agent.run",
      system: true,
    },
    fail: {
      label: "Fail",
      from: ["queued", "running"],
      to: "failed",
      permission: "agent.run",
      system: true,
    },
    cancel: {
      label: "Cancel",
      from: ["queued", "running"],
      to: "cancelled",
      permission: "agent.run",
      system: true,
    },
    stop: {
      label: "Stop",
      from: ["queued", "running"],
      to: "stopped",
      permission: "agent.run",
      system: true,
    },
  },
});
