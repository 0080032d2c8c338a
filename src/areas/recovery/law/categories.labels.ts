/** Categories of public assistance work; A and B are emergency work, C to G permanent. */
export const categories = {
  A: "A Debris removal",
  B: "B Emergency protective measures",
  C: "C Roads and bridges",
  D: "D Water control facilities",
  E: "E Buildings and equipment",
  F: "F Utilities",
  G: "G Parks and other",
  Z: "Z Management costs",
} as const;
export type Category = keyof typeof categories;

/** Emergency work pays budgeted people their overtime only. */
export const isEmergencyWork = (category: Category): boolean =>
  category === "A" || category === "B";

export const paySorts = {
  regular: "Regular",
  overtime: "Overtime",
  premium: "Premium",
  leave: "Leave",
} as const;
export type PaySort = keyof typeof paySorts;
