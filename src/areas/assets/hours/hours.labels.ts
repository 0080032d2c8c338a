import type { Tone } from "#kernel/lifecycle.ts";

export const hourStatuses = {
  entered: { label: "To approve", tone: "info" },
  approved: { label: "Approved", tone: "success" },
  corrected: { label: "Corrected", tone: "neutral", terminal: true },
  withdrawn: { label: "Withdrawn", tone: "neutral", terminal: true },
} as const satisfies Record<string, { label: string; tone: Tone; terminal?: boolean }>;
export type HourStatus = keyof typeof hourStatuses;

export const hourKinds = { labor: "Person", equipment: "Equipment" } as const;
export type HourKind = keyof typeof hourKinds;

export const hourPay = {
  regular: "Regular",
  overtime: "Overtime",
  premium: "Premium, beyond overtime",
  leave: "Leave, no work",
} as const;
export type HourPay = keyof typeof hourPay;

/** Minutes as people say them: 95 is "1 h 35". */
export const inHours = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? `${hours} h` : `${hours ? `${hours} h ` : ""}${rest} min`;
};

/** Views of the list, which questions in words open too. */
export const hourViews = [
  { id: "waiting", name: "To approve", query: "status=entered" },
  { id: "mine", name: "Mine", query: "mine=true" },
  { id: "incident", name: "On incidents", query: "onIncident=true" },
] as const;
