import { expect, test } from "vitest";
import { totalsOf, type PricedLine } from "./tabulation.model.ts";

const items = [
  { id: "a", lotId: "1", quantity: "10", optional: false },
  { id: "b", lotId: "1", quantity: "2.5", optional: true },
  { id: "c", lotId: "2", quantity: "1", optional: false },
];
const lots = [
  { id: "1", lotNo: 1, title: "North" },
  { id: "2", lotNo: 2, title: "South" },
];
const line = (
  itemId: string,
  unitPrice: string | null,
  over: Partial<PricedLine> = {},
): PricedLine => ({ itemId, unitPrice, noBid: false, quantity: null, alternate: "", ...over });

test("lots and the whole are added in cents, by the quantity offered or asked", () => {
  expect(
    totalsOf(
      [line("a", "12.3456"), line("b", "0.0050"), line("c", "100", { quantity: "3" })],
      items,
      lots,
    ),
  ).toEqual({
    totalCents: 12346 + 1 + 30000,
    lots: [
      { lotNo: 1, title: "North", totalCents: 12347, complete: true },
      { lotNo: 2, title: "South", totalCents: 30000, complete: true },
    ],
  });
});

test("what is not bid is not zero: a lot without a price has none, an optional item may stay open, alternates do not count", () => {
  expect(
    totalsOf(
      [line("a", "5"), line("c", null, { noBid: true }), line("c", "1", { alternate: "used" })],
      items,
      lots,
    ).lots,
  ).toMatchObject([
    { totalCents: 5000, complete: true },
    { totalCents: null, complete: false },
  ]);
  expect(totalsOf([], items, lots)).toMatchObject({ totalCents: null });
});

test("items outside of lots stand in a group of their own", () => {
  expect(
    totalsOf([line("x", "2")], [{ id: "x", lotId: null, quantity: "3", optional: false }], []),
  ).toEqual({
    totalCents: 600,
    lots: [{ lotNo: null, title: "", totalCents: 600, complete: true }],
  });
});
