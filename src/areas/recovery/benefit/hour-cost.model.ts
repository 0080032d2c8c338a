import type { Day } from "#kernel/time.ts";
import type { BenefitLine } from "./benefit.labels.ts";

/** A worksheet of a class of work: wages in cents an hour, benefits as shares of them. */
export type BenefitSheet = {
  laborClassId: string;
  fromDay: Day;
  regularWage: number;
  overtimeWage: number;
  /** What an hour of premium pay beyond the schedule earns; null where overtime's wage holds for it. */
  premiumWage: number | null;
  benefits: readonly BenefitLine[];
};
/** What an hour costs: its wage and its benefits, in cents. */
export type HourCost = { wage: number; benefit: number };

const shareOf = (wage: number, rates: readonly number[]): number =>
  Math.floor((wage * rates.reduce((n, r) => n + r, 0) + 5_000) / 10_000);

/**
 * Wage and benefits of an hour, regular, overtime and premium apart; benefits half up to the cent, once.
 * Premium bears what overtime bears.
 */
export const hourCostOf = (s: BenefitSheet, pay: "regular" | "overtime" | "premium"): HourCost => {
  const wage = {
    regular: s.regularWage,
    overtime: s.overtimeWage,
    premium: s.premiumWage ?? s.overtimeWage,
  }[pay];
  const shares = s.benefits.map((b) => (pay === "regular" ? b.regular : b.overtime));
  return { wage, benefit: shareOf(wage, shares) };
};

/** The worksheet that holds for a class on a day: the one that begins last; null where there is none. */
export const sheetOn = (
  sheets: readonly BenefitSheet[],
  laborClassId: string,
  day: string,
): BenefitSheet | null =>
  sheets
    .filter((s) => s.laborClassId === laborClassId && s.fromDay <= day)
    .toSorted((a, b) => (a.fromDay < b.fromDay ? 1 : -1))[0] ?? null;
