import { expect, test } from "vitest";
import { departmentsFinding, forecastFinding } from "./finding.labels.ts";

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
