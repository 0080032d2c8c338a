/** Whose a cause of a slip is; what is not the contractor's own gives days. */
export const whoseCauses = {
  agency: { label: "The agency's" },
  weather: { label: "Weather" },
  outside: { label: "Beyond both sides' control" },
  contractor: { label: "The contractor's own" },
} as const;
export type WhoseCause = keyof typeof whoseCauses;

/** Whether a cause gives days. */
export const givesDays = (whose: WhoseCause): boolean => whose !== "contractor";
