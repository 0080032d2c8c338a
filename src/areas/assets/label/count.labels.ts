export const countStatuses = {
  open: { label: "Being counted", tone: "progress" },
  closed: { label: "Closed", tone: "neutral", terminal: true },
} as const;
export type CountStatus = keyof typeof countStatuses;

/**
 * How often what federal money bought is counted, in years: "at least once every two years"
 * (2 CFR 200.313(d)(2), as in force since 2024-10-01).
 */
export const countRule = { years: 2, citation: "2 CFR 200.313(d)(2)", asOf: "2024-10-01" } as const;
