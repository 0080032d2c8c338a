import type { Tone } from "#kernel/lifecycle.ts";

export const protestStatuses = {
  filed: { label: "Filed", tone: "warning" },
  under_review: { label: "Under review", tone: "progress" },
  dismissed: { label: "Dismissed", tone: "neutral", terminal: true },
  denied: { label: "Denied", tone: "neutral" },
  sustained: { label: "Sustained", tone: "success", terminal: true },
  appealed: { label: "Appealed", tone: "warning" },
  upheld: { label: "Denial upheld", tone: "neutral", terminal: true },
  reversed: { label: "Reversed on appeal", tone: "success", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type ProtestStatus = keyof typeof protestStatuses;
export const remedies = {
  re_evaluate: "Evaluate the bids again",
  re_solicit: "Cancel and solicit again",
} as const;
export type Remedy = keyof typeof remedies;

/** Views of the list, which questions in words open too. */
export const protestViews = [
  { id: "waits", name: "To decide", query: "waits=true&sort=decideBy" },
  { id: "late", name: "Overdue", query: "late=true" },
] as const;
