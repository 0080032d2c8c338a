/** Why a record is not counted, or twice. */
export const gapCauses = {
  other_point: "another measuring point knows it",
  no_quantity: "no quantity that can be computed",
  no_factor: "no factor for its day",
  factor_unverified: "its factor waits to be confirmed",
  unit_unlike: "its unit is not the factor's",
  no_activity: "no activity covers it",
} as const;
export type GapCause = keyof typeof gapCauses;

export const bases = { "": "Counted", market: "By contract, not summed" } as const;
export const kinds = { twice: "Counted twice", missing: "Not counted" } as const;
export const settledWays = { left_out: "Left out", counted: "Counted besides" } as const;
