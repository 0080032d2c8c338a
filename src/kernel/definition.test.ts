import { expect, test } from "vitest";
import { differencesBetween, factsOfBody, unknownPaths } from "./definition.ts";

test("two bodies differ line by line; an entry put in before others is one difference", () => {
  const before = {
    title: "Closing",
    dueHours: 72,
    tags: ["a", "b"],
    note: null,
    steps: [
      { name: "Count", must: true },
      { name: "Sign", must: true },
    ],
    pairs: [{ least: 1 }],
  };
  const after = {
    ...before,
    dueHours: 48,
    tags: ["a"],
    note: "Before noon",
    steps: [{ name: "Ask", must: false }, before.steps[0], { name: "Sign", must: false }],
    pairs: [{ least: 2 }, { least: 1 }],
  };
  expect(differencesBetween(factsOfBody(before), factsOfBody(after))).toEqual([
    { path: "Due hours", before: "72", after: "48" },
    { path: "Tags", before: "a, b", after: "a" },
    { path: "Steps › Sign › Must", before: "yes", after: "no" },
    { path: "Pairs › 1 › Least", before: "1", after: "2" },
    { path: "Note", before: null, after: "Before noon" },
    { path: "Steps › Ask › Name", before: null, after: "Ask" },
    { path: "Steps › Ask › Must", before: null, after: "no" },
    { path: "Pairs › 2 › Least", before: null, after: "1" },
  ]);
  expect(differencesBetween(factsOfBody(after), factsOfBody(after))).toEqual([]);
});

test("what a schema did not take is named by its path", () => {
  const given = JSON.parse('{"a":[{"b":1,"c":2},{"b":3}],"__proto__":{"x":1},"constructor":1}');
  expect(unknownPaths(given, { a: [{ b: 1 }, { b: 3, d: 4 }] })).toEqual([
    "a.0.c",
    "__proto__",
    "constructor",
  ]);
});
