import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { needCases } from "./need.cases.ts";
import { needAnswer, needBaseline } from "./need.evaluation.ts";
import { dayIn } from "./need-day.model.ts";
import { needIn } from "./need.model.ts";
import { sameUnit } from "./units.data.ts";

const monday = "2026-11-30" as Day;
const yards = [
  { id: "n", name: "North Yard" },
  { id: "s", name: "South Yard" },
  { id: "h", name: "Highway Shop, Main Street" },
];
const need = (text: string) => needIn(text, monday, yards);
const first = (text: string) => need(text).lines[0];

test("what is said is read, and what is not said stays empty", () => {
  expect(
    need("40 tons of road salt and a pallet of cold patch by Friday for the north yard"),
  ).toEqual({
    lines: [
      { quantity: "40", unit: "ton", description: "Road salt", unitPrice: null },
      { quantity: "1", unit: "pallet", description: "Cold patch", unitPrice: null },
    ],
    ...{ neededOn: "2026-12-04", placeId: "n", purpose: "", more: 0 },
  });
  expect(need("some traffic cones")).toMatchObject({
    lines: [{ quantity: null, unit: null, description: "Traffic cones", unitPrice: null }],
    ...{ neededOn: null, placeId: null },
  });
  expect(need("!!! 12")).toMatchObject({ lines: [] });
  expect(need(`${"3 hats, ".repeat(23)}3 hats`)).toMatchObject({ more: 4 });
});

test("a size is no quantity, and an amount behind the thing is one", () => {
  expect(first("6 ft ladder")).toMatchObject({ quantity: null, description: "6 ft ladder" });
  expect(first("20 hp motor")).toMatchObject({ quantity: null, description: "20 hp motor" });
  expect(first("24-inch culvert pipe, 80 ft")).toMatchObject({
    ...{ quantity: "80", unit: "ft", description: "24-inch culvert pipe" },
  });
  expect(first("20 cylinders of chlorine, 150 lb")).toMatchObject({ quantity: "20" });
  expect(first("2 1/2 tons of gravel")).toMatchObject({ quantity: "2.5", unit: "ton" });
  expect(first("3 dozen vests at $12.50 each")).toMatchObject({
    ...{ quantity: "36", unit: null, unitPrice: "12.50", description: "Vests" },
  });
});

test("nuts and bolts are one thing; what has a quantity of its own is another", () => {
  expect(need("nuts and bolts").lines).toHaveLength(1);
  expect(need("20 nuts and 30 bolts").lines).toHaveLength(2);
});

test("a place is taken where the words name one alone, a purpose is kept as it was said", () => {
  expect(need("salt for the yard").placeId).toBeNull();
  expect(need("salt to the highway shop")).toMatchObject({ placeId: "h", purpose: "" });
  expect(need("80 feet of culvert for the Elm Street washout")).toMatchObject({
    placeId: null,
    purpose: "For the Elm Street washout",
  });
});

test("days are the next ones of their name; a date that does not exist is none", () => {
  const day = (text: string) => dayIn(text, monday).day;
  expect(day("by today")).toBe(monday);
  expect(day("on Monday")).toBe(monday);
  expect(day("next monday")).toBe("2026-12-07");
  expect(day("within two weeks")).toBe("2026-12-14");
  expect(day("by 1/8")).toBe("2027-01-08");
  expect(day("by Feb 29, 2028")).toBe("2028-02-29");
  expect(day("by 2/30/2027")).toBeNull();
  expect(day("by the end of the month")).toBe("2026-11-30");
  expect(day("soon")).toBeNull();
});

test("words for the same unit are one unit", () => {
  expect(sameUnit("t", "tons")).toBe(true);
  expect(sameUnit("Each", "pcs")).toBe(true);
  expect(sameUnit("case", "each")).toBe(false);
  expect(sameUnit("ton", "tonne")).toBe(false);
  expect(sameUnit("LOT", "lot")).toBe(true);
});

test("the agent reads more needs right than parting at commas does", () => {
  const right = (of: (given: string) => string) =>
    needCases.filter((each) => of(each.given as string) === each.right).length;
  expect(needCases.length).toBeGreaterThanOrEqual(15);
  expect(right(needAnswer)).toBeGreaterThanOrEqual(26);
  expect(right(needBaseline)).toBeLessThan(10);
});
