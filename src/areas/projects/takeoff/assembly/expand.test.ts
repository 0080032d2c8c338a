import fc from "fast-check";
import { expect, test } from "vitest";
import { fractionOf } from "#kernel/logic/fraction.ts";
import { quantity } from "#kernel/quantity.ts";
import type { AssemblyItem, AssemblyParts, Variable } from "./assembly.labels.ts";
import { boughtOf, differenceOf, expand, packsFor, usualValues } from "./expand.model.ts";
import { readFormula } from "./formula.model.ts";

const units = [
  { code: "ft", kind: "length", factor: "0.3048" },
  { code: "in", kind: "length", factor: "0.0254" },
  { code: "yd", kind: "length", factor: "0.9144" },
  { code: "sq yd", kind: "area", factor: "0.83612736" },
  { code: "each", kind: "count", factor: "1" },
  { code: "ton", kind: "mass", factor: "907.18474" },
];
const variable = (key: string, source: Variable["source"], unit: string, over = {}): Variable => ({
  ...{ key, label: "", source, unit, least: null, most: null, usual: null },
  ...over,
});
const item = (formula: string, over: Partial<AssemblyItem> = {}): AssemblyItem => {
  const read = readFormula(formula);
  if ("problem" in read) throw new Error(read.problem);
  return {
    ...{ key: "it", description: "It", commodityCode: null, stockItem: null, unit: "each" },
    ...{ formula: read.rule, waste: "0", pack: null, costCode: null },
    ...over,
  };
};
const rail: AssemblyParts = {
  variables: [
    variable("length", "length", "ft", { label: "Length of rail" }),
    variable("runs", "typed", "each", { label: "Runs", least: "1", most: "50", usual: "1" }),
  ],
  items: [
    item("length / 6.25 + runs", { key: "posts", description: "Post", pack: "1" }),
    item("length / 12.5", { key: "panels", description: "Panel", pack: "1" }),
    item("runs * 2", { key: "ends", description: "End terminal" }),
  ],
};
const feet = (amount: string) => ({ amount, unit: "ft" });
const each = (amount: string) => ({ amount, unit: "each" });
const boughtFor = (parts: AssemblyParts, given: Parameters<typeof expand>[1]) =>
  expand(parts, given, units).map((one) => one.found?.bought ?? one.problem);
const only = (one: AssemblyItem, given: Parameters<typeof expand>[1] = {}) =>
  expand({ variables: rail.variables, items: [one] }, { runs: each("1"), ...given }, units)[0]!;

test("posts, panels and ends of a guardrail, in whole packs, and how each came about", () => {
  const found = expand(rail, { length: feet("240"), runs: each("2") }, units);
  expect(found.map((one) => one.found?.bought)).toEqual(["41", "20", "4"]);
  expect(found[0]!.found).toEqual({
    net: "40.4",
    quantity: "40.4",
    packs: "41",
    bought: "41",
    how: "length / 6.25 + runs = 240 / 6.25 + 2 = 40.4 each. In packs of 1 each: 41 packs.",
  });
  expect(found[2]!.found).toMatchObject({ packs: null, how: "runs * 2 = 2 * 2 = 4 each." });
});

test("a value in another unit of its kind is converted, to nine places", () => {
  expect(boughtFor(rail, { length: { amount: "80", unit: "yd" }, runs: each("2") })).toEqual([
    "41",
    "20",
    "4",
  ]);
  const stone: AssemblyParts = {
    variables: [variable("area", "area", "sq yd"), variable("thick", "typed", "yd")],
    items: [item("area * thick * 1.5", { unit: "ton" })],
  };
  const inches = { amount: "7", unit: "in" };
  expect(boughtFor(stone, { area: { amount: "20000", unit: "sq yd" }, thick: inches })).toEqual([
    "5833.3333",
  ]);
});

test("waste comes on top of the rounded quantity, then whole packs", () => {
  expect(boughtOf(fractionOf("812.5"), { waste: "10", pack: "500" })).toEqual({
    net: "812.5",
    quantity: "893.75",
    packs: "2",
    bought: "1000",
  });
  const found = only(item("450", { waste: "10", pack: "500", unit: "sq yd" })).found!;
  expect(found.how).toBe(
    "450 sq yd. With 10 % of waste it is 495 sq yd. In packs of 500 sq yd: 1 pack.",
  );
});

test.each([
  ["3.00004999", "3"],
  ["3.00005", "4"],
  ["2.99995", "3"],
  ["3", "3"],
  ["0", "0"],
  ["0.00004999", "0"],
  ["0.00005", "1"],
])("%s of a thing in packs of one is %s packs", (amount, packs) => {
  expect(boughtOf(fractionOf(amount), { waste: "0", pack: "1" }).packs).toBe(packs);
});

