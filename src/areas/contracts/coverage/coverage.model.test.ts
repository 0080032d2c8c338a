import { expect, test } from "vitest";
import { isGap, standingOf, type Demand, type Held } from "./coverage.model.ts";
import { day } from "#kernel/time.ts";

const bond: Demand = {
  kind: "performance_bond",
  amount: null,
  percent: "100.00",
  citation: "2 CFR 200.326",
};
const held = (amount: number, over: Partial<Held> = {}): Held => ({
  kind: "performance_bond",
  amount,
  fromOn: day("2026-10-01"),
  toOn: null,
  ...over,
});
const on = (d: Demand, all: readonly Held[], price = 500_000_00) =>
  standingOf(d, all, price, "2026-11-23");

test("a bond follows the price: riders add up, and a change order leaves it short", () => {
  const two = [held(450_000_00), held(50_000_00)];
  expect(on(bond, two)).toMatchObject({ standing: "met", needed: 500_000_00, held: 500_000_00 });
  const grown = on(bond, two, 500_000_01);
  expect(grown).toMatchObject({ standing: "short", needed: 500_000_01 });
  expect(isGap(grown)).toBe(true);
  // What begins later, or is of another kind, covers nothing today.
  expect(on(bond, [held(1e9, { fromOn: day("2026-11-24") })]).standing).toBe("missing");
  expect(on(bond, [held(1e9, { kind: "payment_bond" })]).standing).toBe("missing");
});

test("of insurance the largest counts; the last day still covers, the day after has run out", () => {
  const demand: Demand = {
    kind: "general_liability",
    amount: 1_000_000_00,
    percent: null,
    citation: "section 9",
  };
  const paper = (amount: number, toOn: string) =>
    held(amount, { kind: "general_liability", toOn: day(toOn) });
  const halves = [paper(600_000_00, "2027-11-01"), paper(600_000_00, "2027-11-01")];
  expect(on(demand, halves)).toMatchObject({ standing: "short", held: 600_000_00 });
  expect(on(demand, [paper(1_000_000_00, "2026-11-23")]).standing).toBe("ending");
  expect(on(demand, [paper(1_000_000_00, "2027-11-23")]).standing).toBe("met");
  expect(on(demand, [paper(1_000_000_00, "2026-11-22")])).toMatchObject({
    standing: "lapsed",
    text: "General liability ran out on Nov 22, 2026; $1,000,000.00 is demanded.",
  });
});
