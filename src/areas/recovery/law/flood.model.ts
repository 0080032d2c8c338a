import { plusMonths } from "./clocks.model.ts";
import { floodLimits, type BuildingKind, type FloodLimit, type FloodZone } from "./flood.data.ts";

/** A building that a flood damaged. Amounts in cents; values are those of the day of the flood. */
export type FloodedBuilding = {
  kind: BuildingKind;
  zone: FloodZone;
  /** Since when the map shows the place as it does. */
  identifiedOn: string | null;
  buildingValue: number;
  contentsValue: number;
  buildingDamage: number;
  contentsDamage: number;
};

/** What a flood policy would have paid: nothing outside the hazard area, with the reason in words. */
export type FloodReduction = {
  applies: boolean;
  building: number;
  contents: number;
  why: string;
  citation: string;
};

/** Zones A and V of the map are special flood hazard areas (44 CFR 59.1). */
export const isHazardArea = (zone: FloodZone): boolean => /^[AV]/.test(zone);

/** The limits of the standard policy that held for a kind of building on a day; null before 1995. */
const floodLimitOn = (kind: BuildingKind, day: string): FloodLimit | null =>
  floodLimits.find((limit) => limit.kind === kind && limit.fromDay <= day) ?? null;

/** Where the reduction stands. */
export const floodCitation = "44 CFR 206.252(a); 42 U.S.C. 5172(d)";
const none = (why: string): FloodReduction => ({
  applies: false,
  building: 0,
  contents: 0,
  why,
  citation: floodCitation,
});

/**
 * What comes off the eligible cost of an insurable building in a special flood hazard area that was
 * identified for more than a year on the day of the flood: what a standard policy would have paid, building
 * and contents each, so the least of damage, value and limit. The deductible is not taken off: FEMA's
 * specialist may allow the least one. Buildings of non-profits in communities outside the flood program
 * (206.252(b)) are not judged here.
 */
export const floodReduction = (of: FloodedBuilding, floodedOn: string): FloodReduction => {
  if (!isHazardArea(of.zone)) return none("It stands outside the special flood hazard area.");
  if (of.identifiedOn === null) return none("Enter since when the map shows the hazard area.");
  if (floodedOn <= plusMonths(of.identifiedOn, 12))
    return none("The map showed the hazard area for a year or less.");
  const limit = floodLimitOn(of.kind, floodedOn);
  if (!limit) return none("The limits of that day are not on file.");
  return {
    applies: true,
    building: Math.min(of.buildingDamage, of.buildingValue, limit.buildingCents),
    contents: Math.min(of.contentsDamage, of.contentsValue, limit.contentsCents),
    why: `What a standard flood policy pays: the least of damage, value and limit (${limit.citation}${limit.verified ? "" : "; not verified"}).`,
    citation: floodCitation,
  };
};

/**
 * What buildings take off a project beyond what its policies do, in cents: for those that one policy covers,
 * what the law takes less that policy's share of the project; for those without one, all of it.
 */
export const floodShortfall = (
  buildings: readonly { insuranceId: string | null; cents: number }[],
  shareOf: ReadonlyMap<string, number>,
): number => {
  const wanted = new Map<string | null, number>();
  for (const { insuranceId, cents } of buildings)
    wanted.set(insuranceId, (wanted.get(insuranceId) ?? 0) + cents);
  return [...wanted].reduce(
    (sum, [policy, cents]) =>
      sum + Math.max(0, cents - (policy === null ? 0 : (shareOf.get(policy) ?? 0))),
    0,
  );
};
