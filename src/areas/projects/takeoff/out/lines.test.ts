import { expect, test } from "vitest";
import { keyOf, linesOf, type Item } from "./lines.model.ts";

const item = (number: string, over: Partial<Item> = {}): Item => ({
  measurement: { id: `id of ${number}`, number },
  ...{ description: "Riprap", unit: "ton", quantity: "10.5", commodityCode: null },
  ...{ costCodeId: null, costCode: "", how: null },
  ...over,
});

test("the same item of several measurements is one line, and says what each brings and how", () => {
  const lines = linesOf([
    item("MEA-1", { how: "2 packs." }),
    item("MEA-2"),
    item("MEA-3", { unit: "cu yd" }),
  ]);
  expect(lines.map(({ quantity, unit }) => [Number(quantity), unit])).toEqual([
    [21, "ton"],
    [10.5, "cu yd"],
  ]);
  expect(lines[0]).toMatchObject({
    key: keyOf(item("MEA-9")),
    how: ["MEA-1: 2 packs."],
    parts: [
      { id: "id of MEA-1", number: "MEA-1", quantity: "10.5" },
      { id: "id of MEA-2", number: "MEA-2", quantity: "10.5" },
    ],
  });
});

test("another unit, cost code or commodity is another line", () => {
  const other = [{ unit: "lb" }, { costCodeId: "c" }, { commodityCode: "212312" }];
  const keys = [item("MEA-1"), ...other.map((over) => item("MEA-2", over))].map(keyOf);
  expect(new Set(keys).size).toBe(4);
});
