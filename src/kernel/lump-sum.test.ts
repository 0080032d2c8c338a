import { expect, test } from "vitest";
import {
  approvedAs,
  brokenCents,
  countOf,
  isLumpSum,
  isTypedLumpSum,
  lineWords,
  lumpSum,
  muchOf,
  rateOf,
} from "./lump-sum.ts";

const lump = { ...lumpSum, quantity: "120000.0000" };
const yards = { unit: "cubic yard", unitPrice: "12.3300", quantity: "300.0000" };

test("a lump sum is read as an amount, a counted line as its count and price", () => {
  expect(lineWords(lump)).toBe("Lump sum $120,000.00");
  expect(lineWords(yards)).toBe("300 cubic yard at $12.33");
  expect([muchOf(lump, "30000"), countOf(lump, "30000.5"), rateOf(lump)]).toEqual([
    "$30,000.00",
    "$30,000.50",
    "Lump sum",
  ]);
  expect([muchOf(yards, "30"), countOf(yards, "30.50"), rateOf(yards)]).toEqual([
    "30 cubic yard",
    "30.5",
    "12.33",
  ]);
  expect(muchOf(lump, "-30000.0000")).toBe("-$30,000.00");
  expect(approvedAs(lump)).toEqual({ quantity: "Lump sum", unitPrice: "" });
  expect(approvedAs(yards)).toEqual({ quantity: "300 cubic yard", unitPrice: "12.3300" });
});

test("one of a thing at its price is counted, whatever its unit is called", () => {
  expect(isLumpSum({ unit: "lump sum", unitPrice: "120000" })).toBe(false);
  expect(isLumpSum({ unit: "each", unitPrice: "1" })).toBe(false);
  expect(isLumpSum({ unit: " LS ", unitPrice: "1.0000" })).toBe(true);
});

test("a price that is being typed takes no field away", () => {
  const typed = ["1", "12", "120000", "1.00"].map((unitPrice) =>
    isTypedLumpSum({ unit: "lump sum", unitPrice }),
  );
  expect(typed).toEqual([false, false, false, true]);
});

test("a share of a lump sum is whole cents", () => {
  expect(brokenCents(lump, "33.333")).toBe(
    "A lump sum is an amount in dollars with at most two decimals.",
  );
  expect(brokenCents(lump, "33.3300")).toBeNull();
  expect(brokenCents(yards, "33.333")).toBeNull();
});
