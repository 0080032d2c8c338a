import { expect, test } from "vitest";
import { outlookOf } from "#kernel/forecast/outlook.ts";
import type { SeriesSource } from "#server/outlook/sources.ts";
import { growing } from "./outlook.service.ts";

const source: SeriesSource = {
  id: "b",
  label: "Backlog",
  permission: "budget.read",
  unit: "count",
  page: "/b",
  backlog: true,
  read: async () => [],
};
// Grows by three a month, with a season that repeats.
const rising = Array.from({ length: 60 }, (_, n) => 40 + n * 3 + [0, 4, 9, 2, 7, 1][n % 6]!);
const { backlog: _, ...plain } = source;
const looked = (values: readonly number[], backlog = true) => ({
  id: "b:open",
  source: backlog ? source : plain,
  label: "Open things",
  note: null,
  first: "2021-01",
  values,
  outlook: outlookOf({ values, season: 12, ahead: 12 }),
});

test("a backlog that grows by a proven method is what nobody wants, with its band and error", () => {
  const [found] = growing(looked(rising));
  expect(found).toMatchObject({ on: "2026-06-01", cents: null, opens: "?series=b%3Aopen" });
  expect(found!.text).toMatch(/^Open things grow by 1\d to \d+$/);
  expect(found!.band).toMatch(/^80 of 100: between \d+ and \d+$/);
  expect(found!.error).toMatch(/^off by 0\.\d\d of what naive forecasts are off$/);
});

test("one that falls, one that is too short, one that only naive can tell, and what is no backlog are none", () => {
  expect(growing(looked(rising.toReversed()))).toEqual([]);
  expect(growing(looked(rising.slice(0, 23)))).toEqual([]);
  expect(growing(looked(rising.slice(0, 30)))).toEqual([]);
  expect(growing(looked(rising, false))).toEqual([]);
});
