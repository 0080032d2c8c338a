import { plusDays, plusMonths } from "./clocks.model.ts";
import { applicationPeriods, type ApplicationPeriod } from "./hazard-mitigation.data.ts";
import { mitigationCeiling } from "./share.model.ts";

const ruleFor = (declaredOn: string): ApplicationPeriod =>
  applicationPeriods.find((rule) => plusMonths(declaredOn, 12) >= rule.openOn)!;

/** The days within which hazard mitigation money is applied for and spent. */
export type MitigationDays = {
  applyUntil: string;
  /** The last day that FEMA's region may give. */
  extendableTo: string;
  performUntil: string;
  citation: string;
  verified: boolean;
};

/**
 * The days that follow from the declaration, with the last extension that FEMA's letter gives: a time to
 * apply of before 15 August 2024 that was still open then is the longer one.
 */
export const mitigationDays = (declaredOn: string, extendedTo: string | null): MitigationDays => {
  const rule = ruleFor(declaredOn);
  const first = plusMonths(declaredOn, rule.months);
  const applyUntil = extendedTo !== null && extendedTo > first ? extendedTo : first;
  return {
    applyUntil,
    extendableTo: plusDays(first, rule.extensionDays),
    performUntil: plusMonths(applyUntil, rule.performanceMonths),
    citation: rule.citation,
    verified: rule.verified,
  };
};

// Beyond $35.333 billion no assistance raises the ceiling.
const most = 3_533_300_000_000;

/** The ceiling of hazard mitigation money of all assistance of a declaration, in cents. */
export const hazardCeiling = (assistance: number, enhanced: boolean): number =>
  enhanced ? Math.floor(Math.min(assistance, most) / 5) : mitigationCeiling(assistance);
