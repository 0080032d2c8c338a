// One door writes what a budget line is. Another statement that does is found here, in its file.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;
const door = /^areas\/budget\/appropriation\//;
const made = /insert into budget_line\b(?!_)/;
const changed =
  /update budget_line\b[^`]*?\bset\b(?:(?!\bwhere\b)[^`])*?\b(?:original|adjusted)\s*=/s;

const sources = (readdirSync(root, { recursive: true }) as string[]).filter(
  (file) => /\.ts$/.test(file) && !/\.test\.ts$|\.setup\.ts$|^server\/testing\//.test(file),
);

test("only the door of the budget makes a line or changes what it is", () => {
  const writers = sources.filter((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return made.test(text) || changed.test(text);
  });
  expect(writers.filter((file) => !door.test(file))).toEqual([]);
  expect(writers).toContain("areas/budget/appropriation/appropriation.service.ts");
});

test("the check sees a writer beside the door", () => {
  expect(
    changed.test("update budget_line l\n set\n version = 1, adjusted = l.adjusted + 1\n"),
  ).toBe(true);
  expect(changed.test("update budget_line set closed = true where original = 1")).toBe(false);
});
