import type { Tone } from "#kernel/lifecycle.ts";

/** What follows from the day by which a subaward is reported, and from what was reported. */
export const reportStates = {
  late: { label: "Late", tone: "danger" },
  due: { label: "To report", tone: "warning" },
  reported: { label: "Reported", tone: "success" },
} as const satisfies Record<string, { label: string; tone: Tone }>;

export const reportViews = [
  { id: "open", name: "To report", query: "state=late,due" },
  { id: "reported", name: "Reported", query: "state=reported" },
];
