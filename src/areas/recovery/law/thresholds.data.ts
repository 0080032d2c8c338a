/** Least and large project of a fiscal year (1 October to 30 September), in cents. */
export type Threshold = {
  fiscalYear: number;
  minimumCents: number;
  largeCents: number;
  source: string;
  verified: boolean;
};

/**
 * What is known of the yearly notices. A year that does not stand here is loaded by the agency with
 * its notice; nothing is carried over from the year before.
 */
export const shippedThresholds: readonly Threshold[] = [
  {
    fiscalYear: 2024,
    minimumCents: 3_900_00,
    largeCents: 1_037_000_00,
    source: "Notice of FEMA for fiscal year 2024; not read again",
    verified: false,
  },
  {
    fiscalYear: 2025,
    minimumCents: 4_000_00,
    largeCents: 1_062_900_00,
    source: "Notice of FEMA for fiscal year 2025, as vlct.org/node/3569 gives it",
    verified: true,
  },
  {
    fiscalYear: 2026,
    minimumCents: 4_100_00,
    largeCents: 1_093_800_00,
    source: "Notice of FEMA for fiscal year 2026, from one secondary source",
    verified: false,
  },
];

/** The federal fiscal year of a day: it begins on 1 October of the year before. */
export const federalYearOf = (day: string): number =>
  Number(day.slice(0, 4)) + (Number(day.slice(5, 7)) >= 10 ? 1 : 0);
