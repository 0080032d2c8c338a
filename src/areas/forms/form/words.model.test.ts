// What is said at an answer that is not of its kind.
import { expect, test } from "vitest";
import { blankField, type FieldKind } from "./form.labels.ts";
import { limits, objectionsTo } from "./words.model.ts";

const options = [{ value: "lane", label: "One lane" }];

test.each<[FieldKind, unknown, string | null, object?]>([
  ["money", 1.5, "Enter an amount such as 1,234.56."],
  ["money", 150, null],
  ["date", "2026-02-31", "Enter a real day."],
  ["date", "2026-02-28", null],
  ["text", 7, "Enter a text."],
  ["text", "x".repeat(limits.text + 1), "Enter at most 500 letters."],
  ["longText", false, "Enter a text."],
  ["longText", "x".repeat(limits.longText + 1), "Enter at most 20000 letters."],
  ["text", "12", "This does not have the form that is asked for.", { pattern: "\\d{5}" }],
  ["text", "12", "Five digits.", { pattern: "\\d{5}", help: "Five digits." }],
  ["text", "55315", null, { pattern: "\\d{5}" }],
  ["signature", { typed: " " }, "Type your name."],
  ["signature", { drawn: [[1, 2]] }, "Draw your signature again, or type it."],
  ["signature", { typed: "Nora" }, null],
  ["choice", "river", "Choose from the list."],
  ["choices", ["lane", "lane"], "Choose from the list."],
  ["choices", ["lane"], null],
  ["yesNo", "yes", "Answer yes or no."],
  ["yesNo", false, null],
])("%s with %j: %s", (kind, value, said, over = {}) => {
  const field = { ...blankField("q", kind, "Q"), options, ...over };
  expect(objectionsTo(field, value)).toEqual(said ? [{ path: "q", message: said }] : []);
});
