import type { Tone } from "#kernel/lifecycle.ts";

/** Where a desk review stands. */
export const deskReviewStatuses = {
  drawn: { label: "Sample drawn", tone: "progress" },
  done: { label: "Done", tone: "success", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
