import { businessDaysBetween, type WorkCalendar } from "../business-days.ts";
import { addDays, type Day } from "../time.ts";
import {
  compareFractions,
  fractionOf,
  fractionSteps,
  isFraction,
  type Fraction,
} from "./fraction.ts";

/** A rule as JSON Logic: a plain value, a list, or an object with one operator as its only key. */
export type Logic = null | boolean | number | string | Logic[] | { [operator: string]: Logic };

/** What a rule reads and gives: answers as stored, never functions. */
export type Value = unknown;
type Values = Readonly<Record<string, unknown>>;

const isRule = (logic: Logic): logic is { [operator: string]: Logic } =>
  typeof logic === "object" && logic !== null && !Array.isArray(logic);

/** True unless it is null, false, 0, "" or an empty list. */
export const truthy = (value: Value): boolean =>
  Array.isArray(value) ? value.length > 0 : isFraction(value) ? value.over !== 0n : Boolean(value);

const own = (of: unknown, key: string): unknown =>
  typeof of === "object" && of !== null && Object.hasOwn(of, key)
    ? (of as Record<string, unknown>)[key]
    : null;

/** "applicant" or "me.name": an own property, null where there is none. */
const read = (values: Values, path: string): Value =>
  path.split(".").reduce<unknown>((of, key) => own(of, key), values) ?? null;

const numeric = (value: Value): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

const floatSteps = {
  add: (a: number, b: number) => a + b,
  subtract: (a: number, b: number) => a - b,
  multiply: (a: number, b: number) => a * b,
  divide: (a: number, b: number) => a / b,
  least: Math.min,
  most: Math.max,
} as const;
type Step = keyof typeof floatSteps;

const exactly = (values: readonly Fraction[], step: Step): Fraction | null =>
  values.slice(1).reduce<Fraction | null>((a, b) => a && fractionSteps[step](a, b), values[0]!);

/** Null as soon as one of them is no number, or the result is not finite. Fractions stay exact. */
const calculated = (values: readonly Value[], name: Step): number | Fraction | null => {
  if (values.length > 0 && values.every(isFraction)) return exactly(values, name);
  const step = floatSteps[name];
  const numbers = values.map(numeric);
  if (numbers.length === 0 || numbers.includes(null)) return null;
  const result = (numbers as number[]).reduce((a, b) => step(a, b));
  return Number.isFinite(result) ? result : null;
};

/** Numbers by size, texts (days among them) by their letters; false for anything else. */
const ordered = (values: readonly Value[], holds: (a: never, b: never) => boolean): boolean =>
  values.length > 1 &&
  values.slice(1).every((right, at) => {
    const left = values[at];
    if (isFraction(left) && isFraction(right))
      return holds(compareFractions(left, right) as never, 0 as never);
    return (
      ((typeof left === "number" && typeof right === "number") ||
        (typeof left === "string" && typeof right === "string")) &&
      holds(left as never, right as never)
    );
  });

const dayMs = 86_400_000;
const dayOf = (value: Value): number | null => {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const at = Date.parse(`${value}T00:00:00Z`);
  return Number.isNaN(at) ? null : at / dayMs;
};
const daysBetween = (from: Value, to: Value): number | null => {
  const [a, b] = [dayOf(from), dayOf(to)];
  return a === null || b === null ? null : b - a;
};

/** Beyond so many days business days are counted no further: rules ask for days and weeks ahead. */
const mostDays = 1100;
const workingDays = (from: Value, to: Value, calendar: WorkCalendar): number | null => {
  const apart = daysBetween(from, to);
  if (apart === null) return null;
  const first = from as Day;
  return businessDaysBetween(calendar, first, addDays(first, Math.min(apart, mostDays)));
};

const sumOf = (rows: Value, column: Value): number | null =>
  Array.isArray(rows)
    ? rows.reduce<number>((sum, row) => sum + (numeric(own(row, String(column))) ?? 0), 0)
    : null;

const among = (needle: Value, hay: Value): boolean =>
  Array.isArray(hay)
    ? hay.includes(needle)
    : typeof hay === "string" && typeof needle === "string" && hay.includes(needle);

const same = (a: Value, b: Value): boolean =>
  isFraction(a) && isFraction(b) ? compareFractions(a, b) === 0 : (a ?? null) === (b ?? null);

/** What each operator makes of its arguments; `var`, `and`, `or` and `if` are the evaluator's. */
const operators: Readonly<Record<string, (args: readonly Value[]) => Value>> = {
  "==": ([a, b]) => same(a, b),
  "!=": ([a, b]) => !same(a, b),
  "<": (args) => ordered(args, (a, b) => a < b),
  "<=": (args) => ordered(args, (a, b) => a <= b),
  ">": (args) => ordered(args, (a, b) => a > b),
  ">=": (args) => ordered(args, (a, b) => a >= b),
  "!": ([a]) => !truthy(a),
  in: ([needle, hay]) => among(needle, hay),
  "+": (args) => calculated(args, "add"),
  "-": ([first, ...rest]) =>
    rest.length === 0
      ? calculated([isFraction(first) ? fractionOf(0) : 0, first], "subtract")
      : calculated([first, ...rest], "subtract"),
  "*": (args) => calculated(args, "multiply"),
  "/": (args) => calculated(args, "divide"),
  min: (args) => calculated(args, "least"),
  max: (args) => calculated(args, "most"),
  count: ([list]) => (Array.isArray(list) ? list.length : 0),
  sum: ([rows, column]) => sumOf(rows, column),
  days: ([from, to]) => daysBetween(from, to),
};
const lazy = ["var", "and", "or", "if"] as const;

