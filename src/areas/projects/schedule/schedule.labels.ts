import { lifecycle, type Tone } from "#kernel/lifecycle.ts";
import type { ConstraintKind, LagCalendar, LinkType } from "./network.model.ts";

export const taskKinds = {
  task: { label: "Task" },
  milestone: { label: "Milestone" },
  summary: { label: "Summary" },
} as const;
export type TaskKind = keyof typeof taskKinds;

export const linkTypes = {
  FS: { label: "Finish to start" },
  SS: { label: "Start to start" },
  FF: { label: "Finish to finish" },
  SF: { label: "Start to finish" },
} as const satisfies Record<LinkType, { label: string }>;

export const lagCalendars = {
  predecessor: { label: "The predecessor's hours" },
  successor: { label: "The successor's hours" },
  project: { label: "The project's hours" },
  allHours: { label: "All 24 hours" },
} as const satisfies Record<LagCalendar, { label: string }>;

export const constraintKinds = {
  startNoEarlier: { label: "Start no earlier than" },
  startNoLater: { label: "Start no later than" },
  startOn: { label: "Start on" },
  finishNoEarlier: { label: "Finish no earlier than" },
  finishNoLater: { label: "Finish no later than" },
  finishOn: { label: "Finish on" },
  asLateAsPossible: { label: "As late as possible" },
} as const satisfies Record<ConstraintKind, { label: string }>;

export const sequences = {
  retained: { label: "Waits for its predecessors with the rest" },
  override: { label: "Goes on as it began" },
} as const;

export const driverKinds = {
  link: { label: "A predecessor" },
  constraint: { label: "Its constraint" },
  dataDate: { label: "The data date" },
  projectStart: { label: "The project's start" },
  asLateAsPossible: { label: "As late as possible" },
  actual: { label: "It is done" },
} as const;

export const updateSources = {
  progress: { label: "Progress" },
  proposal: { label: "Proposed update" },
} as const;
export type UpdateSource = keyof typeof updateSources;

const scheduleStatuses = {
  kept: { label: "Kept", tone: "info", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ScheduleStatus = keyof typeof scheduleStatuses;

/** A schedule is kept as long as its project; nothing of it is decided by a step of its own. */
export const scheduleCycle = lifecycle<{ status: string }>()<ScheduleStatus, never>({
  noun: "schedule",
  initial: "kept",
  statuses: scheduleStatuses,
  course: ["kept"],
  actions: {},
});

const baselineStatuses = {
  proposed: { label: "Proposed", tone: "warning" },
  approved: { label: "Approved", tone: "success", terminal: true },
  returned: { label: "Returned", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type BaselineStatus = keyof typeof baselineStatuses;
export type BaselineAction = "approve" | "return";

/** A copy of a schedule that nobody changes, approved by another person than proposed it. */
export const baselineCycle = lifecycle<{ status: string; proposedBy: string | null }>()<
  BaselineStatus,
  BaselineAction
>({
  noun: "baseline",
  initial: "proposed",
  statuses: baselineStatuses,
  course: ["proposed", "approved"],
  actions: {
    approve: {
      label: "Approve",
      from: ["proposed"],
      to: "approved",
      permission: "schedule.approve",
      byOthers: "approve it",
      tone: "primary",
      unless: (baseline, asker) =>
        baseline.proposedBy !== null && baseline.proposedBy === asker.personId
          ? "You proposed this baseline, so another person approves it."
          : null,
    },
    return: {
      label: "Return",
      from: ["proposed"],
      to: "returned",
      permission: "schedule.approve",
      needsReason: true,
    },
  },
});

/** Views of the schedules, which questions in words open too. */
export const scheduleViews = [
  { id: "open", name: "Of projects under way", query: "open=true" },
  { id: "slipped", name: "Behind the baseline", query: "open=true&slipped=true" },
  { id: "late", name: "Behind the contract", query: "open=true&late=true" },
  { id: "mine", name: "Of my projects", query: "open=true&mine=true" },
] as const;
