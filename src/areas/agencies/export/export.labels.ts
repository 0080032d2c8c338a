import type { Tone } from "#kernel/lifecycle.ts";

/** Where an export stands; `ended`: its week is over, or a restore took its file. */
export type ExportStatus = "making" | "ready" | "failed" | "cancelled" | "ended";

export const exportStatuses: Readonly<Record<ExportStatus, { label: string; tone: Tone }>> = {
  making: { label: "Being made", tone: "info" },
  ready: { label: "Ready", tone: "success" },
  failed: { label: "Failed", tone: "danger" },
  cancelled: { label: "Cancelled", tone: "neutral" },
  ended: { label: "No longer offered", tone: "neutral" },
};

/** So long an export is offered, in days. */
export const offeredDays = 7;
/** The fewest characters of a passphrase that seals an export. */
export const leastPassphrase = 12;
