import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const sessionStatuses = {
  planned: { label: "Planned", tone: "info" },
  held: { label: "Held", tone: "success", terminal: true },
  cancelled: { label: "Cancelled", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type SessionStatus = keyof typeof sessionStatuses;
export type SessionAction = "hold" | "cancel";

/** A lesson in a room: who came is recorded once. */
export const sessionCycle = lifecycle<{ status: string }>()<SessionStatus, SessionAction>({
  noun: "session",
  initial: "planned",
  statuses: sessionStatuses,
  course: ["planned", "held"],
  actions: {
    hold: {
      label: "Record who came",
      from: ["planned"],
      to: "held",
      permission: "training.edit",
      tone: "primary",
    },
    cancel: {
      label: "Cancel",
      from: ["planned"],
      to: "cancelled",
      permission: "training.edit",
      needsReason: true,
      tone: "danger",
    },
  },
});

/** Views of the list, which questions in words open too. */
export const sessionViews = [{ id: "next", name: "Planned", query: "status=planned" }] as const;
