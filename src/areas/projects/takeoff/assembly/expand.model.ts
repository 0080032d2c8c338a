import { Problem } from "#kernel/errors.ts";
import { fractionOf, fractionSteps, isFraction, roundedFraction } from "#kernel/logic/fraction.ts";
import type { Fraction } from "#kernel/logic/fraction.ts";
import { evaluateExactly, namesIn } from "#kernel/logic/logic.ts";
import { compareQuantity, plainDecimal, quantityText, shownDecimal } from "#kernel/quantity.ts";
import { convert, type Convertible } from "#areas/organization/organization.public.ts";
import type {
  AssemblyItem,
  AssemblyParts,
  Given,
  GivenValues,
  Variable,
} from "./assembly.labels.ts";
import { formulaText } from "./formula.model.ts";

/** What is bought of an item, in its unit; decimal texts with four places at most. */
export type Quantity = {
  /** What the formula says, rounded to four places. */
  net: string;
  /** The same with waste, rounded to four places. */
  quantity: string;
  /** How many packs hold it; null where it is sold by any quantity. */
  packs: string | null;
  /** What is bought: whole packs, or the quantity. */
  bought: string;
  /** How it came about, in words. */
  how: string;
};

/** An item of an assembly with its quantity, or with the sentence that says why it has none. */
export type Expanded = Pick<
  AssemblyItem,
  "key" | "description" | "commodityCode" | "stockItem" | "unit" | "costCode"
> &
  ({ found: Quantity; problem: null } | { found: null; problem: string });

type Value = { exact: Fraction; shown: string } | { problem: string };

const amountForm = /^\d{1,12}(\.\d{1,9})?$/;
const largest = 999_999_999_999_9999n;
const named = (variable: Variable): string => variable.label || variable.key;

const unitOf = (units: readonly Convertible[], code: string): Convertible | undefined =>
  units.find((unit) => unit.code.toLowerCase() === code.trim().toLowerCase());

