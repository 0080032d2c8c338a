/** Assistance listings of disasters, with their programs. */
export const programs = {
  "97.036": "Public Assistance",
  "97.039": "Hazard Mitigation Grant Program",
} as const;
