// The grantor's share by hand: at, below and above the limit of the award's day. 2 CFR 200.313(e).
import { expect, test } from "vitest";
import { addDays, day } from "#kernel/time.ts";
import { disposalRules } from "./disposal-rules.data.ts";
import { grantorHolds, shareOf, type ShareOf } from "./share.model.ts";

const pump: ShareOf = {
  federalPercent: "75.00",
  awardedOn: day("2024-10-01"),
  valueCents: 20_000_00,
  way: "sale",
  proceedsCents: null,
  keepsExpenses: false,
};
const owed = (over: Partial<ShareOf>) => shareOf({ ...pump, ...over }).owedCents;

test.each([
  ["2024-10-01", 9_999_99, 0],
  ["2024-10-01", 10_000_00, 0],
  ["2024-10-01", 10_000_01, 7_500_01],
  ["2024-09-30", 4_999_99, 0],
  ["2024-09-30", 5_000_00, 0],
  ["2024-09-30", 5_000_01, 3_750_01],
  ["2024-09-30", 10_000_00, 7_500_00],
])("an award of %s and a value of %i cents owe %i", (awardedOn, valueCents, share) => {
  expect(owed({ awardedOn: day(awardedOn), valueCents })).toBe(share);
});

test("what was sold owes a part of its proceeds; what is kept, of its value", () => {
  expect(owed({ proceedsCents: 16_000_00 })).toBe(12_000_00);
  expect(owed({ way: "retain", proceedsCents: 16_000_00 })).toBe(15_000_00);
  expect(owed({ way: "donation" })).toBe(15_000_00);
  expect(owed({ way: "transfer" })).toBe(0);
  expect(owed({ federalPercent: "0.00" })).toBe(0);
  // A third: halves go up.
  expect(owed({ federalPercent: "33.33", proceedsCents: 15_000_00 })).toBe(4_999_50);
});

test("costs of selling stay with the agency as far as the grantor lets it and the rule goes", () => {
  const sale = { proceedsCents: 12_000_00, keepsExpenses: true };
  expect(shareOf({ ...pump, ...sale })).toMatchObject({ keptCents: 1_000_00, owedCents: 8_000_00 });
  const old = { ...sale, awardedOn: day("2020-01-01") };
  expect(shareOf({ ...pump, ...old })).toMatchObject({ keptCents: 500_00 });
  expect(shareOf({ ...pump, ...old, proceedsCents: 4_000_00 })).toMatchObject({
    keptCents: 400_00,
  });
});

test("without the day of the award nothing is reckoned, and it is asked for", () => {
  expect(shareOf({ ...pump, awardedOn: null }).because).toContain("Enter when the federal award");
});

test("the grantor is asked where the award says so; 120 days of silence free the agency", () => {
  const asked = day("2026-01-10");
  const holds = (over: object) =>
    grantorHolds({
      instructions: true,
      federalPercent: "75.00",
      way: "sale",
      awardedOn: pump.awardedOn,
      askedOn: asked,
      answeredOn: null,
      today: addDays(asked, 120),
      ...over,
    });
  expect(holds({ askedOn: null })).toContain("Ask the grantor for disposition instructions first");
  expect(holds({})).toContain("Enter what the grantor answered, or wait 120 days");
  expect(holds({ today: addDays(asked, 121) })).toBeNull();
  expect(holds({ way: "transfer", today: addDays(asked, 121) })).not.toBeNull();
  expect(holds({ answeredOn: asked })).toBeNull();
  expect(holds({ instructions: false, askedOn: null })).toBeNull();
  expect(holds({ federalPercent: "0.00", askedOn: null })).toBeNull();
});

test("each rule has its source, and none of them is called verified", () => {
  expect(disposalRules.every((one) => one.citation && one.verifiedOn === null)).toBe(true);
});
