import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { cameBack, isUnpriced, materialsOf, tieMaterials } from "./material.model.ts";

const period = { from: day("2026-11-15"), until: day("2027-05-15") };
const line = {
  movedOn: day("2026-11-16"),
  quantity: "10",
  cents: 50_00,
  boughtQuantity: "6",
  boughtCents: 30_00,
};

test("what orders brought costs what its bills say, the rest the price of the stores", () => {
  expect(materialsOf(line, 29_00, period, null)).toMatchObject([
    { basis: "invoice", quantity: "6", cents: 29_00, eligible: true },
    { basis: "established", quantity: "4", cents: 20_00, eligible: true },
  ]);
});

test("what has neither needs a price with its reason; free goods are not free to claim", () => {
  const free = { ...line, cents: 0, boughtQuantity: "0", boughtCents: 0 };
  expect(isUnpriced(free)).toBe(true);
  expect(materialsOf(free, 0, period, null)).toBeNull();
  const price = { basis: "area" as const, unitCents: 1_25, reason: "Three vendors on Nov 16." };
  expect(materialsOf(free, 0, period, price)).toMatchObject([
    { basis: "area", cents: 12_50, rule: expect.stringContaining("Three vendors") },
  ]);
});

test("what was used outside of the period is kept as excluded, with the rule", () => {
  const on = (movedOn: string) =>
    materialsOf({ ...line, movedOn: day(movedOn) }, 30_00, period, null)![0];
  expect(on("2026-11-14")).toMatchObject({
    eligible: false,
    rule: "Used before Nov 15, 2026, when the incident began.",
  });
  expect(on("2027-05-16")).toMatchObject({
    eligible: false,
    rule: "Used after May 15, 2027, the last day of the work.",
  });
});

test("a material claims no more than its issue has open, each cent once", () => {
  const costs = [
    { id: "a", lineId: "l", open: 10_00 },
    { id: "b", lineId: "l", open: 5_00 },
    { id: "c", lineId: "m", open: 90_00 },
  ];
  const of = (cents: number) => tieMaterials([{ id: "i", lineId: "l", cents }], costs);
  expect(of(12_00).taken).toEqual([
    { itemId: "i", costLineId: "a", cents: 10_00 },
    { itemId: "i", costLineId: "b", cents: 2_00 },
  ]);
  expect(of(15_01).short.get("i")).toContain("only $15.00");
});

test("goods that came back are named before they are claimed", () => {
  expect(cameBack("4", { quantity: "4" })).toBeNull();
  expect(cameBack("4", { quantity: "3" })).toContain("3 are still out");
  expect(cameBack("4", undefined)).toContain("none are still out");
});
