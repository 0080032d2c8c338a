/** What a line of a project is. */
export const itemKinds = {
  cost: "Bought",
  labor: "Labor",
  equipment: "Own equipment",
  material: "From stock",
} as const;

/** By what the unit cost of a material is known. */
export const priceBases = {
  invoice: "Invoices",
  established: "Pricing of the stores",
  history: "History of prices",
  area: "Prices of area vendors",
} as const;
export type PriceBasis = keyof typeof priceBases;
