// Random histories of change orders: what goes up and what goes down are absolute sums that never
// take away from each other, and a cap on increases holds whatever was taken out before.
import { expect, test } from "vitest";
import { beyondCaps, percentOf, sumsOf, type Caps, type Growth } from "./caps.model.ts";

// mulberry32
const chance = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
  return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296;
};
const none: Caps = {
  percent: null,
  totalCents: null,
  eachCents: null,
  contingencyPercent: null,
  citation: "",
};

test("300 random histories: ups and downs never net away, and room for increases only shrinks", () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = chance(seed * 7919);
    const original = 1 + Math.round(random() * 5_000_000_00);
    const caps = { ...none, percent: 10, totalCents: Math.round(random() * 400_000_00) };
    let growth: Growth = { original, up: 0, down: 0, amendedUp: 0 };
    let [naiveUp, naiveDown, net] = [0, 0, 0];
    for (let n = 0; n < 25; n++) {
      const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
        amount: Math.round((random() - 0.5) * 200_000_00),
        days: Math.round((random() - 0.5) * 40),
      }));
      const { increase, decrease } = sumsOf(lines);
      expect(increase - decrease).toBe(lines.reduce((sum, line) => sum + line.amount, 0));
      const allowed = beyondCaps(growth, increase, caps).length === 0;
      // By hand, in whole numbers: only what went up counts.
      const fits =
        increase === 0 ||
        ((naiveUp + increase) * 100 <= original * 10 && naiveUp + increase <= caps.totalCents);
      expect(allowed).toBe(fits);
      if (!allowed) continue;
      growth = { ...growth, up: growth.up + increase, down: growth.down + decrease };
      for (const { amount } of lines) {
        if (amount > 0) naiveUp += amount;
        else naiveDown -= amount;
        net += amount;
      }
      expect(growth).toMatchObject({ up: naiveUp, down: naiveDown });
      expect(growth.up - growth.down).toBe(net);
    }
  }
});

test("an increase is refused by each cap though the net fits", () => {
  // 90,000 came out before: the net of a further 60,000 would be a decrease.
  const growth: Growth = { original: 1_000_000_00, up: 50_000_00, down: 90_000_00, amendedUp: 0 };
  const said = (caps: Partial<Caps>, over: Partial<Growth> = {}) =>
    beyondCaps({ ...growth, ...over }, 60_000_00, { ...none, ...caps });
  expect(said({ percent: 10 })).toEqual([
    "Increases come to $110,000.00, 11% of the original $1,000,000.00; 10% are allowed.",
  ]);
  expect(said({ percent: 11 })).toEqual([]);
  expect(said({ totalCents: 109_999_99 })).toHaveLength(1);
  expect(said({ totalCents: 110_000_00 })).toEqual([]);
  expect(said({ eachCents: 59_999_99 })).toHaveLength(1);
  expect(said({ contingencyPercent: 11 })).toEqual([]);
  expect(said({ contingencyPercent: 11 }, { amendedUp: 1 })).toHaveLength(1);
  expect(beyondCaps(growth, 0, { ...none, percent: 0 })).toEqual([]);
});

test("percent of what cents of nine digits are, and of nothing", () => {
  expect(percentOf(9e14, 9e14)).toBe(100);
  expect(percentOf(1, 3)).toBe(33.33);
  expect(percentOf(5, 0)).toBe(0);
});
