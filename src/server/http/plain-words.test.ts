import { expect, test } from "vitest";
import { z } from "zod";
import { areaServers } from "#areas.server.ts";
import { importerOf } from "../import/importer.ts";
import "./problems.ts";

const english = z.locales.en().localeError;
// Words that the specification gives, which happen to be the library's as well.
const specified = new Set(["Invalid email address"]);
const hostile: readonly unknown[] = [
  undefined,
  null,
  "",
  "x",
  "x".repeat(100_000),
  "2026-02-30",
  "1e999",
  0,
  -1,
  0.5,
  1e30,
  Number.NaN,
  true,
  [],
  [null],
  Array.from({ length: 2_000 }, () => "x"),
  {},
  { nope: 1 },
];

type Inner = {
  innerType?: z.ZodType;
  in?: z.ZodType;
  element?: z.ZodType;
  options?: z.ZodType[];
  shape?: Record<string, z.ZodType>;
  valueType?: z.ZodType;
  left?: z.ZodType;
  getter?: () => z.ZodType;
};
/** The value put at every place of a schema that lies so deep, all else as the schema asks. */
const filled = (schema: z.ZodType, value: unknown, depth: number): unknown => {
  const def = schema._zod.def as unknown as Inner;
  if (depth === 0) return value;
  if (def.shape)
    return Object.fromEntries(
      Object.entries(def.shape).map(([key, field]) => [key, filled(field, value, depth - 1)]),
    );
  if (def.element) return [filled(def.element, value, depth - 1)];
  if (def.valueType) return { x: filled(def.valueType, value, depth - 1) };
  const next =
    def.innerType ??
    def.in ??
    def.left ??
    def.options?.find((option) => ["object", "array"].includes(option._zod.def.type)) ??
    def.options?.[0];
  return next ? filled(next, value, depth) : value;
};

const raw = (issue: z.core.$ZodIssue): boolean => {
  const theirs = english(issue as never);
  return (
    issue.message === (typeof theirs === "string" ? theirs : theirs?.message) &&
    !specified.has(issue.message)
  );
};
/** What people would read in the library's own words, whatever they send. */
const rawWords = (schema: z.ZodType): string[] => {
  const found = new Set<string>();
  for (const value of hostile)
    for (let depth = 0; depth < 5; depth++)
      for (const issue of schema.safeParse(filled(schema, value, depth), { reportInput: true })
        .error?.issues ?? [])
        if (raw(issue)) found.add(`${issue.path.join(".")}: ${issue.message}`);
  return [...found];
};

const doors = areaServers
  .flatMap((a) => a.endpoints)
  .flatMap((e) =>
    (["body", "query", "params"] as const).flatMap((part) =>
      e[part] ? [[`${e.method} ${e.path} ${part}`, e[part]] as const] : [],
    ),
  );

test("every door is asked", () => expect(doors.length).toBeGreaterThan(300));
test.each(doors)("%s speaks plainly of whatever is wrong", (_name, schema) => {
  expect(rawWords(schema)).toEqual([]);
});
test.each(["vendors", "invoices", "budget-lines", "commodities"])(
  "the import of %s speaks plainly of whatever is wrong",
  (kind) => {
    expect(rawWords(importerOf(kind)!.schema)).toEqual([]);
  },
);

test("what a rule without words of its own says", () => {
  const said = (schema: z.ZodType, value: unknown) =>
    schema.safeParse(value).error!.issues.map((i) => i.message);
  expect(
    said(
      z.object({ title: z.string(), lines: z.array(z.object({ quantity: z.number() })).min(1) }),
      { lines: [] },
    ),
  ).toEqual(["Fill this in.", "Give at least one."]);
  expect(
    [z.string(), z.number(), z.number().int(), z.boolean(), z.array(z.string()), z.object({})].map(
      (s) => said(s, s instanceof z.ZodNumber ? "1,5" : [7.5])[0],
    ),
  ).toEqual([
    "Enter text.",
    "Enter a number.",
    "Enter a number.",
    "Enter true or false.",
    'Give it as text: "7.5".',
    "Give the fields by their names.",
  ]);
  expect([
    ...said(z.array(z.string()), 1),
    ...said(z.string(), 1),
    ...said(z.number(), "12.50"),
    ...said(z.number(), Number.NaN),
    ...said(z.string(), Number.NaN),
  ]).toEqual([
    "Give a list.",
    'Give it as text: "1".',
    "Give it as a number, without quotes.",
    "Enter a number.",
    "Enter text.",
  ]);
  expect([
    ...said(z.int(), 0.5),
    ...said(z.number().min(3), 1),
    ...said(z.number().gt(0), 0),
    ...said(z.number().max(1_000), 2_000),
    ...said(z.string().min(3), "a"),
    ...said(z.string().max(2000), "a".repeat(2001)),
    ...said(z.string().length(1), "ab"),
    ...said(z.array(z.int()).max(2), [1, 2, 3]),
  ]).toEqual([
    "Enter a whole number.",
    "Enter 3 or more.",
    "Enter more than 0.",
    "Enter 1,000 or less.",
    "Enter at least 3 characters.",
    "Use at most 2,000 characters.",
    "Enter exactly 1 character.",
    "Give at most 2.",
  ]);
  expect([
    ...said(z.uuid(), "1"),
    ...said(z.iso.date(), "2026-02-30"),
    ...said(z.email(), "a"),
    ...said(z.enum(["ach", "check"]), "cash"),
    ...said(z.literal("yes"), "no"),
    ...said(z.strictObject({}), { a: 1, b: 2 }),
    ...said(z.number().multipleOf(5), 3),
    ...said(z.string().regex(/^\d+$/), "a"),
    ...said(z.string().startsWith("V-"), "1"),
  ]).toEqual([
    "Give the id of a record, as lists and records show it.",
    "Enter a date such as 2026-11-20.",
    "Enter an e-mail address such as name@example.com.",
    "Choose one of: ach, check.",
    "Only yes is taken here.",
    "Leave out a, b: it cannot be set here.",
    "Enter a multiple of 5.",
    "Write this in the form that the field takes.",
    "Begin with V-.",
  ]);
  const steps = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("role") }),
    z.object({ kind: z.enum(["person", "duty"]) }),
  ]);
  expect([
    ...said(z.literal(1).or(z.literal(2)), 3),
    ...said(z.string().min(2).or(z.literal("")), [1]),
    ...said(z.literal(""), "x"),
    ...said(steps, { kind: "x" }),
    ...said(steps, {}),
  ]).toEqual([
    "Choose one of: 1, 2.",
    "Enter text.",
    "Leave this empty.",
    "Choose one of: role, person, duty.",
    "Choose one of: role, person, duty.",
  ]);
  expect([
    ...said(z.email().or(z.literal("")), "a"),
    ...said(z.string().or(z.number()), true),
    ...said(z.union([z.object({ from: z.number() }), z.object({ to: z.number() })]), { from: "x" }),
    ...said(z.string().or(z.number()), undefined),
    ...said(
      z.custom(() => false),
      1,
    ),
    ...said(z.string("Say it.").min(3, "Longer."), 1),
  ]).toEqual([
    "Enter an e-mail address such as name@example.com.",
    "Enter text, or enter a number.",
    "From: Enter a number.",
    "Fill this in.",
    "This value is not taken here. Correct it.",
    "Say it.",
  ]);
});
