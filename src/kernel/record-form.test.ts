import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { blankOf, formOf, heldAs, inputOf, recordForm, shapesOf } from "./record-form.ts";

const cents = heldAs("cents", z.number().int());
const fields = {
  name: z.string().trim().min(1, "Enter a name."),
  note: z.string().default(""),
  kind: z.enum(["goods", "services"]).default("goods"),
  ownerId: z.uuid().nullish(),
  grade: z
    .literal("")
    .or(z.coerce.number().int())
    .nullish()
    .transform((value) => (value === "" ? null : (value ?? null))),
  days: z.number().int().default(30),
  cost: cents.nullish().meta({ title: "Cost" }),
  salvage: cents.default(0),
  share: heldAs("basisPoints", z.number().int()).default(10_000),
  percent: heldAs("decimal", z.string().regex(/^\d/)).default("0"),
  sharing: heldAs("yesNo", z.boolean()).nullish(),
  codes: heldAs("list", z.array(z.string())).default([]),
  insured: z.boolean().default(false),
  tags: z.array(z.string()).default([]),
  years: z.array(z.object({ year: z.number(), amount: cents })).default([]),
};
const word = fc.stringMatching(/^[a-z]{1,8}$/);
const whole = fc.integer({ min: -9e9, max: 9e9 });
const record = fc.record({
  name: word,
  note: fc.oneof(word, fc.constant("")),
  kind: fc.constantFrom("goods", "services"),
  ownerId: fc.option(fc.uuid()),
  grade: fc.option(fc.integer({ min: 1, max: 5 })),
  days: fc.nat(),
  cost: fc.option(whole),
  salvage: whole,
  share: fc.integer({ min: 0, max: 10_000 }),
  percent: fc.constantFrom("0", "12.5", "100"),
  sharing: fc.option(fc.boolean()),
  codes: fc.array(word),
  insured: fc.boolean(),
  tags: fc.array(word),
  years: fc.array(fc.record({ year: fc.nat(), amount: whole })),
});

test("what a form is filled with it sends again: no value of a record is emptied or made up", () => {
  fc.assert(
    fc.property(record, (stored) => {
      expect(inputOf(fields, formOf(fields, stored))).toEqual(stored);
    }),
  );
});

test("a form knows every field, also of a record that has none of them", () => {
  expect(Object.keys(blankOf(fields))).toEqual(Object.keys(fields));
  expect(Object.keys(formOf(fields, {}))).toEqual(Object.keys(fields));
});

test("an empty form holds defaults, and nothing else; a record without a value shows none", () => {
  expect(blankOf(fields)).toMatchObject({
    name: "",
    kind: "goods",
    days: "30",
    cost: null,
    salvage: 0,
    share: "100",
    percent: "0",
    sharing: "",
    insured: false,
    years: [],
  });
  expect(formOf(fields, { days: null })).toMatchObject({ kind: "", days: "", salvage: null });
});

test("where the form holds nothing no value is sent, else the empty one or the default", () => {
  const emptied = { ...blankOf(fields), kind: "", days: "", salvage: null, percent: "", share: "" };
  const sent = inputOf(fields, emptied);
  expect(sent).toMatchObject({
    note: "",
    ownerId: null,
    grade: null,
    days: 30,
    cost: null,
    salvage: 0,
    share: 10_000,
    percent: "0",
  });
  // A required field goes out empty: the server names it in its own words.
  expect(z.object(fields).safeParse(sent).error?.issues).toMatchObject([
    { path: ["name"], message: "Enter a name." },
  ]);
});

test("text that is no number goes out as it was typed", () => {
  expect(inputOf(fields, { ...blankOf(fields), days: "ten" }).days).toBe("ten");
});

test("stored decimals show without the zeros that the database adds", () => {
  expect(formOf(fields, { percent: "12.5000" }).percent).toBe("12.5");
});

test("browsers are sent plain data in place of the schemas, which says the same", () => {
  const plain = JSON.parse(JSON.stringify(shapesOf(fields))) as typeof fields;
  fc.assert(
    fc.property(record, (stored) => {
      expect(formOf(plain, stored)).toEqual(formOf(fields, stored));
      expect(inputOf(plain, formOf(plain, stored))).toEqual(stored);
    }),
  );
  expect(blankOf(plain)).toEqual(blankOf(fields));
});

test("a form begins with what is known already, and what it mostly is", () => {
  const form = recordForm("/api/v1/things", fields, { begins: { kind: "services" } });
  expect(form.blank({ name: "Bridge", days: 5, kind: null, other: 1 })).toMatchObject({
    name: "Bridge",
    days: "5",
    kind: "services",
  });
  expect(form.blank({ other: 1 })).not.toHaveProperty("other");
});

test("what a form holds besides its fields goes its own way", () => {
  const form = recordForm("/api/v1/things", fields, {
    besides: {
      blank: () => ({ lines: [] as string[] }),
      toForm: (stored: { rows: string[] }) => ({ lines: stored.rows }),
      toInput: ({ lines }) => ({ rows: lines }),
    },
  });
  expect(form.toInput(form.toForm({ rows: ["a"] }))).toMatchObject({ rows: ["a"], note: "" });
});
