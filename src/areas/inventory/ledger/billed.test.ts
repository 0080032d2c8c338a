import { expect, test } from "vitest";
import { billedCosts } from "./billed.model.ts";

const kept = [
  { id: "first", quantity: "6.0000" },
  { id: "second", quantity: "4.0000" },
];
const costs = (quantity: string, cents: number, of = kept) => [
  ...billedCosts(of, "3.3300", { quantity, cents }).values(),
];

test("goods cost what their bills say, oldest first, and the rest what the order says", () => {
  expect(costs("0", 0)).toEqual([1998, 1332]);
  expect(costs("6", 2400)).toEqual([2400, 1332]);
  expect(costs("8", 2400)).toEqual([1800, 600 + 666]);
  expect(costs("10", 1001)).toEqual([601, 400]);
  expect(costs("10", 0)).toEqual([0, 0]);
});

test("of bills of more than came the part that came counts, and what was credited not at all", () => {
  expect(costs("20", 4000)).toEqual([1200, 800]);
  expect(costs("-1", -333)).toEqual([1998, 1332]);
  expect(costs("5", 1000, [])).toEqual([]);
});
