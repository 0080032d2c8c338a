import { expect, test } from "vitest";
import { lumpSum } from "#kernel/lump-sum.ts";
import { asBilled } from "./lump-line.model.ts";
import { matchLines } from "./match.model.ts";

const one = { description: "Wet well", quantity: "1", unit: "LS", unitPrice: "30000.10" };

test("a bill of one at a price is so many dollars of the lump sum that it stands on", () => {
  expect(asBilled(one, lumpSum)).toEqual({ ...one, ...lumpSum, quantity: "30000.10" });
  expect(asBilled({ ...one, quantity: "-1" }, lumpSum).quantity).toBe("-30000.10");
  const dollars = { ...one, ...lumpSum, quantity: "30000.10" };
  expect(asBilled(dollars, lumpSum)).toBe(dollars);
  expect(asBilled(one, { unit: "each", unitPrice: "30000.10" })).toBe(one);
  expect(asBilled(one, undefined)).toBe(one);
});

test("what does not agree with a lump sum is said in amounts", () => {
  const line = {
    lineId: "1",
    lineNo: 1,
    ...lumpSum,
    quantity: "45000",
    amount: 45_000_00,
    order: { lineNo: 1, ...lumpSum, quantity: "120000", amount: 120_000_00, received: "30000" },
    earlier: { quantity: "0", amount: 0, overPrice: 0 },
  };
  const tolerance = { pricePercent: "0", priceCents: 0, quantityPercent: "0" };
  const said = (received: string) =>
    matchLines([{ ...line, order: { ...line.order, received } }], "three_way", tolerance).map(
      ({ message }) => message,
    );
  expect(said("30000")).toEqual([
    "Line 1: $45,000.00 invoiced in all, $30,000.00 received; $15,000.00 too many.",
  ]);
  expect(said("0")).toEqual([
    "Line 1: nothing is received yet of $120,000.00 ordered; $45,000.00 invoiced.",
  ]);
});
