import { expect, test } from "vitest";
import { leftOf, unopened } from "./left.model.ts";

test("an opened pack does not count among unused supplies", () => {
  expect(unopened({ quantity: 1_300_000n, cents: 130_00 }, "60")).toEqual({
    ...{ quantity: "120", cents: 120_00 },
  });
  expect(unopened({ quantity: 500_000n, cents: 50_00 }, "60")).toEqual({ quantity: "0", cents: 0 });
  expect(unopened({ quantity: 25_000n, cents: 5_00 }, null)).toEqual({
    quantity: "2",
    cents: 4_00,
  });
});

test("what is left of a receipt costs the pool's mean, or its own price oldest first", () => {
  const layers = [
    { receipt: "a", lot: null, quantity: 10_000n, cents: 1_00 },
    { receipt: "b", lot: null, quantity: 30_000n, cents: 9_00 },
  ];
  const pool = { layers, value: 10_00, quantity: 40_000n };
  expect(leftOf(pool, "average").map(({ cents }) => cents)).toEqual([2_50, 7_50]);
  expect(leftOf(pool, "fifo").map(({ cents }) => cents)).toEqual([1_00, 9_00]);
});
