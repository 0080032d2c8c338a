import { lifecycle } from "#kernel/lifecycle.ts";

export type ProgramStatus = "active" | "paused" | "ended";

/** So far ahead a program may end at most, in days. */
export const longestDays = 731;

export const programCycle = lifecycle<{ status: string }>()({
  noun: "program",
  statuses: {
    active: { label: "Active", tone: "success" },
    paused: { label: "Paused", tone: "warning" },
    ended: { label: "Ended", tone: "neutral", terminal: true },
  },
  course: ["active", "ended"],
  initial: "active",
  actions: {
    pause: {
      label: "Pause",
      from: ["active"],
      to: "paused",
      permission: "program.edit",
      needsReason: true,
    },
    resume: {
      label: "Let it work again",
      from: ["paused"],
      to: "active",
      permission: "program.edit",
      tone: "primary",
    },
    end: {
      label: "End",
      from: ["active", "paused"],
      to: "ended",
      permission: "program.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});
