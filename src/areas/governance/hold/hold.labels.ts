import { lifecycle, type Tone } from "#kernel/lifecycle.ts";

export const holdStatuses = {
  standing: { label: "Stands", tone: "warning" },
  lifted: { label: "Lifted", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type HoldStatus = keyof typeof holdStatuses;

export const holdCourse = ["standing", "lifted"] as const;

/** A legal hold: lifted with a reason, by another person than who placed it. */
export const holdCycle = lifecycle<{ status: string; placedBy: string }>()<HoldStatus, "lift">({
  noun: "legal hold",
  initial: "standing",
  statuses: holdStatuses,
  course: holdCourse,
  actions: {
    lift: {
      label: "Lift the hold",
      from: ["standing"],
      to: "lifted",
      permission: "legalHold.place",
      needsReason: true,
      tone: "danger",
      unless: ({ placedBy }, { personId }) =>
        placedBy === personId ? "You placed this hold, so another person lifts it." : null,
    },
  },
});
