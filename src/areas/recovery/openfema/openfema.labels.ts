/** The data sets of OpenFEMA that are taken, as people call them. */
export const publishedSets = {
  declarations: "Disaster declarations",
  projects: "Funded projects of public assistance",
  mitigation: "Hazard mitigation projects",
} as const;
