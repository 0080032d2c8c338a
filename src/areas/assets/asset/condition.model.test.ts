import { expect, test } from "vitest";
import { conditionOf } from "./condition.model.ts";

test.each([
  ["paser", 10, 1],
  ["paser", 9, 1],
  ["paser", 8.5, 2],
  ["paser", 3, 4],
  ["paser", 1, 5],
  ["pci", 86, 1],
  ["pci", 85.9, 2],
  ["pci", 40, 5],
  ["nbi", 9, 1],
  ["nbi", 7, 2],
  ["nbi", 5, 3],
  ["nbi", 4, 4],
  ["nbi", 3, 5],
  ["one_to_five", 2.5, 3],
] as const)("%s %d is condition %d", (scale, value, condition) => {
  expect(conditionOf(scale, value)).toBe(condition);
});
