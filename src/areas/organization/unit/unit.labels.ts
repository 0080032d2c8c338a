/** Kinds of units, with the base that factors count in. */
export const unitKinds = {
  count: { label: "Count", base: "each" },
  length: { label: "Length", base: "m" },
  area: { label: "Area", base: "m2" },
  volume: { label: "Volume", base: "l" },
  mass: { label: "Mass", base: "kg" },
  time: { label: "Time", base: "hour" },
  energy: { label: "Energy", base: "kWh" },
  other: { label: "Other", base: null },
} as const;
export type UnitKind = keyof typeof unitKinds;
