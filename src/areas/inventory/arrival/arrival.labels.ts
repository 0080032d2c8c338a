import type { Tone } from "#kernel/lifecycle.ts";

/** Why what came is not stock. */
export const arrivalKinds = {
  unnumbered: { label: "Serial numbers lack", tone: "warning" },
  rejected: { label: "Rejected, goes back", tone: "danger" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
