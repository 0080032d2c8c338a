import type { Tone } from "#kernel/lifecycle.ts";

/** Where a copy for practice stands; `ending`: it is closed and being deleted. */
export const sandboxStatusNames = [
  "asked",
  "copying",
  "open",
  "ending",
  "ended",
  "failed",
  "cancelled",
] as const;
export type SandboxStatus = (typeof sandboxStatusNames)[number];

export const sandboxStatuses: Readonly<Record<SandboxStatus, { label: string; tone: Tone }>> = {
  asked: { label: "Asked", tone: "info" },
  copying: { label: "Being copied", tone: "info" },
  open: { label: "Open", tone: "success" },
  ending: { label: "Being deleted", tone: "warning" },
  ended: { label: "Ended", tone: "neutral" },
  failed: { label: "Failed", tone: "danger" },
  cancelled: { label: "Cancelled", tone: "neutral" },
};

/** So long a copy is worked in, in days. */
export const sandboxDays = 30;
/** The most members of a copy. */
export const mostMembers = 500;
