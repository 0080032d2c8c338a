import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { usualCalendar, type WorkCalendar } from "#kernel/business-days.ts";
import type { Logic } from "#kernel/logic/logic.ts";
import type { Day } from "#kernel/time.ts";
import { valuesOf } from "../builder/formValues.ts";
import { validOffers } from "../builder/validRules.ts";
import { formChecks } from "./check.model.ts";
import {
  blankField,
  columnKinds,
  fieldKinds,
  fieldsOf,
  plainFiles,
  takesFiles,
  type Asked,
  type ColumnKind,
  type FieldKind,
  type FormField,
} from "./form.labels.ts";
import { formInput, mostFields } from "./form.model.ts";
import { judge as judgeBy, prefilled } from "./judge.model.ts";
import { validateHere } from "./validate.model.ts";
import { validate } from "./validate.service.ts";
import { objectionsTo } from "./words.model.ts";

const judge = (asked: Asked, given: Record<string, unknown>) => judgeBy(asked, given, validate);

const form = (...fields: (Partial<FormField> & { key: string })[]): Asked & { name: string } => ({
  name: "Road closure",
  pages: [
    {
      title: "One",
      sections: [
        {
          title: "",
          help: "",
          fields: fields.map((each) => ({
            ...blankField(each.key, each.kind ?? "text", each.key),
            ...each,
          })),
        },
      ],
    },
  ],
});
const options = [
  { value: "lane", label: "One lane" },
  { value: "road", label: "The whole road" },
];
const closure = form(
  { key: "what", kind: "choice", required: true, options },
  { key: "detour", kind: "longText", show: { "==": [{ var: "what" }, "road"] }, required: true },
  { key: "from", kind: "date", required: true },
  { key: "to", kind: "date", require: { "==": [{ var: "what" }, "road"] } },
  {
    key: "days",
    kind: "number",
    compute: { "+": [{ days: [{ var: "from" }, { var: "to" }] }, 1] },
  },
  { key: "fee", kind: "money", compute: { "*": [{ var: "days" }, 2500.5] } },
  { key: "email", prefill: { var: "me.email" } },
);
const sentencesOf = (asked: Asked) =>
  formChecks(asked)
    .filter((each) => !each.ok)
    .map((each) => `${each.path}: ${each.sentence}`);

/** A table whose two columns have these headings. */
const table = (first: string, second: string) =>
  form({
    key: "a",
    kind: "table",
    columns: [
      { key: "first", label: first, kind: "text", required: false },
      { key: "second", label: second, kind: "text", required: false },
    ],
  });

