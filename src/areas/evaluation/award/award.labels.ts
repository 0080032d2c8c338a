import type { Tone } from "#kernel/lifecycle.ts";

export const awardStatuses = {
  intent: { label: "Intent posted", tone: "warning" },
  held: { label: "Held by a protest", tone: "danger" },
  waiting: { label: "Awarded, orders waiting", tone: "warning" },
  final: { label: "Final", tone: "success", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type AwardStatus = keyof typeof awardStatuses;
export const noticeKinds = {
  intent: "Intent to award",
  not_selected: "Not selected",
  awarded: "Award",
  cancelled: "Cancelled",
  no_award: "No award",
  withdrawn: "Intent withdrawn",
} as const;
