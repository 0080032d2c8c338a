import { expect, test } from "vitest";
import { monthsOf } from "./question.model.ts";

const row = (month: string | null, value: number | null, year = "2027") => ({
  keys: [month, year],
  names: [month ?? "None", year],
  cells: [{ value, rows: 1, opens: null }],
});

test("months without a row are nothing, two years of one month are its sum, the running month is left out", () => {
  const rows = [row("2026-09", 5, "2026"), row("2026-07", 3), row("2026-09", 2), row("2026-11", 9)];
  expect(monthsOf({ rows }, "2026-10")).toEqual({ first: "2026-07", values: [3, 0, 7, 0] });
  expect(monthsOf({ rows: [row(null, 4)] }, "2026-10").values).toEqual([]);
});
