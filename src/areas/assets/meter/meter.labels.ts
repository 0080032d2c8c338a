export const meterKinds = {
  hours: "Hours",
  miles: "Miles",
  cycles: "Starts",
  gallons: "Gallons",
  kilowatt_hours: "Kilowatt-hours",
} as const;
export type MeterKind = keyof typeof meterKinds;

export const readingSources = {
  typed: "Typed",
  hours: "With hours",
  inspection: "With an inspection",
  device: "By a device",
} as const;
export type ReadingSource = keyof typeof readingSources;
