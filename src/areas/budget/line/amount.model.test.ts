// Amounts as books of other systems write them.
import { expect, test } from "vitest";
import { statedCents } from "./amount.model.ts";

test.each([
  ["1,234.56", 1_234_56],
  ["(1,234.56)", -1_234_56],
  ["$(12.00)", -12_00],
  ["12.00-", -12_00],
  ["-", 0],
  ["$5", 5_00],
  ["-7.10", -7_10],
  ["(-3)", null],
  ["about 5", null],
])("%s is %s cents", (text, cents) => expect(statedCents(text)).toBe(cents));
