import { expect, test } from "vitest";
import { counted, inSentence } from "./words.ts";

test("a count takes its noun's form, and thousands are grouped", () => {
  expect([0, 1, 2, 1.5, 12_345].map((n) => counted(n, "day"))).toEqual([
    "0 days",
    "1 day",
    "2 days",
    "1.5 days",
    "12,345 days",
  ]);
  expect([1, 2].map((n) => counted(n, "entry was", "entries were"))).toEqual([
    "1 entry was",
    "2 entries were",
  ]);
});

test("a name inside a sentence keeps the capitals of an abbreviation", () => {
  expect(inSentence("Invoice agent")).toBe("invoice agent");
  expect(inSentence("FEMA claims agent")).toBe("FEMA claims agent");
});
