import type { Tone } from "#kernel/lifecycle.ts";

type Look = Record<string, { label: string; tone: Tone; terminal?: boolean }>;

/**
 * Names and tones of ship notices and of a vendor's change requests; apart from the models, so that
 * screens load without zod.
 */
export const shipNoticeStatuses = {
  announced: { label: "On its way", tone: "progress" },
  arrived: { label: "Arrived", tone: "success", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Look;
export const changeRequestStatuses = {
  open: { label: "Waits for the buyer", tone: "warning" },
  accepted: { label: "Accepted", tone: "success", terminal: true },
  declined: { label: "Declined", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Look;
