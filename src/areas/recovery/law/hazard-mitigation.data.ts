import { day, type Day } from "#kernel/time.ts";

/** The time to apply for hazard mitigation money, by the day of the declaration. */
export type ApplicationPeriod = {
  /** Of declarations whose time to apply was open on this day, or that came later. */
  openOn: Day;
  months: number;
  /** What FEMA's region may add. */
  extensionDays: number;
  performanceMonths: number;
  citation: string;
  /** False where the reach back to open periods, or the months of performance, were not read in the rule. */
  verified: boolean;
};

/** The newest first. Performance counts from the close of the time to apply. */
export const applicationPeriods: readonly ApplicationPeriod[] = [
  {
    openOn: day("2024-08-15"),
    months: 15,
    extensionDays: 240,
    performanceMonths: 36,
    citation: "44 CFR 206.436(d), 89 FR 66241 of 15 August 2024",
    verified: false,
  },
  {
    openOn: day("1900-01-01"),
    months: 12,
    extensionDays: 180,
    performanceMonths: 36,
    citation:
      "44 CFR 206.436(d) before 15 August 2024; Hazard Mitigation Assistance Guide, part 10",
    verified: true,
  },
];

/** What FEMA pays of a measure of hazard mitigation, in hundredths of a percent. */
export const mitigationShare = {
  rate: 7_500,
  citation: "44 CFR 206.432(c): at most 75%",
} as const;

/** Ceilings of hazard mitigation money by how the recipient's plan was approved. */
export const planCeilings = {
  standard: {
    label: "Standard plan",
    citation: "44 CFR 206.432(b): 15% to $2 billion, 10% to $10 billion, 7.5% to $35.333 billion",
    verified: true,
  },
  enhanced: {
    label: "Enhanced plan",
    citation: "42 U.S.C. 5165(e): 20%",
    verified: false,
  },
} as const;
