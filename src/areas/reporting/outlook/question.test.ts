import { expect, test } from "vitest";
import { lookOf, seriesOf } from "./question.model.ts";

const row = (month: string | null, value: number | null, year = "2027") => ({
  keys: [month, year],
  names: [month ?? "None", year],
  cells: [{ value, rows: 1, opens: null }],
});

test("months without a row are nothing, two years of one month are its sum, the running month is left out", () => {
  const rows = [row("2026-09", 5, "2026"), row("2026-07", 3), row("2026-09", 2), row("2026-11", 9)];
  expect(seriesOf({ rows }, "month", "2026-10")).toEqual({
    first: "2026-07",
    values: [3, 0, 7, 0],
  });
  expect(seriesOf({ rows: [row(null, 4)] }, "month", "2026-10").values).toEqual([]);
});

test("weeks go on over the turn of a year with 53 of them, and a quiet one is nothing", () => {
  const rows = [row("2026-12-21", 5), row("2027-01-04", 2), row("2027-01-11", 9)];
  expect(seriesOf({ rows }, "week", "2027-01-04")).toEqual({
    first: "2026-12-21",
    values: [5, 0, 2],
  });
});

test("weeks have a season of 52 once two whole ones are known, and none before", () => {
  expect(lookOf("week", 103)).toMatchObject({ season: 1, ahead: 13, least: 26 });
  expect(lookOf("week", 104)).toMatchObject({ season: 52, ahead: 13, least: 104 });
  expect(lookOf("month", 5)).toMatchObject({ season: 12, ahead: 12, least: 24 });
});
