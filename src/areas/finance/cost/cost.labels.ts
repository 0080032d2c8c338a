/** Object classes of SF-424A, section B, in its order. */
export const objectClasses = {
  personnel: "Personnel",
  fringe: "Fringe benefits",
  travel: "Travel",
  equipment: "Equipment",
  supplies: "Supplies",
  contractual: "Contractual",
  construction: "Construction",
  other: "Other",
  indirect: "Indirect",
} as const;
export type ObjectClass = keyof typeof objectClasses;

export const costSources = {
  invoice: "Invoice",
  payroll: "Payroll",
  transfer: "Cost transfer",
  stock: "Stock",
} as const;