/** Every operator that a rule may use. */
export const logicOperators: readonly string[] = [...lazy, ...Object.keys(operators)];
/** The same, where the agency's calendar is at hand. */
export const datedOperators: readonly string[] = [...logicOperators, "businessDays"];

const list = (args: Logic): readonly Logic[] => (Array.isArray(args) ? args : [args]);

type Said = (logic: Logic) => Value;
/** What rules are judged with: the agency's calendar, and how a number of the rule itself is taken. */
type With = { calendar: WorkCalendar | null; number: (written: number) => Value };
const choose = (args: readonly Logic[], said: Said): Value => {
  for (let at = 0; at + 1 < args.length; at += 2)
    if (truthy(said(args[at]!))) return said(args[at + 1]!);
  return args.length % 2 ? said(args.at(-1)!) : null;
};

const apply = (operator: string, args: readonly Logic[], values: Values, by: With): Value => {
  const { calendar } = by;
  const said: Said = (logic) => judged(logic, values, by);
  if (operator === "var") return read(values, String(args[0] ?? ""));
  if (operator === "if") return choose(args, said);
  if (operator === "and") return args.every((each) => truthy(said(each)));
  if (operator === "or") return args.some((each) => truthy(said(each)));
  if (operator === "businessDays")
    return calendar && workingDays(said(args[0] ?? null), said(args[1] ?? null), calendar);
  const work = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  return work ? work(args.map(said)) : null;
};

const judged = (logic: Logic, values: Values, by: With): Value => {
  if (Array.isArray(logic)) return logic.map((each) => judged(each, values, by));
  if (typeof logic === "number") return by.number(logic);
  if (!isRule(logic)) return logic;
  const [operator, args] = Object.entries(logic)[0] ?? ["", null];
  return apply(operator, list(args), values, by);
};

/**
 * What a rule says of these values. Pure; never throws for a rule that `objectionsToLogic` takes.
 * `==` is the same value of the same kind; arithmetic with anything but numbers is null; `days`
 * counts from one day to another, `businessDays` those on which the agency of `calendar` works behind
 * the first up to and with the second (0 where it is not later, and three years at most); `sum` adds
 * a column of a table; `if` goes by pairs, the last alone is the rest.
 */
export const evaluate = (
  logic: Logic,
  values: Values,
  calendar: WorkCalendar | null = null,
): Value => judged(logic, values, { calendar, number: (written) => written });

/**
 * The same without rounding: every value is a fraction, and so is every number of the rule. A division
 * by zero is null.
 */
export const evaluateExactly = (logic: Logic, values: Readonly<Record<string, Fraction>>): Value =>
  judged(logic, values, { calendar: null, number: fractionOf });

const mostNodes = 200;
const mostDepth = 20;

type Counted = { nodes: number; allowed: readonly string[] };
const objectionsIn = (logic: Logic, depth: number, count: Counted): string[] => {
  count.nodes++;
  if (depth > mostDepth) return [`A rule goes ${mostDepth} levels deep at most.`];
  if (count.nodes > mostNodes) return [`A rule has ${mostNodes} parts at most.`];
  if (Array.isArray(logic)) return logic.flatMap((each) => objectionsIn(each, depth + 1, count));
  if (!isRule(logic)) return [];
  const keys = Object.keys(logic);
  const operator = keys[0];
  if (keys.length !== 1 || operator === undefined)
    return ["A rule has one operator in each pair of braces."];
  if (!count.allowed.includes(operator))
    return [`${operator} is no operator. There are: ${count.allowed.join(", ")}.`];
  const args = list(logic[operator]!);
  if (operator === "var" && (args.length !== 1 || typeof args[0] !== "string"))
    return ["var names one field."];
  return args.flatMap((each) => objectionsIn(each, depth + 1, count));
};

/** Why a rule of these operators cannot stand, in sentences; none where it can. */
export const objectionsToLogic = (logic: Logic, allowed = logicOperators): string[] => [
  ...new Set(objectionsIn(logic, 0, { nodes: 0, allowed })),
];

/** The names that a rule reads: "closesOn", "me.email". */
export const namesIn = (logic: Logic): string[] => {
  if (Array.isArray(logic)) return logic.flatMap(namesIn);
  if (!isRule(logic)) return [];
  return Object.entries(logic).flatMap(([operator, args]) =>
    operator === "var" ? list(args).filter((each) => typeof each === "string") : namesIn(args),
  );
};
