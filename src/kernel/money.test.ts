import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatCents,
  formatCentsShort,
  lineTotalCents,
  maxCents,
  parseMoney,
  splitCents,
} from "./money.ts";

const amount = fc.integer({ min: -maxCents, max: maxCents });

describe("money", () => {
  it("shows cents as people read them", () => {
    expect(formatCents(123456)).toBe("$1,234.56");
    expect(formatCents(-123456)).toBe("($1,234.56)");
    expect(formatCents(-5, { symbol: false })).toBe("(0.05)");
    expect(formatCentsShort(127_000_000)).toBe("$1.27M");
    expect(formatCentsShort(99_999)).toBe("$999.99");
  });
  it("reads back every amount it shows", () => {
    fc.assert(
      fc.property(amount, (cents) => {
        expect(parseMoney(formatCents(cents))).toBe(cents);
      }),
    );
  });
  it("refuses what is not an amount, and never rounds what was typed", () => {
    for (const text of [
      "",
      ".",
      "abc",
      "1.234",
      "1,23",
      "NaN",
      "1e5",
      "(5",
      "5)",
      "(-5)",
      "--5",
      "99999999999999999",
    ])
      expect(parseMoney(text), text).toBeNull();
    expect(parseMoney(".5")).toBe(50);
  });
  it("rounds line totals half away from zero, without floats", () => {
    expect(lineTotalCents("1", "1.005")).toBe(101);
    expect(lineTotalCents("-1", "1.005")).toBe(-101);
    expect(lineTotalCents("1260", "4.315")).toBe(543_690);
    expect(() => lineTotalCents("x", "1")).toThrow();
  });
  it("splits so that the parts add up and none is a cent from its exact share", () => {
    fc.assert(
      fc.property(
        amount,
        fc
          .array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 12 })
          .filter((w) => w.some((x) => x > 0)),
        (cents, weights) => {
          const parts = splitCents(cents, weights);
          expect(parts.reduce((a, b) => a + b, 0)).toBe(cents);
          const total = weights.reduce((a, b) => a + b, 0);
          parts.forEach((part, at) => {
            const exact = (BigInt(Math.abs(cents)) * BigInt(weights[at] ?? 0)) / BigInt(total);
            expect(Math.abs(part) - Number(exact)).toBeGreaterThanOrEqual(0);
            expect(Math.abs(part) - Number(exact)).toBeLessThanOrEqual(1);
          });
        },
      ),
    );
    expect(splitCents(100, ["1", "1", "1"])).toEqual([34, 33, 33]);
    expect(() => splitCents(100, ["0"])).toThrow();
  });
});
