import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formChecks } from "./check.model.ts";
import { blankField, type Asked, type FormField } from "./form.labels.ts";
import { formInput, mostFields } from "./form.model.ts";
import { judge, prefilled } from "./judge.model.ts";
import { schemaOf } from "./schema.model.ts";

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

  test("is refused at its place: unknown questions, operators, circles, patterns, doubled names", () => {
    expect(sentencesOf(closure)).toEqual([]);
    const at = "pages.0.sections.0.fields";
    const wrong: readonly (readonly [Asked, string, string])[] = [
      [form({ key: "a", show: { var: "zip" } }), `${at}.0.show`, "does not ask"],
      [form({ key: "a", require: { eval: ["1"] } }), `${at}.0.require`, "no operator"],
      [form({ key: "a", prefill: { var: "me.password" } }), `${at}.0.prefill`, "me.email"],
      [form({ key: "a", pattern: "(a+)+" }), `${at}.0.pattern`, "repeated"],
      [form({ key: "a" }, { key: "a" }), `${at}.1.key`, "Two questions"],
      [
        form({ key: "a", show: { var: "b" } }, { key: "b", compute: { var: "a" } }),
        `${at}.0`,
        "circle",
      ],
      [form({ key: "a", kind: "choice", options: [] }), `${at}.0.options`, "something to choose"],
    ];
    for (const [asked, path, sentence] of wrong) {
      const found = formChecks(asked).filter((each) => !each.ok && each.path === path);
      expect(found.map((each) => each.sentence).join(" "), path).toContain(sentence);
    }
    // Each may require the other where it is empty: that is no circle.
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

describe("the judge and JSON Schema 2020-12", () => {
  const asked = form(
    { key: "text", pattern: "[a-c]{1,3}" },
    { key: "long", kind: "longText" },
    { key: "number", kind: "number", least: -2, most: 5, required: true },
    { key: "money", kind: "money", least: 0, most: 900 },
    { key: "date", kind: "date" },
    { key: "yes", kind: "yesNo" },
    { key: "one", kind: "choice", options },
    { key: "many", kind: "choices", options },
    {
      key: "rows",
      kind: "table",
      columns: [
        { key: "what", label: "What", kind: "text", required: true },
        { key: "cost", label: "Cost", kind: "money", required: false },
      ],
    },
  );
  const ajv = new Ajv2020({ allErrors: true });
  (addFormats as unknown as (of: Ajv2020) => void)(ajv);
  const schema = ajv.compile(schemaOf(asked));
  const value = fc.oneof(
    fc.constantFrom("a", "abc", "abcd", "2026-02-28", "2026-02-30", "lane", true, false, {}),
    fc.integer({ min: -4, max: 1000 }),
    fc.constantFrom(1.5, -0.5, ["lane"], ["lane", "lane"], ["road", "x"]),
    fc.array(
      fc.record(
        { what: fc.constantFrom("pipe", 3), cost: fc.constantFrom(5, 1.5), more: fc.constant(1) },
        { requiredKeys: [], noNullPrototype: true },
      ),
      { minLength: 1, maxLength: 3 },
    ),
  );
  const keys = ["text", "long", "number", "money", "date", "yes", "one", "many", "rows"];

  test("come to one verdict on the same answers", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...keys), value, { noNullPrototype: true }),
        (answers) => {
          const given = { ...answers };
          expect(judge(asked, given).errors.length === 0, JSON.stringify(given)).toBe(
            schema(given),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
