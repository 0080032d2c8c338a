import { expect, test } from "vitest";
import { wantedOf, type ReorderStanding } from "./reorder.model.ts";

const standing = (over: Partial<ReorderStanding> = {}): ReorderStanding => ({
  available: "4",
  onOrder: "0",
  asked: "0",
  reorderPoint: "10",
  orderUpTo: "50",
  ...over,
});

test.each([
  ["below the point", {}, "46"],
  ["at the point", { available: "10" }, "40"],
  ["just above it", { available: "10.0001" }, null],
  ["on its way by an order", { onOrder: "30" }, null],
  ["asked for already", { asked: "46" }, null],
  ["with too little on its way", { onOrder: "2", asked: "1.5" }, "42.5"],
  ["without a point", { reorderPoint: null }, null],
  ["without a quantity up to which it is ordered", { orderUpTo: null }, "7"],
  ["with nothing at all", { available: "0" }, "50"],
] as const)("%s", (_what, over, wanted) => {
  expect(wantedOf(standing(over))).toBe(wanted);
});
