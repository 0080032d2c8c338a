import fc from "fast-check";
import { expect, test } from "vitest";
import { convert } from "./convert.model.ts";

const unit = (code: string, kind: string, factor: string | null) => ({ code, kind, factor });
const [foot, meter, yard, gallon] = [
  unit("ft", "length", "0.3048"),
  unit("m", "length", "1"),
  unit("yd", "length", "0.9144"),
  unit("gal", "volume", "3.785411784"),
];

test("units of one kind are counted in each other, exactly and rounded half away from zero", () => {
  expect(convert("10", foot, meter)).toBe("3.048");
  expect(convert("1", meter, foot)).toBe("3.2808");
  expect(convert("3", foot, yard)).toBe("1");
  expect(convert("123456789012.5", foot, foot)).toBe("123456789012.5");
  expect(convert("0.00005", meter, meter)).toBe("0.0001");
  // 907.18474 kg are 1 ton: a float says 1.9999999999999998 of it somewhere on the way.
  expect(convert("2", unit("ton", "mass", "907.18474"), unit("lb", "mass", "0.45359237"))).toBe(
    "4000",
  );
});

test("different kinds, and units without a size, are never counted in each other", () => {
  for (const other of [gallon, unit("lot", "other", null), unit("lot", "length", null)])
    expect(() => convert("1", foot, other)).toThrow(/measure different things/);
  const lot = unit("lot", "other", null);
  expect(() => convert("1", lot, unit("job", "other", null))).toThrow(/measure different/);
  expect(convert("7", lot, lot)).toBe("7");
});

const decimal = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 0, max: 9 }))
  .map(([digits, places]) => {
    const text = String(digits).padStart(places + 1, "0");
    const [whole, rest] = [text.slice(0, text.length - places), text.slice(text.length - places)];
    return rest ? `${whole}.${rest}` : whole;
  });
const amount = fc
  .tuple(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 9999 }))
  .map(([whole, rest]) => `${whole}.${String(rest).padStart(4, "0")}`);

// As fractions of whole numbers: a ÷ b.
const fraction = (text: string): [bigint, bigint] => {
  const [whole = "", rest = ""] = text.split(".");
  return [BigInt(whole + rest), 10n ** BigInt(rest.length)];
};

test("whatever the factors, the answer is within half of its last place of the exact quotient", () => {
  fc.assert(
    fc.property(amount, decimal, decimal, (a, f, t) => {
      const answer = convert(a, unit("x", "mass", f), unit("y", "mass", t));
      const [[an, ad], [fn, fd], [tn, td], [rn, rd]] = [a, f, t, answer].map(fraction) as [
        [bigint, bigint],
        [bigint, bigint],
        [bigint, bigint],
        [bigint, bigint],
      ];
      // |r − a·f/t| ≤ 0.00005, multiplied out.
      const [over, under] = [an * fn * td, ad * fd * tn];
      const off = rn * under - over * rd;
      expect((off < 0n ? -off : off) * 20_000n <= under * rd).toBe(true);
    }),
  );
});

test("there and back again gives the amount where the way there lost nothing", () => {
  fc.assert(
    fc.property(amount, (a) => {
      const there = convert(a, yard, foot, 8);
      expect(Number(convert(there, foot, yard))).toBe(Number(a));
    }),
  );
});
