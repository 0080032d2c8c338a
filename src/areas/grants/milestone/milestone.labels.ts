import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const milestoneStatuses = {
  planned: { label: "Planned", tone: "neutral" },
  in_progress: { label: "In progress", tone: "progress" },
  done: { label: "Done, to be accepted", tone: "info" },
  accepted: { label: "Accepted", tone: "success", terminal: true },
  waived: { label: "Waived", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type MilestoneStatus = keyof typeof milestoneStatuses;
export type MilestoneAction = "begin" | "finish" | "accept" | "reopen" | "waive";

type Facts = { status: string; performerId: string | null };
/** Planned, done by one person, accepted by another. */
export const milestoneCycle = lifecycle<Facts>()<MilestoneStatus, MilestoneAction>({
  noun: "milestone",
  initial: "planned",
  statuses: milestoneStatuses,
  course: ["planned", "in_progress", "done", "accepted"],
  actions: {
    begin: { label: "Begin", from: ["planned"], to: "in_progress", permission: "grant.edit" },
    finish: {
      label: "Report it done",
      from: ["planned", "in_progress"],
      to: "done",
      permission: "grant.edit",
      tone: "primary",
    },
    accept: {
      label: "Accept",
      from: ["done"],
      to: "accepted",
      permission: "grant.edit",
      tone: "primary",
      unless: (m, asker) =>
        m.performerId === asker.personId ? "You did this, so another person accepts it." : null,
    },
    reopen: {
      label: "Not done yet",
      from: ["done"],
      to: "in_progress",
      permission: "grant.edit",
      needsReason: true,
    },
    waive: {
      label: "Waive",
      from: ["planned", "in_progress", "done"],
      to: "waived",
      permission: "grant.accept",
      needsReason: true,
    },
  },
});
