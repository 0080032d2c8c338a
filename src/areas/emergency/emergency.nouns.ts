/** What is read anew after something is prepared, declared or ordered. */
export const emergencyNouns = [
  "emergency-kits",
  "emergency-purchases",
  "local-declarations",
  "purchase-orders",
  "contracts",
] as const;
