// Carbon to the gram: lines worked by hand, and why a year restated under other potentials differs.
import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { potentialSets } from "../factor/potentials.data.ts";
import { shippedFactors } from "../factor/shipped-factors.data.ts";
import { firstActivities } from "../year/activities.data.ts";
import { activityInput, type Activity } from "../year/year.model.ts";
import { count, factorOn, type CountingFactor, type KnownRecord } from "./count.model.ts";
import { differenceOf, type Compared, type ComparedLine } from "./difference.model.ts";
import { added, emitted, gasesOf, kilograms, product, shownTons, tons } from "./gas.model.ts";
import { activityOf, covers } from "./matching.model.ts";
import { amountIn } from "./units.model.ts";

const [before, from2025] = [potentialSets["a1-2014"], potentialSets["a1-2025"]];
const shipped = (key: string) => shippedFactors.find((factor) => factor.key === key)!;

test("factors of the tables come to grams by the unit exactly", () => {
  const { co2, ch4, n2o } = shipped("distillate-2");
  expect([co2, ch4, n2o]).toEqual(["10206.48", "0.414", "0.0828"]);
  expect(shipped("gasoline")).toMatchObject({ co2: "8777.5", ch4: "0.375", n2o: "0.075" });
  expect(shipped("natural-gas")).toMatchObject({ co2: "5306", ch4: "0.1", n2o: "0.01" });
  expect(shipped("propane")).toMatchObject({ co2: "5721.17", ch4: "0.273", n2o: "0.0546" });
  expect(shipped("natural-gas-volume").co2).toBe("54.43956");
  expect(new Set(shippedFactors.map(({ key }) => key)).size).toBe(shippedFactors.length);
});

test("lines worked by hand, to the gram", () => {
  // 1,194 gal × 10,206.48 g = 12,186,537.12 g CO2; × 0.414 = 494.316 g CH4; × 0.0828 = 98.8632 g N2O.
  expect(gasesOf("1194", shipped("distillate-2"))).toEqual({
    ...{ co2: "12186537.12", ch4: "494.316", n2o: "98.8632" },
  });
  // + 25 × 494.316 + 298 × 98.8632 = 12,228,356.2536; + 28 × 494.316 + 265 × 98.8632 = 12,226,576.716.
  expect(emitted("1194", shipped("distillate-2"), before)).toBe(12_228_356);
  expect(emitted("1194", shipped("distillate-2"), from2025)).toBe(12_226_577);
  // 4,100 therm: 21,754,600 + 25 × 410 + 298 × 41; + 28 × 410 + 265 × 41.
  expect(emitted("4100", shipped("natural-gas"), before)).toBe(21_777_068);
  expect(emitted("4100", shipped("natural-gas"), from2025)).toBe(21_776_945);
  expect(emitted("-4100", shipped("natural-gas"), from2025)).toBe(-21_776_945);
  expect(emitted("0", shipped("natural-gas"), from2025)).toBe(0);
});

test("decimals stay exact, and halves go away from zero", () => {
  expect(product("0.1", "0.2")).toBe("0.02");
  expect(product("-2.50", "4")).toBe("-10");
  expect(added("0.1", "-0.25")).toBe("-0.15");
  const one = { co2: "0.5", ch4: "0", n2o: "0" };
  expect([emitted("1", one, before), emitted("-1", one, before)]).toEqual([1, -1]);
  expect(() => product("1e3", "1")).toThrow("not a decimal");
  expect([tons(12_345_678), shownTons(1_234_567_890), kilograms(1_234_567), kilograms(-7)]).toEqual(
    ["12.346", "1,234.6 t", "1,234.567 kg", "-0.007 kg"],
  );
});

test("units of bills are counted in the factor's, or not at all", () => {
  const units = [{ code: "barrel", kind: "volume", factor: "158.987294928" }];
  expect(amountIn(units, "2", "barrel", "gal")).toBe("84");
  expect(amountIn(units, "3", "mmBtu", "therm")).toBe("30");
  expect(amountIn(units, "182", "MWh", "kWh")).toBe("182000");
  expect(amountIn(units, "5", "GALLONS", "gal")).toBe("5");
  expect(amountIn(units, "5", "lot", "gal")).toBeNull();
  expect(amountIn(units, "5", "kWh", "gal")).toBeNull();
  expect(amountIn(units, "9.5", "dollars", "USD")).toBe("9.5");
});

const activities: Activity[] = firstActivities.map((one) => activityInput.parse(one));
const factor = (key: string, unit: string, over: object = {}): CountingFactor => ({
  ...{ id: `${key}-1`, factorKey: key, unit, verified: true, fromOn: day("2017-01-01") },
  ...{ untilOn: null, co2: "1000", ch4: "0", n2o: "0" },
  ...over,
});
const known = (sourceKey: string, over: object = {}): KnownRecord => ({
  ...{ sourceType: "invoice", sourceId: null, sourceKey, sourceNumber: "INV-1", title: "Fuel" },
  ...{ onDay: day("2025-03-01"), point: "bought", takes: "quantity", commodity: "424720" },
  ...{ description: "Diesel, off-road", quantity: "10", unit: "gal", cents: 4000 },
  ...over,
});
const counting = {
  ...{ activities, units: [], potentials: from2025 },
  factors: [factor("distillate-2", "gal"), factor("grid-electricity", "kWh", { verified: false })],
};

