import { expect, test } from "vitest";
import { isSure, type Evidence } from "./doubt.model.ts";
import { byStanding } from "./ranking.model.ts";

test("what stands highest comes first, and the chances of all together are one", () => {
  const ranked = byStanding([
    { name: "b", standing: Math.log(1), likely: 0 },
    { name: "a", standing: Math.log(3), likely: 0 },
  ]);
  expect(ranked.map(({ name, likely }) => [name, Math.round(likely * 100)])).toEqual([
    ["a", 75],
    ["b", 25],
  ]);
  expect(byStanding([])).toEqual([]);
});

test("headings that alone name all that is asked are sure, one of several things named is not", () => {
  const unlikely = { share: 0, alone: 0, says: 1, near: 0, points: 0, likely: -3, next: 1 };
  const rest = { beyond: 1, ahead: 0, words: 2, lacks: 0, unknown: 0, begins: 0, headed: 1 };
  const of = (over: Partial<Evidence>) => isSure({ ...unlikely, ...rest, titled: 0, ...over });
  expect(of({})).toBe(false);
  expect(of({ titled: 1 })).toBe(true);
  expect(of({ titled: 1, words: 1 })).toBe(true);
  expect(of({ titled: 1, words: 1, lacks: 0.5 })).toBe(false);
});
