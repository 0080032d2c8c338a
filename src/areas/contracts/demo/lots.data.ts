import { bids, contract, type DemoContract } from "./contracts.data.ts";

const lot = (
  title: string,
  vendor: string,
  [dollars, ...orders]: readonly number[],
  rates: NonNullable<DemoContract["rates"]>,
  more: Partial<DemoContract> = {},
): DemoContract =>
  contract(
    [`Culverts and stone for roads: ${title}`, "212321"],
    ["RDB", "5340", "goods"],
    { ...bids, evidence: "ITB for culverts and stone, awarded by lots" },
    [5, 24, dollars!],
    more.fate ?? "active",
    { vendor, orders, rates, ...more },
  );

/** One number with three vendors: what all of them may draw together is less than their own ceilings. */
export const demoLots = {
  title: "Culverts and stone for roads",
  ceiling: 150_000_00,
  lots: [
    lot(
      "North shops",
      "Northline Aggregates LLC",
      [80_000, 7_400, 5_150],
      [
        ["N1", "Crushed stone, 3/4 in, delivered north", "t", 0, 12.9],
        ["N2", "Rip-rap, class III, delivered north", "t", 0, 32.4],
      ],
    ),
    lot(
      "South shops",
      "Quarry Hill Trucking",
      [75_000, 6_200],
      [
        ["S1", "Crushed stone, 3/4 in, delivered south", "t", 0, 13.1],
        ["S2", "Washed sand, delivered south", "t", 0, 9.6],
      ],
      { insurance: true },
    ),
    lot(
      "Culvert pipe, both",
      "Stillwater Culvert & Pipe",
      [60_000],
      [
        ["P1", "Concrete pipe, 24 in", "ft", 0, 41.5],
        ["P2", "Concrete pipe, 36 in", "ft", 0, 68.75],
      ],
      { fate: "out_for_signature" },
    ),
  ],
} as const satisfies { title: string; ceiling: number; lots: readonly DemoContract[] };