// Nine places: seven inches in yards are not worth a load of stone.
const inUnit = (given: Given, unit: string, units: readonly Convertible[]): string | null => {
  if (given.unit.trim().toLowerCase() === unit.trim().toLowerCase()) return given.amount;
  const [from, to] = [unitOf(units, given.unit), unitOf(units, unit)];
  if (!from || !to) return null;
  try {
    return convert(given.amount, from, to, 9);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
};

const less = (a: string, b: string): boolean =>
  fractionSteps.subtract(fractionOf(a), fractionOf(b)).over < 0n;

/** The value of a variable in its unit, or why it has none. */
const valueOf = (
  variable: Variable,
  given: Given | undefined,
  units: readonly Convertible[],
): Value => {
  const name = named(variable);
  if (!given || given.amount.trim() === "") return { problem: `${name} has no value.` };
  const typed = given.amount.trim();
  if (!amountForm.test(typed))
    return { problem: `${name} is no number of twelve digits and nine decimals at most.` };
  const amount = inUnit({ ...given, amount: typed }, variable.unit, units);
  if (amount === null)
    return {
      problem: `${name} is given in ${given.unit}, which cannot be counted in ${variable.unit}.`,
    };
  const { least, most, unit } = variable;
  if (least !== null && less(amount, least))
    return { problem: `${name} is less than ${shownDecimal(least)} ${unit}.` };
  if (most !== null && less(most, amount))
    return { problem: `${name} is more than ${shownDecimal(most)} ${unit}.` };
  return { exact: fractionOf(amount), shown: plainDecimal(amount) };
};

/** How many packs hold a quantity: the least whole number of them that is enough. */
export const packsFor = (quantity: bigint, pack: bigint): bigint => (quantity + pack - 1n) / pack;

const tenThousandths = (text: string): bigint => roundedFraction(fractionOf(text), 4);

/**
 * Waste and packs of a quantity that a formula gave. It is rounded to four places first: what is left
 * of a division beyond them never makes another pack.
 */
export const boughtOf = (
  exact: Fraction,
  { waste, pack }: Pick<AssemblyItem, "waste" | "pack">,
): Pick<Quantity, "net" | "quantity" | "packs" | "bought"> => {
  const net = roundedFraction(exact, 4);
  const share = fractionSteps.add(
    fractionOf(1),
    fractionSteps.multiply(fractionOf(waste), { over: 1n, under: 100n }),
  );
  const quantity = roundedFraction(fractionSteps.multiply({ over: net, under: 10_000n }, share), 4);
  const size = pack === null ? null : tenThousandths(pack);
  const packs = size === null ? null : packsFor(quantity, size);
  return {
    net: quantityText(net),
    quantity: quantityText(quantity),
    packs: packs === null ? null : String(packs),
    bought: quantityText(size === null || packs === null ? quantity : packs * size),
  };
};

const howOf = (
  item: AssemblyItem,
  figures: ReturnType<typeof boughtOf>,
  shown: ReadonlyMap<string, string>,
): string => {
  const { net, quantity, packs } = figures;
  const { unit, waste, pack } = item;
  const formula = formulaText(item.formula);
  const filled = formulaText(item.formula, (key) => shown.get(key) ?? key);
  const sides = [...new Set([formula, filled, plainDecimal(net)])];
  const hold = packs === "1" ? "pack" : "packs";
  return [
    `${sides.slice(0, -1).concat(shownDecimal(net)).join(" = ")} ${unit}.`,
    compareQuantity(waste, "0") > 0 &&
      `With ${shownDecimal(waste)} % of waste it is ${shownDecimal(quantity)} ${unit}.`,
    packs !== null &&
      pack !== null &&
      `In packs of ${shownDecimal(pack)} ${unit}: ${shownDecimal(packs)} ${hold}.`,
  ]
    .filter(Boolean)
    .join(" ");
};

const quantityOf = (
  item: AssemblyItem,
  values: ReadonlyMap<string, Value>,
): { found: Quantity; problem: null } | { found: null; problem: string } => {
  const none = (problem: string) => ({ found: null, problem });
  if (item.formula === null) return none("It has no formula.");
  const names = [...new Set(namesIn(item.formula))];
  const [unknown] = names.filter((name) => !values.has(name));
  if (unknown !== undefined)
    return none(`It reads “${unknown}”, which is no variable of this assembly.`);
  const read = names.map((name) => [name, values.get(name)!] as const);
  for (const [, value] of read) if ("problem" in value) return none(value.problem);
  const known = read as [string, Extract<Value, { exact: Fraction }>][];
  const exact = evaluateExactly(
    item.formula,
    Object.fromEntries(known.map(([name, value]) => [name, value.exact])),
  );
  if (exact === null) return none("It divides by zero.");
  if (!isFraction(exact)) return none("Its formula gives no number.");
  const figures = boughtOf(exact, item);
  if (exact.over < 0n)
    return none(
      `It comes to ${shownDecimal(figures.net)} ${item.unit}: less than nothing cannot be bought.`,
    );
  if (tenThousandths(figures.bought) > largest)
    return none("It comes to more than a line can hold.");
  const shown = new Map(known.map(([name, value]) => [name, value.shown]));
  return { found: { ...figures, how: howOf(item, figures, shown) }, problem: null };
};

/**
 * What a version of an assembly makes of these values: its items in their order, each with its
 * quantity and how it came about, or with the sentence that says why it has none. `units` are the
 * agency's. Pure: the same in the browser, on the server, and the next time.
 */
export const expand = (
  { variables, items }: AssemblyParts,
  given: GivenValues,
  units: readonly Convertible[],
): Expanded[] => {
  const values = new Map(
    variables.map((each) => [each.key, valueOf(each, given[each.key], units)] as const),
  );
  return items.map((item) => {
    const { key, description, commodityCode, stockItem, unit, costCode } = item;
    return {
      ...{ key, description, commodityCode, stockItem, unit, costCode },
      ...quantityOf(item, values),
    };
  });
};

/** The usual values of an assembly's variables, where they have one. */
export const usualValues = (variables: readonly Variable[]): GivenValues =>
  Object.fromEntries(
    variables.flatMap(({ key, usual, unit }) =>
      usual === null ? [] : [[key, { amount: usual, unit }] as const],
    ),
  );

/** An item in two versions: what is bought of it, or why that cannot be said; null: it is not there. */
export type QuantityDifference = {
  key: string;
  description: string;
  unit: string;
  before: string | null;
  after: string | null;
  same: boolean;
};

const saidOf = (item: Expanded | undefined): string | null =>
  item ? (item.found ? `${shownDecimal(item.found.bought)} ${item.unit}` : item.problem) : null;

/**
 * What each quantity would become by another version, with the same values: items by their key, those
 * of the old version first. A variable that only one of the versions has takes its usual value.
 */
export const differenceOf = (
  old: AssemblyParts,
  next: AssemblyParts,
  given: GivenValues,
  units: readonly Convertible[],
): QuantityDifference[] => {
  const of = (parts: AssemblyParts) =>
    new Map(
      expand(parts, { ...usualValues(parts.variables), ...given }, units).map(
        (item) => [item.key, item] as const,
      ),
    );
  const [was, now] = [of(old), of(next)];
  return [...new Set([...was.keys(), ...now.keys()])].map((key) => {
    const [before, after] = [saidOf(was.get(key)), saidOf(now.get(key))];
    const { description, unit } = (now.get(key) ?? was.get(key))!;
    return { key, description, unit, before, after, same: before === after };
  });
};
