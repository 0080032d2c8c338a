import type { Potentials } from "../line/gas.model.ts";

/** A set of warming potentials over a hundred years, with where it stands and since when. */
export type PotentialSet = Potentials & {
  label: string;
  from: string;
  until: string;
  source: string;
};

/**
 * 40 CFR part 98, table A-1, before and from 2025. The second set was published at 89 FR 31802 (25 April 2024);
 * its values are those of the IPCC's Fifth Assessment Report, the first set's those of the Fourth.
 */
export const potentialSets = {
  "a1-2014": {
    label: "40 CFR 98 table A-1, 2014 to 2024",
    ...{ ch4: 25, n2o: 298, from: "2014-01-01", until: "2024-12-31" },
    source: "40 CFR 98 table A-1, 78 FR 71948 (29 November 2013)",
  },
  "a1-2025": {
    label: "40 CFR 98 table A-1, from 2025",
    ...{ ch4: 28, n2o: 265, from: "2025-01-01", until: "" },
    source: "40 CFR 98 table A-1, 89 FR 31802 (25 April 2024)",
  },
} as const satisfies Record<string, PotentialSet>;
export type PotentialKey = keyof typeof potentialSets;

/** The set that holds for a calendar year. */
export const potentialsFor = (year: number): PotentialKey => (year >= 2025 ? "a1-2025" : "a1-2014");