describe("a form's logic", () => {
  test("leaves out what is hidden, works out what is computed, and asks for what a rule requires", () => {
    const lane = judge(closure, {
      what: "lane",
      detour: "typed before",
      from: "2026-12-01",
      fee: 1,
    });
    expect(lane).toMatchObject({ answers: { what: "lane", from: "2026-12-01" }, errors: [] });
    expect(lane.answers).not.toHaveProperty("detour");
    expect(lane.answers).not.toHaveProperty("fee");
    const road = judge(closure, { what: "road", from: "2026-12-01", to: "2026-12-03", days: 99 });
    expect(road.errors).toEqual([{ path: "detour", message: "Answer: detour" }]);
    expect(road.answers).toMatchObject({ days: 3, fee: 7502 });
    expect(judge(closure, { what: "road", detour: "B", from: "2026-12-01" }).errors).toEqual([
      { path: "to", message: "Answer: to" },
    ]);
    expect(prefilled(closure, { email: "dana@example.org" })).toEqual({
      email: "dana@example.org",
    });
  });

  const from = { var: "from" };
  const dated = form(
    { key: "from", kind: "date", required: true, valid: { ">=": [from, { var: "me.today" }] } },
    {
      key: "to",
      kind: "date",
      valid: { ">=": [{ var: "to" }, from] },
      validSays: "It cannot end before it begins.",
    },
    {
      key: "visit",
      kind: "date",
      valid: { ">=": [{ businessDays: [{ var: "me.today" }, { var: "visit" }] }, 2] },
      validSays: "Two business days before.",
    },
  );
  const today = { today: "2026-11-25" as Day, calendar: usualCalendar };
  const errorsOf = (given: Record<string, unknown>) =>
    judgeBy(dated, given, validate, today).errors.map(({ path, message }) => `${path}: ${message}`);

  test("holds an answer to others, to the day, and to business days before, at and behind the limit", () => {
    expect(errorsOf({ from: "2026-11-25", to: "2026-11-25" })).toEqual([]);
    expect(errorsOf({ from: "2026-11-25", to: "2026-11-24" })).toEqual([
      "to: It cannot end before it begins.",
    ]);
    expect(errorsOf({ from: "2026-11-24", to: "2026-11-24" })).toEqual([
      "from: This does not go with the other answers: from",
    ]);
    // What it is compared with lacks an answer: that is said, and not this.
    expect(errorsOf({ to: "2026-11-24" })).toEqual(["from: Answer: from"]);
    // Thanksgiving is the 26th: behind it come Friday and Monday.
    expect(errorsOf({ from: "2026-11-25", visit: "2026-11-29" })).toEqual([
      "visit: Two business days before.",
    ]);
    expect(errorsOf({ from: "2026-11-25", visit: "2026-11-30" })).toEqual([]);
    expect(errorsOf({ from: "2026-11-25", visit: "9999-12-31" })).toEqual([]);
    const open: WorkCalendar = { ...usualCalendar, federalHolidays: false };
    expect(
      judgeBy(dated, { from: "2026-11-25", visit: "2026-11-27" }, validate, {
        ...today,
        calendar: open,
      }).errors,
    ).toEqual([]);
  });

  test("names what was answered although it is hidden", () => {
    expect(
      judge(closure, { what: "lane", detour: "typed before", from: "2026-12-01" }).hidden,
    ).toEqual(["detour"]);
    expect(judge(closure, { what: "lane", detour: " ", from: "2026-12-01" }).hidden).toEqual([]);
  });

  test("offers in words what a day or an amount is held to, and the offers hold", () => {
    const values = valuesOf({ ...dated, about: "" } as never).pages[0]!.sections[0]!.fields;
    const offers = validOffers(values[1]!, values);
    expect(offers.map((each) => each.label)).toEqual([
      "Today or later",
      "Today or before",
      "2 business days from now or later",
      "5 business days from now or later",
      "10 business days from now or later",
      "On the day of “from” or later",
      "After the day of “from”",
      "On the day of “visit” or later",
      "After the day of “visit”",
    ]);
    const ended = (label: string, to: string) => {
      const { rule, says } = offers.find((each) => each.label === label)!;
      const held = form(
        { key: "from", kind: "date" },
        { key: "to", kind: "date", valid: JSON.parse(rule) as Logic, validSays: says },
        { key: "visit", kind: "date" },
      );
      expect(sentencesOf(held)).toEqual([]);
      return judgeBy(held, { from: "2026-12-03", to }, validate, today).errors.length;
    };
    expect(ended("On the day of “from” or later", "2026-12-03")).toBe(0);
    expect(ended("After the day of “from”", "2026-12-03")).toBe(1);
    expect(ended("After the day of “visit”", "2026-12-01")).toBe(0);
    expect(ended("2 business days from now or later", "2026-11-27")).toBe(1);
    expect(ended("Today or before", "2026-11-26")).toBe(1);
  });

  test("is refused at its place: unknown questions, operators, circles, patterns, doubled names", () => {
    expect(sentencesOf(closure)).toEqual([]);
    const at = "pages.0.sections.0.fields";
    const wrong: readonly (readonly [Asked, string, string])[] = [
      [form({ key: "a", show: { var: "zip" } }), `${at}.0.show`, "does not ask"],
      [form({ key: "a", require: { eval: ["1"] } }), `${at}.0.require`, "no operator"],
      [form({ key: "a", prefill: { var: "me.password" } }), `${at}.0.prefill`, "me.email"],
      [form({ key: "a", valid: { var: "b" }, validSays: "No." }), `${at}.0.valid`, "does not ask"],
      [form({ key: "a", valid: true }), `${at}.0.validSays`, "say what whoever answers otherwise"],
      [form({ key: "a", pattern: "(a+)+" }), `${at}.0.pattern`, "repeated"],
      [form({ key: "a" }, { key: "a" }), `${at}.1.key`, "Two questions"],
      [
        form({ key: "a", show: { var: "b" } }, { key: "b", compute: { var: "a" } }),
        `${at}.0`,
        "circle",
      ],
      [form({ key: "a", kind: "choice", options: [] }), `${at}.0.options`, "something to choose"],
      [table("Cost", "cost "), `${at}.0.columns`, "two columns with the same heading"],
      [table("Cost", " "), `${at}.0.columns`, "enter the heading of column second"],
    ];
    for (const [asked, path, sentence] of wrong) {
      const found = formChecks(asked).filter((each) => !each.ok && each.path === path);
      expect(found.map((each) => each.sentence).join(" "), path).toContain(sentence);
    }
    // Each may require the other where it is empty: that is no circle.
    expect(sentencesOf(form({ key: "a", show: { var: "me.today" } }))).toEqual([]);
    expect(
      sentencesOf(
        form(
          { key: "a", require: { "!": [{ var: "b" }] } },
          { key: "b", require: { "!": [{ var: "a" }] } },
        ),
      ),
    ).toEqual([]);
  });

  test("has 2,000 questions at most, takes no remote $ref, and no name that objects have already", () => {
    const whole = (...fields: (Partial<FormField> & { key: string })[]) =>
      formInput.safeParse({ ...form(...fields), slug: "x" });
    const many = (n: number) => Array.from({ length: n }, (_, at) => ({ key: `q${at}` }));
    expect(whole(...many(mostFields)).success).toBe(true);
    expect(JSON.stringify(whole(...many(mostFields + 1)).error)).toContain("2000 questions");
    const remote = { key: "a", $ref: "https://example.org/schema.json" };
    const refused = whole(remote as never).error!.issues[0]!;
    expect(refused.path.join(".")).toBe("pages.0.sections.0.fields.0");
    expect(refused.message).toContain("$ref");
    for (const key of ["constructor", "__proto__", "me", "A b"])
      expect(whole({ key }).success, key).toBe(false);
  });
});

