import { expect, test } from "vitest";
import { unitNames } from "./unit.data.ts";
import { sameUnit } from "./unit.model.ts";

test.each([
  ["EA", "each"],
  ["C62", "each"],
  ["PCE", "Each"],
  ["H87", "pcs."],
  ["E51", "job"],
  ["HUR", "h"],
  ["MON", "month"],
  ["TNE", "t"],
  ["STN", "ton"],
  ["FOT", "linear ft"],
  ["FTK", "sq. ft."],
  ["XBX", "box"],
  ["BX", "boxes"],
  ["gal.", "GLL"],
  ["ft²", "SF"],
  ["Bale", "bale"],
  ["", "t"],
])("%s and %s are one unit", (one, other) =>
  expect([sameUnit(one, other), sameUnit(other, one)]).toEqual([true, true]),
);

test.each([
  ["BX", "EA"],
  ["DZN", "EA"],
  ["TNE", "ton"],
  ["STN", "t"],
  ["CS", "BX"],
  ["MON", "year"],
  ["FOT", "YRD"],
  ["bale", "each"],
  ["bale", "truss"],
])("%s and %s are two", (one, other) =>
  expect([sameUnit(one, other), sameUnit(other, one)]).toEqual([false, false]),
);

test("no name stands for two units, however it is written", () => {
  const names = unitNames.flatMap((row, at) => row.map((name) => ({ name, at })));
  for (const { name, at } of names)
    expect(
      names.filter((n) => n.at !== at && sameUnit(n.name, name)),
      name,
    ).toEqual([]);
});
