import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, orderOf } from "./canonical-json.ts";

test("texts and numbers are written as JSON.stringify writes them", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.string({
          unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
        }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
      (value) => {
        expect(canonicalJson(value)).toBe(JSON.stringify(value));
      },
    ),
    { numRuns: 1000 },
  );
});

test("the same sequence of names has one order; beyond what is kept it is worked out again, and is the same", () => {
  expect(orderOf(["b", "x0", "a"])).toBe(orderOf(["b", "x0", "a"]));
  for (let i = 0; i < 1100; i++)
    expect(orderOf(["b", `x${i}`, "a"])).toEqual({
      keys: ["b", `x${i}`, "a"],
      sorted: [2, 0, 1],
      names: ['"b"', `"x${i}"`, '"a"'],
      members: [',"b":', `,"x${i}":`, ',"a":'],
    });
});
