import type { Tone } from "#kernel/lifecycle.ts";

/** What becomes of what somebody asked the stores for. */
export const stockRequestStatuses = {
  open: { label: "Asked for", tone: "warning" },
  handed_out: { label: "Handed out", tone: "success" },
  declined: { label: "Declined", tone: "danger" },
  lapsed: { label: "Held no longer", tone: "neutral" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
