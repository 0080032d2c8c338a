import type { Tone } from "#kernel/lifecycle.ts";

/** Where the ending of an agency stands; a deleted agency has none. */
export type EndingStatus = "asked" | "waiting" | "taken_back" | "stopped" | "deleting";

export const endingStatuses: Readonly<Record<EndingStatus, { label: string; tone: Tone }>> = {
  asked: { label: "Asked", tone: "warning" },
  waiting: { label: "Waiting", tone: "danger" },
  taken_back: { label: "Taken back", tone: "neutral" },
  stopped: { label: "Stopped", tone: "neutral" },
  deleting: { label: "Being deleted", tone: "danger" },
};
