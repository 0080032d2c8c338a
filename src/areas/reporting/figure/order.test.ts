import { expect, test } from "vitest";
import { findingOf } from "./finding.labels.ts";
import { inOrder } from "./order.model.ts";

const share = {
  id: "budget.spent",
  label: "Spent",
  unit: "percent" as const,
  against: {
    measure: "budget.gone",
    worse: "ahead" as const,
    of: "its budget",
    time: "the fiscal year",
  },
};
const gone = { id: "budget.gone", label: "Gone", unit: "percent" as const };
const answer = (rows: [string, number | null, number | null][], all: number | null) => ({
  by: [{ id: "fund", label: "Fund" }],
  measures: [share, gone],
  withheld: [],
  rows: rows.map(([name, ...values]) => ({
    names: [name],
    cells: values.map((value) => ({ value })),
  })),
  totals: [{ value: all }, { value: 40 }],
});
const said = (rows: [string, number | null, number | null][], all: number | null, time?: string) =>
  findingOf(answer(rows, all), time ?? "all time");

test("rows stand by a figure, most or least first, without one last; an unknown figure leaves them", () => {
  const told = answer(
    [
      ["A", 10, 1],
      ["B", null, 2],
      ["C", 30, 3],
      ["D", 10, 4],
    ],
    20,
  );
  const names = (order: string) => inOrder(told, order).rows.map((row) => row.names[0]);
  expect(names("-budget.spent")).toEqual(["C", "A", "D", "B"]);
  expect(names("budget.spent")).toEqual(["A", "D", "C", "B"]);
  expect(names("-budget.withheld")).toEqual(["A", "B", "C", "D"]);
});

test("what is used up is said beside its time: the furthest on the worse side, none, or one alone", () => {
  expect(
    said(
      [
        ["Roads", 61, 40],
        ["Parks", 55, 40],
        ["Dues", null, 40],
      ],
      34,
    ),
  ).toBe(
    "Roads used 61% of its budget when 40% of the fiscal year has gone, furthest ahead of 2; all together used 34%.",
  );
  expect(
    said(
      [
        ["Roads", 21, 40],
        ["Parks", 40, 40],
      ],
      34,
      "this fiscal year",
    ),
  ).toBe(
    "This fiscal year: none is ahead; all together used 34% when 40% of the fiscal year has gone.",
  );
  expect(said([], 34)).toBe("34% of its budget is used when 40% of the fiscal year has gone.");
  expect(said([["Roads", 21, null]], null)).toBe("Spent, all time: –.");
  // The time that has gone was left out of the question.
  const { measures, ...rest } = answer([["Roads", 21, 40]], 34);
  expect(findingOf({ ...rest, measures: measures.slice(0, 1) }, "all time")).toBe(
    "Spent, all time: 34%.",
  );
});
