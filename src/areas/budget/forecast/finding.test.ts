import { expect, test } from "vitest";
import { departmentsFinding, forecastFinding } from "./finding.labels.ts";
import { offBesideNaive } from "./forecast.labels.ts";
import { forecast } from "./forecast.model.ts";

const line = (budget: number, cents: number, high = cents, of = "expenditure") => ({
  class: of,
  budget,
  forecast: { cents, high },
});

test("lines that run out are said with what they lack, then those whose band reaches beyond", () => {
  expect(forecastFinding([line(100_00, 90_00)])).toEqual([]);
  expect(
    forecastFinding([
      line(100_00, 150_00),
      line(100_00, 101_00),
      line(100_00, 90_00, 120_00),
      line(100_00, 900_00, 900_00, "revenue"),
    ]),
  ).toEqual([
    { text: "2 lines are bound to run out, $51.00 short" },
    { text: "the band of 1 more line reaches beyond" },
  ]);
});

test("the department furthest beyond its budget is named, else what all leave", () => {
  const group = (label: string, budget: number, cents: number) => ({
    label,
    budget,
    forecast: { cents },
  });
  expect(departmentsFinding([group("Roads", 100_00, 90_00), group("Parks", 100_00, 350_00)])).toBe(
    "Parks ends $250.00 beyond its budget",
  );
  expect(departmentsFinding([group("Roads", 100_00, 90_00)])).toBe(
    "Every department ends within its budget; $10.00 is left in all",
  );
});

test("a table says how far off the method was on past years, and beside it the naive one", () => {
  const year = (of: number, level: number) => ({
    year: of,
    months: Array.from({ length: 12 }, () => level),
  });
  // The same each month on levels that double: the run rate is exact, last year is off by half.
  const past = [year(2023, 10_00), year(2024, 20_00), year(2025, 40_00)];
  const found = forecast({ past, current: [80_00, 80_00, 80_00] });
  expect(found.method).not.toBe("naive");
  expect(offBesideNaive(found)).toBe("0.0 % / 50.0 %");
  // Where nothing could be tested no error is invented.
  expect(offBesideNaive({ method: "naive", scores: [{ method: "naive", wape: null }] })).toBe(
    "— / —",
  );
});
