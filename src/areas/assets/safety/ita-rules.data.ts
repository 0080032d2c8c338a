/** What the Injury Tracking Application takes in the two files of a year. */

import type { Day } from "#kernel/time.ts";
export type ItaRules = {
  /** The first year of forms for which they hold. */
  fromYear: number;
  citation: string;
  source: string;
  /** The day on which somebody held them against OSHA's own text; null: nobody has. */
  verifiedOn: Day | null;
  /** Longest texts, in letters. */
  longest: { establishment: number; company: number; industry: number };
  /** Codes of size, each below so many employees on average; the last has no end. */
  sizes: readonly { code: string; below: number | null }[];
  /** Codes of who runs the establishment: not government, state, local. */
  establishmentTypes: readonly string[];
  hadInjuries: { some: string; none: string };
  outcomes: { death: string; days_away: string; restricted: string; other: string };
  injuryTypes: readonly string[];
  /** Days away, or restricted, of one case are counted up to here. */
  mostDays: number;
  sexes: readonly string[];
  /** Signs that are refused in any text, and who says so. */
  refused: { signs: readonly string[]; source: string };
  /** Letters, digits and signs of which nobody said that they are refused. */
  plain: RegExp;
};

/**
 * Newest last. Lengths and codes stand in a vendor's article and in two public exporters; OSHA
 * publishes neither the signs that it refuses nor the form of its days in full, so what is refused
 * here is stricter.
 */
export const itaRules: readonly ItaRules[] = [
  {
    fromYear: 2023,
    citation: "29 CFR 1904.41",
    source: "Columns of two public exporters; lengths and codes of a vendor's article",
    verifiedOn: null,
    longest: { establishment: 100, company: 100, industry: 300 },
    sizes: [
      { code: "1", below: 20 },
      { code: "21", below: 100 },
      { code: "22", below: 250 },
      { code: "3", below: null },
    ],
    establishmentTypes: ["1", "2", "3"],
    hadInjuries: { some: "1", none: "2" },
    outcomes: { death: "1", days_away: "2", restricted: "3", other: "4" },
    injuryTypes: ["1", "2", "3", "4", "5", "6"],
    mostDays: 180,
    sexes: ["M", "F", ""],
    refused: {
      signs: ["#", "&", "(", ")", "/", "\\", "@", "$", "%", "^", "*", "?", "!", "~"],
      source: "A vendor's article on what the application refuses",
    },
    plain: /^[A-Za-z0-9 .,;:'"+_=\-\r\n]*$/,
  },
];

/** The rules for the forms of a year; before the first known ones those are taken. */
export const itaRulesOf = (year: number, rules: readonly ItaRules[] = itaRules): ItaRules =>
  rules.findLast((one) => one.fromYear <= year) ?? rules[0]!;
