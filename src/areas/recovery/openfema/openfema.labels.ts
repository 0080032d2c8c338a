/** The data sets of OpenFEMA that are taken, as people call them. */
export const publishedSets = {
  declarations: "Disaster declarations",
  projects: "Funded projects of public assistance",
  mitigation: "Hazard mitigation projects",
} as const;

export type Dataset = keyof typeof publishedSets;

/**
 * Whether an amount of FEMA is the largest number of its field (nines alone), so that what it stands for
 * may be more.
 */
export const isCapped = (cents: number | null): boolean =>
  cents !== null && /^9{8,}$/.test(String(cents));
