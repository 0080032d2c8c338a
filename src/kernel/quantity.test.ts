import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addQuantity,
  compareQuantity,
  plainDecimal,
  quantity,
  quantityText,
  shownDecimal,
  shownPrice,
  storedQuantity,
  subtractQuantity,
} from "./quantity.ts";

const texts = fc
  .tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 9999 }))
  .map(([whole, rest]) => `${whole}.${String(rest).padStart(4, "0")}`);

test("text and value are each other's inverse, and sums are exact", () => {
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      expect(quantity(quantityText(quantity(a)))).toBe(quantity(a));
      expect(storedQuantity(quantityText(quantity(a)))).toBe(a);
      expect(subtractQuantity(addQuantity(a, b), b)).toBe(quantityText(quantity(a)));
      expect(Math.sign(compareQuantity(a, b))).toBe(-Math.sign(compareQuantity(b, a)) + 0);
    }),
  );
  expect(addQuantity("0.1", "0.2")).toBe("0.3");
});

test("what is not a quantity is refused", () => {
  for (const text of ["", "1e3", "NaN", "1.23456", "--1", "1,000", "Infinity"])
    expect(() => quantity(text)).toThrow(RangeError);
});

test("a field shows a stored decimal without the database's zeros, and the value stays the same", () => {
  expect(
    ["37.0000", "12.5000", "0.0000", "-4.2000", "100", "1000.0000"].map((text) =>
      plainDecimal(text),
    ),
  ).toEqual(["37", "12.5", "0", "-4.2", "100", "1000"]);
  expect(["12.5000", "7.0000", "0.0375", "40.93"].map((text) => plainDecimal(text, 2))).toEqual([
    "12.50",
    "7.00",
    "0.0375",
    "40.93",
  ]);
  for (const typed of ["", "12.", ".5", "1,000", "abc", "-"])
    expect(plainDecimal(typed)).toBe(typed);
  fc.assert(
    fc.property(texts, (text) => {
      expect(storedQuantity(plainDecimal(text))).toBe(text);
      expect(storedQuantity(plainDecimal(text, 2))).toBe(text);
    }),
  );
});

test("for reading, decimals have separators and are exact where a float is not", () => {
  expect(
    ["1260.5000", "999.0000", "-1234567.8900", "90071992547409.9312"].map((text) =>
      shownDecimal(text),
    ),
  ).toEqual(["1,260.5", "999", "-1,234,567.89", "90,071,992,547,409.9312"]);
  expect(["7804.1700", "19.9", "1000000", "0.0375"].map(shownPrice)).toEqual([
    "7,804.17",
    "19.90",
    "1,000,000.00",
    "0.0375",
  ]);
});
