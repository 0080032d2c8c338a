import fc from "fast-check";
import { expect, test } from "vitest";
import { addQuantity, compareQuantity, quantity, quantityText, storedQuantity, subtractQuantity } from "./quantity.ts";

const texts = fc.tuple(fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 9999 })).map(([whole, rest]) => `${whole}.${String(rest).padStart(4, "0")}`);

test("text and value are each other's inverse, and sums are exact", () => {
  fc.assert(fc.property(texts, texts, (a, b) => {
    expect(quantity(quantityText(quantity(a)))).toBe(quantity(a));
    expect(storedQuantity(quantityText(quantity(a)))).toBe(a);
    expect(subtractQuantity(addQuantity(a, b), b)).toBe(quantityText(quantity(a)));
    expect(Math.sign(compareQuantity(a, b))).toBe(-Math.sign(compareQuantity(b, a)) + 0);
  }));
  expect(addQuantity("0.1", "0.2")).toBe("0.3");
});

test("what is not a quantity is refused", () => {
  for (const text of ["", "1e3", "NaN", "1.23456", "--1", "1,000", "Infinity"]) expect(() => quantity(text)).toThrow(RangeError);
});
