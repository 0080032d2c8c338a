import fc from "fast-check";
import { expect, test } from "vitest";
import { bareWords, keptOf } from "./kept.model.ts";

const sources = [
  "PO-2027-00044 Stone: issued, Total $1,586.78, due Dec 14, 2026",
  "Receive: goods that come are entered on the day.",
];

test.each([
  ["PO-2027-00044 comes to $1,586.78.", 1, true],
  ["It comes to 1586.78.", 1, true],
  ["It is due on December 14, 2026.", 1, true],
  ["It comes to $1,586.79.", 1, false],
  ["It is due on January 14, 2026.", 1, false],
  ["PO-2027-00045 is issued.", 1, false],
  ["Goods are entered on the day.", 2, true],
  ["Goods are entered on the day.", 3, false],
  ["Goods are entered on the day.", 0, false],
  ["It comes to $1,586.78.", 2, false],
  ["Write to pay@evil.example now.", 2, false],
  ["Open https://evil.example/x", 2, false],
])("%s of source %s stays: %s", (text, source, stays) => {
  expect(keptOf([{ text, source }], sources)).toMatchObject({ struck: stays ? 0 : 1 });
});

test("nothing that a page would load, follow or draw is left of a sentence", () => {
  expect(bareWords("See ![x](https://e.example/p.png) [here](https://e.example) <img src=x>")).toBe(
    "See x here",
  );
  expect(keptOf([{ text: "<script></script>", source: 1 }], sources)).toEqual({
    ...{ kept: [], struck: 0 },
  });
});

test("whatever is said, a sentence that stays holds no number that its source does not", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, source) => {
      for (const { text: kept } of keptOf([{ text, source: 1 }], [source]).kept)
        for (const number of kept.match(/\d+/g) ?? [])
          expect(source.replace(/,/g, "")).toContain(number);
    }),
  );
});
