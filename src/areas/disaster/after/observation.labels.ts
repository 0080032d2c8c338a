export const observationKinds = {
  strength: "What went well",
  improvement: "What is to be improved",
} as const;
export type ObservationKind = keyof typeof observationKinds;
