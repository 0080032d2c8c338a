import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const objectiveStatuses = {
  draft: { label: "Draft", tone: "neutral" },
  active: { label: "Active", tone: "success" },
  ended: { label: "Ended", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ObjectiveStatus = keyof typeof objectiveStatuses;
export type ObjectiveAction = "start" | "end";

export const signalStatuses = {
  proposed: { label: "Waits for a person", tone: "warning" },
  accepted: { label: "Corrective action opened", tone: "info" },
  dismissed: { label: "Left as it is", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

const permission = "quality.edit";

/** From a draft to the end; what its values say follows from the records, nobody presses it. */
export const objectiveCycle = lifecycle<{ status: string }>()<ObjectiveStatus, ObjectiveAction>({
  noun: "quality objective",
  initial: "draft",
  statuses: objectiveStatuses,
  course: ["draft", "active", "ended"],
  edit: { from: ["draft", "active"], otherwise: "The objective has ended.", permission },
  actions: {
    start: { label: "Start", from: ["draft"], to: "active", permission, tone: "primary" },
    end: { label: "End", from: ["active"], to: "ended", permission, needsReason: true },
  },
});

/** Views of the list, which questions in words open too. */
export const objectiveViews = [
  { id: "active", name: "Active", query: "status=active" },
  { id: "signal", name: "With a signal that waits", query: "signal=true" },
  { id: "mine", name: "Mine", query: "mine=true" },
] as const;
