import { expect, test } from "vitest";
import { addQuantity } from "#kernel/quantity.ts";
import { balanceOf, centsOf, doneOf, retainageOfLines, type Measured } from "./amounts.model.ts";

const line = (over: Partial<Measured> = {}): Measured => ({
  lineNo: 1,
  unit: "cubic yard",
  ordered: "300.0000",
  unitPrice: "12.3300",
  previous: "100.0000",
  stored: "0",
  ...over,
});

test.each([
  ["quantity", "20.5", { quantity: "20.5" }],
  ["quantity", "200", { quantity: "200" }],
  ["percent", "50", { quantity: "50" }],
  [
    "percent",
    "33.33",
    {
      fault: "Line 1: 100 cubic yard were certified before, which is more than 33.33 percent.",
    },
  ],
  ["percent", "100", { quantity: "200" }],
  ["amount", "123.30", { quantity: "10" }],
  ["amount", "12.331", { fault: expect.stringMatching(/at most two decimals/) }],
  ["quantity", "200.0001", { fault: expect.stringMatching(/200 cubic yard are left/) }],
] as const)("what was done by %s of %s", (claim, value, expected) => {
  expect(doneOf(line(), claim, value)).toMatchObject(expected);
});

test("an amount that no quantity of the line comes to is told with the nearest", () => {
  const dear = line({ ordered: "3", unitPrice: "100000", previous: "0" });
  expect(doneOf(dear, "amount", "1.01")).toEqual({
    fault: "Line 1: no quantity comes to $1.01 at 100000 each; 0 cubic yard come to $0.00.",
  });
});

test("a lump sum is dollars at a price of one: any share of it is exact to the cent", () => {
  const lump = line({ ordered: "98765.43", unitPrice: "1", previous: "0", unit: "dollar" });
  let previous = "0";
  let billed = 0;
  for (const percent of ["33.33", "66.67", "100"]) {
    const done = doneOf({ ...lump, previous }, "percent", percent);
    if (!("quantity" in done)) throw new Error(done.fault);
    billed += centsOf(lump, done.quantity);
    previous = addQuantity(previous, done.quantity);
  }
  expect([previous, billed, balanceOf({ ...lump, previous })]).toEqual([
    "98765.43",
    9_876_543,
    "0",
  ]);
});

test("stored material is billed once: what was stored before is taken off as it is put in place", () => {
  const lump = line({
    ordered: "1000",
    unitPrice: "1",
    unit: "lump sum",
    previous: "400",
    stored: "250",
  });
  expect(doneOf(lump, "amount", "250", "0")).toEqual({ quantity: "0", placed: "250", stored: "0" });
  expect(doneOf(lump, "amount", "100", "300")).toEqual({
    quantity: "150",
    placed: "100",
    stored: "300",
  });
  // 150 were in place, 40 percent are 400.
  expect(doneOf(lump, "percent", "40", "50")).toEqual({
    quantity: "50",
    placed: "250",
    stored: "50",
  });
  expect(doneOf(lump, "amount", "100", "149.99")).toEqual({
    fault:
      "Line 1: $250.00 of stored material were certified before: enter it as stored still, or as put in place.",
  });
  expect(doneOf(lump, "amount", "600", "250.01")).toEqual({
    fault: "Line 1: $600.00 are left of the order. Ask for a change order for more.",
  });
  expect(doneOf(lump, "amount", "0", "250.001")).toEqual({
    fault: "Line 1: an amount has at most two decimals.",
  });
  const dear = line({ ordered: "3", unitPrice: "100000", previous: "0" });
  expect(doneOf(dear, "quantity", "1", "1.01")).toEqual({
    fault: "Line 1: no quantity comes to $1.01 at 100000 each; 0 cubic yard come to $0.00.",
  });
});

test("random periods of a line: what is billed is what is in place and what is stored, never twice", () => {
  let seed = 23;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const dollars = (most: number) => (Math.floor(random() * most * 100) / 100).toFixed(2);
  let [taken, refused] = [0, 0];
  for (let run = 0; run < 100; run++) {
    let [previous, stored, placed] = ["0", "0", "0"];
    for (let period = 0; period < 12; period++) {
      const now = line({ ordered: "5000", unitPrice: "1", unit: "lump sum", previous, stored });
      const done = doneOf(now, "amount", dollars(700), dollars(900));
      if ("fault" in done) {
        refused += 1;
        continue;
      }
      taken += 1;
      previous = addQuantity(previous, done.quantity);
      placed = addQuantity(placed, done.placed);
      stored = done.stored;
      expect(previous).toBe(addQuantity(placed, stored));
      expect(Number(previous)).toBeLessThanOrEqual(5000);
      expect(Number(done.quantity)).toBeGreaterThanOrEqual(0);
    }
  }
  expect(taken).toBeGreaterThan(300);
  expect(refused).toBeGreaterThan(50);
});

const kept = (cents: number, rate = "5", billedBefore = 0, heldBefore = 0) => ({
  rate,
  cents,
  billedBefore,
  heldBefore,
});

test("lines of one rate are rounded once, so that many small lines never pass the law's share", () => {
  const lines = Array.from({ length: 7 }, () => kept(10));
  expect(retainageOfLines(lines, "following", 4).reduce((a, b) => a + b)).toBe(4);
  expect(retainageOfLines([kept(10_010), kept(10_010, "10")], "following", 9e9)).toEqual([
    501, 1_001,
  ]);
});

test("a new rate for all takes what was billed before into account, and never gives back", () => {
  expect(retainageOfLines([kept(100_00, "10", 200_00, 10_00)], "all", 9e9)).toEqual([20_00]);
  expect(retainageOfLines([kept(100_00, "10", 200_00, 10_00)], "following", 9e9)).toEqual([10_00]);
  expect(retainageOfLines([kept(100_00, "2", 200_00, 10_00)], "all", 9e9)).toEqual([0]);
  // Never more than the line bills now.
  expect(retainageOfLines([kept(1_00, "10", 900_00, 0)], "all", 9e9)).toEqual([1_00]);
});

test("what the law lets be held falls on the lines as their retainage does", () => {
  expect(retainageOfLines([kept(100_00), kept(300_00)], "following", 10_00)).toEqual([2_50, 7_50]);
  expect(retainageOfLines([kept(100_00)], "following", 0)).toEqual([0]);
});

test("random histories: every line ends at its order, and shares add up", () => {
  let seed = 7;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let run = 0; run < 200; run++) {
    const lines = Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
      kept(Math.floor(random() * 1e7), ["0", "2.5", "5", "10"][Math.floor(random() * 4)]!),
    );
    const total = lines.reduce((sum, l) => sum + l.cents, 0);
    const most = Math.floor(random() * total);
    const shares = retainageOfLines(lines, "following", most);
    expect(shares.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(most);
    for (const [n, cents] of shares.entries()) {
      expect(cents).toBeGreaterThanOrEqual(0);
      expect(cents).toBeLessThanOrEqual(lines[n]!.cents);
    }
  }
});
