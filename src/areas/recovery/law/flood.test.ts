import { describe, expect, test } from "vitest";
import { floodReduction, floodShortfall, isHazardArea } from "./flood.model.ts";
import { hazardCeiling, mitigationDays } from "./hazard-mitigation.model.ts";

const library = {
  kind: "public",
  zone: "AE",
  identifiedOn: "2018-06-01",
  buildingValue: 2_400_000_00,
  contentsValue: 300_000_00,
  buildingDamage: 900_000_00,
  contentsDamage: 120_000_00,
} as const;
const flooded = "2026-06-20";

describe("flooded buildings, 44 CFR 206.252", () => {
  test("the least of damage, value and limit comes off, building and contents each", () => {
    expect(floodReduction(library, flooded)).toMatchObject({
      applies: true,
      building: 500_000_00,
      contents: 120_000_00,
    });
    // Worth less than it was damaged: the value.
    const shed = { ...library, buildingValue: 80_000_00, contentsValue: 5_000_00 };
    expect(floodReduction(shed, flooded)).toMatchObject({
      building: 80_000_00,
      contents: 5_000_00,
    });
    const house = { ...library, kind: "family" as const };
    expect(floodReduction(house, flooded)).toMatchObject({
      building: 250_000_00,
      contents: 100_000_00,
    });
  });

  test("damage a cent below the limit, at it, and a cent above", () => {
    const of = (buildingDamage: number) =>
      floodReduction({ ...library, buildingDamage }, flooded).building;
    expect(of(499_999_99)).toBe(499_999_99);
    expect(of(500_000_00)).toBe(500_000_00);
    expect(of(500_000_01)).toBe(500_000_00);
  });

  test("a limit holds from its day on", () => {
    const flats = { ...library, kind: "residential" as const, identifiedOn: "2000-01-01" };
    expect(floodReduction(flats, "2014-05-31").building).toBe(250_000_00);
    expect(floodReduction(flats, "2014-06-01").building).toBe(500_000_00);
  });

  test("identified for a year is not yet more than a year", () => {
    const since = { ...library, identifiedOn: "2025-06-20" };
    expect(floodReduction(since, "2026-06-19").applies).toBe(false);
    expect(floodReduction(since, "2026-06-20").applies).toBe(false);
    expect(floodReduction(since, "2026-06-21").applies).toBe(true);
  });

  test("only zones A and V are special flood hazard areas", () => {
    expect((["A", "AE", "AO", "A99", "V", "VE"] as const).every(isHazardArea)).toBe(true);
    expect((["X", "X500", "D"] as const).some(isHazardArea)).toBe(false);
    expect(floodReduction({ ...library, zone: "X" }, flooded)).toMatchObject({
      applies: false,
      building: 0,
      contents: 0,
    });
    expect(floodReduction({ ...library, identifiedOn: null }, flooded).why).toMatch(/Enter since/);
  });

  test("a policy that pays is not taken off twice; one that pays too little leaves the rest", () => {
    const buildings = [
      { insuranceId: "p", cents: 500_000_00 },
      { insuranceId: "p", cents: 120_000_00 },
      { insuranceId: null, cents: 80_000_00 },
    ];
    expect(floodShortfall(buildings, new Map([["p", 700_000_00]]))).toBe(80_000_00);
    expect(floodShortfall(buildings, new Map([["p", 600_000_00]]))).toBe(100_000_00);
    expect(floodShortfall(buildings, new Map())).toBe(700_000_00);
  });
});

describe("hazard mitigation money", () => {
  test("15 months to apply since 15 August 2024, also where the earlier time was still open", () => {
    expect(mitigationDays("2026-07-01", null)).toMatchObject({
      applyUntil: "2027-10-01",
      extendableTo: "2028-05-28",
      performUntil: "2030-10-01",
    });
    expect(mitigationDays("2023-08-15", null).applyUntil).toBe("2024-11-15");
    expect(mitigationDays("2023-08-14", null).applyUntil).toBe("2024-08-14");
    expect(mitigationDays("2026-07-01", "2028-01-15")).toMatchObject({
      applyUntil: "2028-01-15",
      performUntil: "2031-01-15",
    });
  });

  test("the ceiling follows the tiers, 20% with an enhanced plan", () => {
    expect(hazardCeiling(240_000_000_00, false)).toBe(36_000_000_00);
    expect(hazardCeiling(240_000_000_00, true)).toBe(48_000_000_00);
    expect(hazardCeiling(9_000_000_000_000, true)).toBe(706_660_000_000);
  });

  // Two dollars below a step, at it, and two above: 15% of two dollars are 30 cents, 10% 20, 7.5% 15.
  test.each([
    ["$2 billion", 200_000_000_000, 29_999_999_970, 30_000_000_000, 30_000_000_020],
    ["$10 billion", 1_000_000_000_000, 109_999_999_980, 110_000_000_000, 110_000_000_015],
    ["$35.333 billion", 3_533_300_000_000, 299_997_499_985, 299_997_500_000, 299_997_500_000],
  ])("the ceiling before, at and after %s", (_, cents, before, at, after) => {
    expect(hazardCeiling(cents - 200, false)).toBe(before);
    expect(hazardCeiling(cents, false)).toBe(at);
    expect(hazardCeiling(cents + 200, false)).toBe(after);
  });
});
