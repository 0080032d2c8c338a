export const alertStatuses = {
  received: { label: "Received", tone: "neutral" },
  active: { label: "Active", tone: "danger" },
  superseded: { label: "Superseded", tone: "neutral", terminal: true },
  cancelled: { label: "Cancelled", tone: "info", terminal: true },
  expired: { label: "Expired", tone: "neutral", terminal: true },
} as const;
export type AlertStatus = keyof typeof alertStatuses;

export const severities = {
  extreme: "Extreme",
  severe: "Severe",
  moderate: "Moderate",
  minor: "Minor",
  unknown: "Not said",
} as const;

export const drawns = {
  polygon: "Area as the message draws it",
  partly: "Partly drawn: what cannot be read of its area is taken as whole counties",
  counties: "Whole counties: the message draws no area, and a county is larger than its warning",
  none: "Area not drawn",
} as const;
export type Drawn = keyof typeof drawns;
