import type { Day } from "#kernel/time.ts";
import type { BenefitLine } from "./benefit.labels.ts";

/** A worksheet of a class of work: wages in cents an hour, benefits as shares of them. */
export type BenefitSheet = {
  laborClassId: string;
  fromDay: Day;
  regularWage: number;
  overtimeWage: number;
  benefits: readonly BenefitLine[];
};
/** What an hour costs: its wage and its benefits, in cents. */
export type HourCost = { wage: number; benefit: number };

const shareOf = (wage: number, rates: readonly number[]): number =>
  Math.floor((wage * rates.reduce((n, r) => n + r, 0) + 5_000) / 10_000);

/** Wage and benefits of an hour, regular and overtime apart; benefits half up to the cent, once. */
export const hourCostOf = (s: BenefitSheet, pay: "regular" | "overtime"): HourCost =>
  pay === "regular"
    ? {
        wage: s.regularWage,
        benefit: shareOf(
          s.regularWage,
          s.benefits.map((b) => b.regular),
        ),
      }
    : {
        wage: s.overtimeWage,
        benefit: shareOf(
          s.overtimeWage,
          s.benefits.map((b) => b.overtime),
        ),
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
