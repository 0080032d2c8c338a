import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { comesTooSeldom, failing, intervalOf } from "./intervals.model.ts";

const on = (assetId: string, ...days: string[]) => days.map((day) => ({ assetId, on: day as Day }));

test("from three failures on the middle interval says when the next one is due; two of one day are one", () => {
  expect(failing(on("pump", "2026-01-01", "2026-01-31"))).toEqual([]);
  expect(failing(on("pump", "2026-01-01", "2026-01-01", "2026-01-31"))).toEqual([]);
  const [pump] = failing(on("pump", "2026-03-12", "2026-01-01", "2026-01-31", "2026-03-02"));
  expect(pump).toMatchObject({ medianDays: 30, last: "2026-03-12", next: "2026-04-11" });
});

test("a plan comes too seldom where failures come sooner than its turn; a meter says nothing of days", () => {
  expect(intervalOf({ every: 6, unit: "months" })).toBe(180);
  expect(comesTooSeldom(180, 30)).toBe(true);
  expect(comesTooSeldom(28, 30)).toBe(false);
  expect(comesTooSeldom(intervalOf({ every: null, unit: null }), 30)).toBe(false);
});