test("a record belongs to an activity by its code and its words", () => {
  const of = (description: string, commodity: string | null) =>
    activityOf(activities, { description, commodity })?.key ?? null;
  expect(of("Diesel, off-road", "424720")).toBe("diesel");
  expect(of("Fleet fuel, unleaded", "424720")).toBe("gasoline");
  expect(of("Diesel exhaust fluid", "325998")).toBeNull();
  expect(of("Biodieseling lessons", null)).toBeNull();
  expect(of("Electric service, lift stations", null)).toBe("electricity");
  const nothing = { ...activities[0]!, codes: "", words: "" };
  expect(covers(nothing, { description: "Diesel", commodity: "424720" })).toBe(false);
});

test("every record is one line, one row to settle, or neither's", () => {
  const { lines, gaps } = count(counting, [
    known("a"),
    known("b", { point: "issued" }),
    known("c", { unit: "lot" }),
    known("d", { description: "Electric service", commodity: "221122", unit: "kWh" }),
    known("e", { takes: "routes", point: "burned", unit: "mi", commodity: null, description: "" }),
    known("f", { takes: "shipments", quantity: null, commodity: null, description: "" }),
    known("g", { description: "Road salt", commodity: "212390" }),
    known("h", { description: "Gravel", commodity: "212321" }),
    known("i", { description: "Fleet fuel, unleaded" }),
  ]);
  expect(lines.map(({ sourceKey, grams, quality }) => [sourceKey, grams, quality])).toEqual([
    ["a", 10_000, "computed"],
  ]);
  expect(gaps.map(({ sourceKey, kind, cause }) => `${sourceKey} ${kind} ${cause}`)).toEqual([
    "b twice other_point",
    "c missing unit_unlike",
    "d missing factor_unverified",
    "e twice other_point",
    "f missing no_factor",
    "i missing no_factor",
    "commodity:212 missing no_factor",
  ]);
  expect(gaps.at(-1)).toMatchObject({ quantity: "80.00", unit: "USD" });
});

test("dollars count by the longest code that has a factor, electricity by contract stands beside", () => {
  const factors = [
    factor("spend-21", "USD", { co2: "2" }),
    factor("spend-2123", "USD", { co2: "300" }),
    factor("grid-electricity", "kWh", { co2: "400" }),
    factor("market-electricity", "kWh", { co2: "50" }),
  ];
  const { lines, gaps } = count({ ...counting, factors }, [
    known("g", { description: "Road salt", commodity: "212390" }),
    known("d", { description: "Electric service", commodity: "221122", unit: "kWh" }),
  ]);
  expect(gaps).toEqual([]);
  expect(
    lines.map(({ sourceKey, basis, grams, quality }) => [sourceKey, basis, grams, quality]),
  ).toEqual([
    ["d", "", 4000, "measured"],
    ["d", "market", 500, "measured"],
    ["g", "", 12_000, "estimated"],
  ]);
});

test("a factor holds on its days only", () => {
  const versions = [
    factor("x", "gal", { id: "old", untilOn: day("2024-12-31") }),
    factor("x", "gal", { id: "new", fromOn: day("2025-01-01") }),
  ];
  const on = (text: string) => factorOn(versions, "x", day(text));
  expect([on("2024-12-31"), on("2025-01-01")]).toMatchObject([{ id: "old" }, { id: "new" }]);
  expect(on("2016-12-31")).toBe("no_factor");
  expect(factorOn(versions, "y", day("2025-01-01"))).toBe("no_factor");
});

const line = (
  sourceKey: string,
  amount: string,
  over: Partial<ComparedLine> = {},
): ComparedLine => {
  const { key: _key, name: _name, unit, note: _note, ...grams } = shipped("distillate-2");
  const of = { factor: grams, factorId: "f1", factorUnit: unit, activity: "diesel", ...over };
  return { sourceKey, amount, grams: emitted(amount, of.factor, before), ...of };
};
const version = (lines: ComparedLine[], over: Partial<Compared> = {}): Compared => ({
  ...{ lines, potentials: before, method: { diesel: "bought" } },
  ...over,
});

test("the causes of a restatement add up to its difference exactly", () => {
  const was = version([line("a", "1194"), line("b", "333.3333"), line("c", "7")]);
  const other = { ...shipped("distillate-2"), co2: "10180.5551" };
  const potentials = from2025;
  const anew = (one: ComparedLine) => ({
    ...one,
    grams: emitted(one.amount, one.factor, potentials),
  });
  const is = version(
    [
      anew(line("a", "1200")),
      anew(line("b", "333.3333", { factor: other, factorId: "f2" })),
      anew(line("d", "12")),
    ],
    { potentials },
  );
  const { from, to, quantity, factor: by, potentials: warming, method } = differenceOf(was, is);
  expect(quantity + by + warming + method).toBe(to - from);
  expect(method).toBe(0);
  expect(by).toBe(
    emitted("333.3333", other, before) - emitted("333.3333", line("", "0").factor, before),
  );
  expect(warming).not.toBe(0);
});

test("another set alone is a difference by potentials alone; another measuring point is the method", () => {
  const lines = [line("a", "1194")];
  const anew = lines.map((one) => ({ ...one, grams: emitted(one.amount, one.factor, from2025) }));
  expect(differenceOf(version(lines), version(anew, { potentials: from2025 }))).toEqual({
    ...{ from: 12_228_356, to: 12_226_577, quantity: 0, factor: 0, potentials: -1779, method: 0 },
  });
  const issued = version([line("s", "1000")], { method: { diesel: "issued" } });
  const { quantity, method, from, to } = differenceOf(version(lines), issued);
  expect([quantity, method]).toEqual([0, to - from]);
});
