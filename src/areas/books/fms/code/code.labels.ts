/** How the code of a mapping stands in the chart of the finance system. */
export const codeStandings = {
  unchecked: "No chart taken in",
  known: "In its chart",
  unknown: "Not in its chart",
  apart: "Not valid there on all its days",
} as const;
export type CodeStanding = keyof typeof codeStandings;
