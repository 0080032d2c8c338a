/** What a line of a project is. */
export const itemKinds = {
  cost: "Bought",
  labor: "Labor",
  equipment: "Own equipment",
} as const;
