/** What a report may put beside each figure. */
export const besides = {
  share: "share of the whole",
  rank: "rank",
  running: "running total",
  "previous-year": "the year before",
} as const;
export type Beside = keyof typeof besides;
