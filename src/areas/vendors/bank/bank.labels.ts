import type { Tone } from "#kernel/lifecycle.ts";

/**
 * Names and tones of a bank change's states; apart from the model, so that screens load without
 * zod.
 */
export const bankChangeStatuses = {
  proposed: { label: "Waits for a call-back", tone: "warning" },
  verified: { label: "Verified", tone: "success", terminal: true },
  rejected: { label: "Rejected", tone: "danger", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
