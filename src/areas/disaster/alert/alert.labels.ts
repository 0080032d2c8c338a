export const alertStatuses = {
  received: { label: "Received", tone: "neutral" },
  active: { label: "Active", tone: "danger" },
  superseded: { label: "Superseded", tone: "neutral", terminal: true },
  upgraded: { label: "Upgraded", tone: "warning", terminal: true },
  cancelled: { label: "Cancelled", tone: "info", terminal: true },
  expired: { label: "Expired", tone: "neutral", terminal: true },
  ended: { label: "Ended here", tone: "neutral", terminal: true },
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
  zones: "Forecast zones as a layer of the agency draws them: the message draws no area",
  counties:
    "Whole counties, for want of an area that can be drawn: a county is larger than its warning",
  none: "Area not drawn",
} as const;
export type Drawn = keyof typeof drawns;

/** Whether what the agency has on the map lies in a warning. */
export const touches = {
  inside: "Touches the agency",
  possibly: "May touch the agency",
  unjudged: "Cannot be judged",
  none: "Elsewhere",
} as const;
export type Touch = keyof typeof touches;

/** How a record stands to a warning's area. */
export const exposures = {
  inside: "Inside",
  possibly: "Possibly inside",
  near: "Within 10 km",
  unjudged: "Not judged: no place is known",
} as const;