test("thirds, tenths and their like come out exact", () => {
  expect(only(item("1 / 3 * 3", { pack: "1" })).found!.packs).toBe("1");
  expect(only(item("0.1 + 0.2")).found!.bought).toBe("0.3");
  expect(only(item("1 / 3 * 0.00015")).found!.bought).toBe("0.0001");
  expect(only(item("1.00005 * 1")).found!.bought).toBe("1.0001");
});

test("packs hold the quantity, and one pack less does not", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.bigInt({ min: 1n, max: 10n ** 9n }),
      (amount, pack) => {
        const packs = packsFor(amount, pack);
        expect(packs * pack >= amount).toBe(true);
        expect(packs === 0n || (packs - 1n) * pack < amount).toBe(true);
      },
    ),
  );
});

test("drawn quantities: waste never takes away, packs hold, and the same input is the same output", () => {
  const decimal = fc
    .tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 0, max: 999_999_999 }))
    .map(([whole, rest]) => `${whole}.${String(rest).padStart(9, "0")}`);
  const cents = fc.integer({ min: 0, max: 9999 }).map((n) => (n / 100).toFixed(2));
  const pack = fc.integer({ min: 1, max: 5_000_000 }).map((n) => (n / 10_000).toFixed(4));
  fc.assert(
    fc.property(decimal, cents, pack, (amount, waste, size) => {
      const one = boughtOf(fractionOf(amount), { waste, pack: size });
      const [net, gross, bought] = [one.net, one.quantity, one.bought].map(quantity);
      expect(net! <= gross! && gross! <= bought!).toBe(true);
      expect(bought! - gross! < quantity(size)).toBe(true);
      const apart = net! - BigInt(amount.replace(".", "")) / 100_000n;
      expect(apart === 0n || apart === 1n).toBe(true);
      expect(boughtOf(fractionOf(amount), { waste, pack: size })).toEqual(one);
    }),
  );
});

test("what has no quantity says why, and the other items come out", () => {
  const problem = (formula: string, given = {}) => only(item(formula), given).problem;
  expect(problem("10 / (runs - 1)")).toBe("It divides by zero.");
  expect(problem("height * 2")).toBe("It reads “height”, which is no variable of this assembly.");
  expect(problem("runs - 3")).toBe("It comes to -2 each: less than nothing cannot be bought.");
  expect(problem("length * 2")).toBe("Length of rail has no value.");
  expect(problem("length", { length: feet("-4") })).toBe(
    "Length of rail is no number of twelve digits and nine decimals at most.",
  );
  expect(problem("length", { length: { amount: "4", unit: "sq yd" } })).toBe(
    "Length of rail is given in sq yd, which cannot be counted in ft.",
  );
  expect(problem("length", { length: { amount: "4", unit: "rod" } })).toBe(
    "Length of rail is given in rod, which cannot be counted in ft.",
  );
  expect(problem("runs", { runs: each("0") })).toBe("Runs is less than 1 each.");
  expect(problem("runs", { runs: each("51") })).toBe("Runs is more than 50 each.");
  expect(problem("length * length * 1000", { length: feet("99999999") })).toBe(
    "It comes to more than a line can hold.",
  );
  expect(only({ ...item("1"), formula: null }).problem).toBe("It has no formula.");
  expect(only({ ...item("1"), formula: { "==": [1, 1] } }).problem).toBe(
    "Its formula gives no number.",
  );
  expect(boughtFor(rail, { runs: each("2") })).toEqual([
    "Length of rail has no value.",
    "Length of rail has no value.",
    "4",
  ]);
});

test("another version says what each quantity would become, with usual values for what is new", () => {
  const next: AssemblyParts = {
    variables: [...rail.variables, variable("spare", "typed", "each", { usual: "3" })],
    items: [
      item("length / 6.25 + runs + spare", { key: "posts", description: "Post", pack: "1" }),
      rail.items[1]!,
      item("length / 0", { key: "cap", description: "Cap" }),
    ],
  };
  const given = { length: feet("240"), runs: each("2") };
  const told = differenceOf(rail, next, given, units).map((d) => [
    d.key,
    d.before,
    d.after,
    d.same,
  ]);
  expect(told).toEqual([
    ["posts", "41 each", "44 each", false],
    ["panels", "20 each", "20 each", true],
    ["ends", "4 each", null, false],
    ["cap", null, "It divides by zero.", false],
  ]);
  expect(usualValues(rail.variables)).toEqual({ runs: each("1") });
});
