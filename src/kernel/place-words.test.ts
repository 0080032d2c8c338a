import { expect, test } from "vitest";
import { placeInWords } from "./place-words.ts";

test.each([
  ["lines.4.why", {}, "Line 5, why"],
  ["entries.0.unitPrice", {}, "Entry 1, unit price"],
  ["0.address", {}, "Entry 1, address"],
  ["indirect.rate", { "indirect.rate": "Indirect costs, percent" }, "Indirect costs, percent"],
  ["samUntil", { samUntil: "Registered in SAM.gov until" }, "Registered in SAM.gov until"],
  ["lines.2.cents", { lines: "Costs", cents: "Price" }, "Cost 3, Price"],
  ["match", {}, "Match"],
])("%s is named as people read it", (path, titles, said) => {
  expect(placeInWords(path, titles as Record<string, string>)).toBe(said);
});
