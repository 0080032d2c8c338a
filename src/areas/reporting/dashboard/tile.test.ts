import { expect, test } from "vitest";
import type { ReportQuestion } from "../figure/figure.model.ts";
import { filtersIn, withFilters } from "./address.ts";
import { filtered, moved } from "./tile.model.ts";

const question: ReportQuestion = {
  measures: ["orders.ordered"],
  by: ["department"],
  where: { department: ["PW", "FIRE"] },
  period: "fiscal-year",
};
const tile = { question, parts: ["department", "vendor"], times: "days" as const };
const none = { period: null, where: {} };

test("a tile keeps its own time and values where its dashboard asks nothing", () => {
  expect(filtered(tile, none)).toEqual({ question, apart: [] });
});

test("the time of the dashboard takes the place of the tile's, where its figures have one", () => {
  expect(filtered(tile, { ...none, period: "last-month" }).question!.period).toBe("last-month");
  for (const times of ["years", "none"] as const)
    expect(filtered({ ...tile, times }, { ...none, period: "last-month" })).toEqual({
      question,
      apart: ["time"],
    });
  const lastYear = { ...none, period: "last-fiscal-year" as const };
  expect(filtered({ ...tile, times: "years" }, lastYear).question!.period).toBe("last-fiscal-year");
});

test("only values that both choose count; where there is none, nothing is asked", () => {
  const chosen = filtered(tile, { ...none, where: { department: ["FIRE", "PARKS"] } });
  expect(chosen.question!.where.department).toEqual(["FIRE"]);
  expect(filtered(tile, { ...none, where: { department: ["PARKS"] } }).question).toBeNull();
});

test("a filter that the figures are not told by leaves them whole, and is named", () => {
  const asked = filtered(tile, { ...none, where: { fund: ["100"], vendor: ["v"] } });
  expect(asked.apart).toEqual(["fund"]);
  expect(asked.question!.where).toEqual({ department: ["PW", "FIRE"], vendor: ["v"] });
});

test("a tile moves within the dashboard and no further", () => {
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], 2, 3)).toEqual(["a", "b", "c"]);
  expect(moved(["a", "b", "c"], 0, -1)).toEqual(["a", "b", "c"]);
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
});

test("filters come out of the address as they went in; an address without any has the kept ones", () => {
  const kept = { period: "month" as const, where: { fund: ["100"] } };
  expect(filtersIn(new URLSearchParams("tab=tiles"), kept)).toEqual(kept);
  for (const filters of [none, kept, { period: null, where: { department: ["A", "B"] } }])
    expect(filtersIn(withFilters(new URLSearchParams("tab=tiles"), filters), kept)).toEqual(
      filters,
    );
});
