/** Methods that know a series and its season, and nothing else. */
export const outlookMethods = {
  naive: "Naive: as the last one",
  seasonal_naive: "As a season ago",
  drift: "As the last one, and the usual step",
  smooth_added: "Smoothed, season added",
  smooth_factor: "Smoothed, season as a factor",
} as const;
export type OutlookMethod = keyof typeof outlookMethods;
export const methodNames = Object.keys(outlookMethods) as OutlookMethod[];
