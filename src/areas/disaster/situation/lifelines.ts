/** FEMA's community lifelines. Unverified: their names follow the toolkit of July 2023. */
export const lifelines = {
  safety: "Safety and security",
  food: "Food, hydration, shelter",
  health: "Health and medical",
  energy: "Energy",
  communications: "Communications",
  transportation: "Transportation",
  hazmat: "Hazardous materials",
  water: "Water systems",
} as const;
export type Lifeline = keyof typeof lifelines;

export const lifelineStates = {
  unknown: { label: "Unknown", tone: "neutral" },
  stable: { label: "Stable", tone: "success" },
  disrupted: { label: "Disrupted, being mended", tone: "warning" },
  failed: { label: "Failed, no way out yet", tone: "danger" },
} as const;
export type LifelineState = keyof typeof lifelineStates;
