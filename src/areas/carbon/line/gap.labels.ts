/** Why a record is not counted, or twice. */
export const gapCauses = {
  other_point: "known by another point",
  no_quantity: "no quantity",
  no_factor: "no factor",
  factor_unverified: "factor unverified",
  unit_unlike: "another unit",
  no_activity: "no activity",
} as const;
export type GapCause = keyof typeof gapCauses;

export const bases = { "": "Counted", market: "By contract, not summed" } as const;
export const kinds = { twice: "Counted twice", missing: "Not counted" } as const;
export const settledWays = { left_out: "Left out", counted: "Counted besides" } as const;
