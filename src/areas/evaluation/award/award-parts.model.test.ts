import { describe, expect, test } from "vitest";
import { totalsOf, type Award, type AwardCase } from "./award.model.ts";
import { solve, solverSetUp } from "./drawn-cases.setup.ts";

solverSetUp();

describe("the parts of an award", () => {
  const vendor = (over: Partial<AwardCase["vendors"][number]> = {}) => ({
    id: "v",
    name: "V",
    preferred: true,
    counts: false,
    capacityCents: null,
    maxLots: null,
    tiersBy: "value" as const,
    tiers: [],
    ...over,
  });
  const one = (
    prices: (number | null)[][],
    vendors: AwardCase["vendors"],
    over: Partial<AwardCase> = {},
  ): AwardCase => ({
    lots: prices.map((_, i) => ({
      id: `${i}`,
      name: `Lot ${i}`,
      maxVendors: 1,
      incumbent: null,
      switchingCents: 0,
    })),
    vendors,
    prices,
    minVendors: null,
    maxVendors: null,
    goalBps: null,
    preferenceBps: 0,
    stepPercent: 10,
    minSharePercent: 20,
    ...over,
  });
  const to = (...vendors: number[]): Award =>
    vendors.map((v, lot) => ({ lot, vendor: v, percent: 100 }));

  test("a discount counts from its threshold on, to the cent", () => {
    const tiers = [{ from: 1000_00, bps: 1000 }];
    expect(totalsOf(one([[999_99]], [vendor({ tiers })]), to(0)).paidCents).toBe(999_99);
    expect(totalsOf(one([[1000_00]], [vendor({ tiers })]), to(0)).paidCents).toBe(900_00);
    expect(solve(one([[1000_00]], [vendor({ tiers })])).judgedCents).toBe(900_00);
  });
  test("a discount on some lots counts there, from what is won of them; of several the highest counts, and they do not add up", () => {
    const lotDiscounts = [
      { lots: [0, 1], from: 200_00, bps: 1000 },
      { lots: [1], from: 100_00, bps: 500 },
    ];
    const c = one(
      [[100_00], [100_00], [100_00]],
      [vendor({ tiers: [{ from: 300_00, bps: 200 }], lotDiscounts })],
    );
    expect(totalsOf(c, to(0, 0, 0)).paidCents).toBe(90_00 + 90_00 + 98_00);
    expect(totalsOf({ ...c, prices: [[99_99], [100_00], [100_00]] }, to(0, 0, 0)).paidCents).toBe(
      99_99 + 95_00 + 100_00,
    );
    expect(solve(c)).toMatchObject({ status: "optimal", judgedCents: 278_00 });
  });
  test("a discount on some lots decides who gets which", () => {
    // Alone each lot is cheaper with the first; together the second gives 20 % on both.
    const c = one(
      [
        [90_00, 100_00],
        [90_00, 100_00],
        [50_00, 60_00],
      ],
      [vendor(), vendor({ lotDiscounts: [{ lots: [0, 1], from: 200_00, bps: 2000 }] })],
    );
    expect(solve(c)).toMatchObject({ status: "optimal", judgedCents: 210_00, award: to(1, 1, 0) });
  });
  test("a preference decides, and nobody is paid it", () => {
    const c = one([[100_00, 104_00]], [vendor({ preferred: false }), vendor()], {
      preferenceBps: 500,
    });
    expect(solve(c).award).toEqual(to(1));
    expect(totalsOf(c, to(0))).toMatchObject({
      paidCents: 100_00,
      preferenceCents: 5_00,
      judgedCents: 105_00,
    });
  });
  test("changing the vendor has its price, once for each new vendor of a lot", () => {
    const c = one([[100_00, 90_00]], [vendor(), vendor()]);
    const kept = { ...c, lots: [{ ...c.lots[0]!, incumbent: 0, switchingCents: 15_00 }] };
    expect([solve(c).award, solve(kept).award]).toEqual([to(1), to(0)]);
    expect(totalsOf(kept, to(1)).judgedCents).toBe(105_00);
  });
  test("a goal met exactly is met", () => {
    const c = one(
      [
        [30_00, null],
        [null, 70_00],
      ],
      [vendor({ counts: true }), vendor()],
      { goalBps: 3000 },
    );
    expect(solve(c).status).toBe("optimal");
    expect(solve({ ...c, goalBps: 3001 }).status).toBe("infeasible");
  });
});