// One question of each kind, its bounds, pattern, choices, columns and files drawn.
const drawn = <T>(from: readonly T[]) => fc.constantFrom(...from);
const numbers = fc.integer({ min: -5, max: 5 });
const boundsOf = fc.record({ least: fc.option(numbers), most: fc.option(numbers) });
const column = fc.record({
  key: drawn(["what", "cost", "on", "kind", "many"]),
  label: fc.constant("Column"),
  kind: drawn(Object.keys(columnKinds) as ColumnKind[]),
  required: fc.boolean(),
  options: fc.constant<string[]>(["pipe", "valve"]),
});
const questionOf = (kind: FieldKind): fc.Arbitrary<FormField> =>
  fc
    .record({
      bounds: boundsOf,
      pattern: drawn(["", "[a-c]{1,3}", "\\p{L}+", "\\d{5}(-\\d{4})?"]),
      columns: fc.uniqueArray(column, { selector: (each) => each.key, minLength: 1, maxLength: 4 }),
      most: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ bounds, pattern, columns, most }) => ({
      ...blankField(kind, kind, kind),
      ...(kind === "number" || kind === "money" ? bounds : {}),
      ...(kind === "text" ? { pattern } : {}),
      ...(kind === "table" ? { columns } : {}),
      ...(kind === "choice" || kind === "choices" ? { options } : {}),
      ...(takesFiles({ kind }) ? { files: { ...plainFiles, most } } : {}),
    }));
const kinds = Object.keys(fieldKinds) as FieldKind[];
const formOfAll = fc
  .tuple(...kinds.map(questionOf))
  .map((fields) => ({ pages: [{ title: "", sections: [{ title: "", help: "", fields }] }] }));

const ids = [1, 2, 3, 4].map((n) => `00000000-0000-7000-8000-00000000000${n}`);
const one = fc.oneof(
  drawn(["a", "abc", "abcd", "lane", "road", "pipe", "x ", "12345", "12345-6789", "𝒜".repeat(500)]),
  drawn(["2026-02-28", "2026-02-30", "2024-02-29", "2026-2-3", "0000-01-01", "é", "𝒜".repeat(501)]),
  drawn([true, false, 1.5, -0.5, 5e15, -0, {}, { typed: "Dana Reyes" }, { typed: "  " }]),
  drawn([
    { drawn: [[1, 2, 3, 4]] },
    { drawn: [[1, 2, 3]] },
    { drawn: [] },
    { drawn: [[1, 2, 3, 601]] },
  ]),
  fc.record(
    { typed: drawn<unknown>(["A", 3]), drawn: drawn([[[0, 0, 600, 200]]]) },
    { requiredKeys: [], noNullPrototype: true },
  ),
  numbers,
  drawn(["a".repeat(20_000), "a".repeat(20_001), "a".repeat(201), "b".repeat(200)]),
);
const row = fc.dictionary(drawn(["what", "cost", "on", "kind", "many", "more"]), one, {
  noNullPrototype: true,
});
const given = fc.oneof(
  one,
  fc.array(drawn<unknown>(["lane", "road", "x", { valueOf: 1 }]), { maxLength: 3 }),
  fc.array(drawn([...ids, ids[0]!.toUpperCase(), "../x"]), { minLength: 1, maxLength: 4 }),
  fc.array(row, { minLength: 1, maxLength: 3 }),
);

describe("the three judges of an answer", () => {
  const question = (asked: Asked, key: string) =>
    fieldsOf(asked).find((field) => field.key === key)!;

  test("come to one verdict: the browser's schema, the server's, and the words that are shown", () => {
    let refusals = 0;
    fc.assert(
      fc.property(
        formOfAll,
        fc.dictionary(drawn(kinds), given, { noNullPrototype: true }),
        (asked, answers) => {
          const here = judgeBy(asked, answers, validateHere);
          const there = judgeBy(asked, answers, validate);
          expect(here.errors, JSON.stringify(answers)).toEqual(there.errors);
          const said = Object.entries(there.answers).flatMap(([key, value]) =>
            objectionsTo(question(asked, key), value),
          );
          expect(there.errors, JSON.stringify([asked, answers])).toEqual(said);
          refusals += said.length > 0 ? 1 : 0;
        },
      ),
      { numRuns: 300 },
    );
    // Neither all nor none: the draw tells the judges apart.
    expect(refusals).toBeGreaterThan(50);
    expect(refusals).toBeLessThan(298);
  }, 30_000);
});
