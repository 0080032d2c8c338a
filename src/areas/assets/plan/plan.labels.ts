import type { Tone } from "#kernel/lifecycle.ts";

export const dueBy = {
  calendar: "By the calendar",
  meter: "By a meter",
  first: "By calendar or meter, whichever comes first",
} as const;
export type DueBy = keyof typeof dueBy;

export const planUnits = {
  days: "Days",
  weeks: "Weeks",
  months: "Months",
  years: "Years",
} as const;
export type PlanUnit = keyof typeof planUnits;

export const planMakes = { workOrder: "A work order", inspection: "An inspection" } as const;
export type PlanMakes = keyof typeof planMakes;

export const cycleStatuses = {
  open: { label: "Open", tone: "progress" },
  done: { label: "Done", tone: "success" },
  skipped: { label: "Skipped", tone: "neutral" },
  covered: { label: "Covered by another plan", tone: "neutral" },
  missed: { label: "Missed", tone: "warning" },
} as const satisfies Record<string, { label: string; tone: Tone }>;
export type CycleStatus = keyof typeof cycleStatuses;
