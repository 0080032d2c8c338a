/** The condition of what a project replaces or repairs; it says how fast waiting costs. */
export const conditions = {
  none: "Nothing stands there yet",
  good: "Good",
  fair: "Fair",
  poor: "Poor",
  failing: "Failing",
} as const;
export type Condition = keyof typeof conditions;

/** How many times the usual loss a year of waiting takes, by condition. */
export const waitingTimes: Readonly<Record<Condition, number>> = {
  none: 1,
  good: 1,
  fair: 1,
  poor: 2,
  failing: 4,
};
