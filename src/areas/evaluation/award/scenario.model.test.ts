import { expect, test } from "vitest";
import type { OpenedBid } from "#areas/sourcing/bid/bid-content.model.ts";
import {
  caseOf,
  partsOf,
  withFinalOffer,
  type CaseItem,
  type CaseLot,
  type ScenarioRules,
} from "./scenario.model.ts";
import { instant } from "#kernel/time.ts";

const rules: ScenarioRules = {
  minVendors: null,
  maxVendors: null,
  goalPercent: null,
  preferencePercent: "0",
  capacity: true,
  maxVendorsPerLot: 1,
  stepPercent: 10,
  minSharePercent: 20,
  switching: [],
  onlyBidIds: null,
};
const items: CaseItem[] = [
  { id: "a", description: "Rail", quantity: "10", unit: "each", lotId: "north" },
  { id: "b", description: "Posts", quantity: "10", unit: "each", lotId: "north" },
  { id: "c", description: "Signs", quantity: "10", unit: "each", lotId: "south" },
];
const lots: CaseLot[] = [
  { id: "north", title: "North", itemIds: ["a", "b"] },
  { id: "south", title: "South", itemIds: ["c"] },
];
const line = (itemId: string, unitPrice: string | null, alternate = "") => ({
  itemId,
  unitPrice,
  noBid: unitPrice === null,
  quantity: null,
  alternate,
  leadDays: null,
});
const bidOf = (
  lines: ReturnType<typeof line>[],
  discounts: { lotIds: string[]; fromCents: number; percent: string }[] = [],
): OpenedBid => ({
  bidId: "bid",
  vendorId: "v",
  vendorName: "Ada",
  vendorNumber: "V-1",
  receivedAt: instant("2026-11-20T12:00:00Z"),
  status: "opened",
  technical: null,
  price: { lines, discounts, capacities: [], validDays: 90, note: "" },
});
const north = { lotIds: ["north"], fromCents: 100_00, percent: "10" };
const made = (of: readonly CaseLot[], bid: OpenedBid) =>
  caseOf(of, items, [{ bid, preferred: true, counts: false }], rules);
const prices = [line("a", "5"), line("b", "6"), line("c", "7")];

test("a discount on some lots is counted by lot and by item; on all lots it is on everything; on a part of what is one lot it is named and not counted", () => {
  expect(made(lots, bidOf(prices, [north])).problem.vendors[0]).toMatchObject({
    tiers: [],
    lotDiscounts: [{ lots: [0], from: 100_00, bps: 1000 }],
  });
  const byItem = items.map((item) => ({
    id: item.id,
    title: item.description,
    itemIds: [item.id],
  }));
  expect(made(byItem, bidOf(prices, [north])).problem.vendors[0]!.lotDiscounts).toEqual([
    { lots: [0, 1], from: 100_00, bps: 1000 },
  ]);
  expect(
    made(lots, bidOf(prices, [{ ...north, lotIds: ["north", "south"] }])).problem.vendors[0],
  ).toMatchObject({ tiers: [{ from: 100_00, bps: 1000 }], lotDiscounts: [] });
  const whole = made(
    [{ id: "s", title: "Everything", itemIds: ["a", "b", "c"] }],
    bidOf(prices, [north]),
  );
  expect([
    whole.problem.vendors[0]!.tiers,
    whole.problem.vendors[0]!.lotDiscounts,
    whole.notes.length,
  ]).toEqual([[], [], 1]);
});

test("the lines to order carry the discount of their lot", () => {
  const bid = bidOf(prices, [north]);
  const { problem } = made(lots, bid);
  const award = [
    { lot: 0, vendor: 0, percent: 100 },
    { lot: 1, vendor: 0, percent: 100 },
  ];
  expect(
    partsOf(problem, award, lots, items, [{ bid, preferred: true, counts: false }])[0]!.lines.map(
      (each) => each.unitPrice,
    ),
  ).toEqual(["4.5", "5.4", "7"]);
});

test("an alternate is not judged in the place of its item; a final offer takes the place of the prices that it names", () => {
  const bid = bidOf([line("a", "5"), line("a", "1", "used"), line("b", "6"), line("c", null)]);
  expect(made(lots, bid).problem.prices).toEqual([[110_00], [null]]);
  const after = withFinalOffer(bid, {
    lines: [
      { itemId: "a", unitPrice: "4" },
      { itemId: "c", unitPrice: "7.5" },
    ],
  });
  expect(made(lots, after).problem.prices).toEqual([[100_00], [75_00]]);
  expect(after.price!.lines.filter((each) => each.alternate === "used")).toHaveLength(1);
});
