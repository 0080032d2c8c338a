import type { Tone } from "#kernel/lifecycle.ts";

export const mappingStatuses = {
  waiting: { label: "Waits for a second administrator", tone: "warning" },
  in_force: { label: "In force", tone: "success" },
  declined: { label: "Declined", tone: "danger" },
  removed: { label: "Removed", tone: "neutral" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type MappingStatus = keyof typeof mappingStatuses;
