/** How often a plan is billed. */
export const billedEvery = { month: "By month", year: "By year" } as const;
export type Billed = keyof typeof billedEvery;

/** "a month": as it stands behind a price. */
export const perBilled: Readonly<Record<Billed, string>> = { month: "a month", year: "a year" };
