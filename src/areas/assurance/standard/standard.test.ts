import { expect, test } from "vitest";
import { readCsvTree } from "./csv-tree.model.ts";
import { readOscal } from "./oscal.model.ts";
import { shippedStandards } from "./shipped.data.ts";

const prose =
  "The organization reviews and updates what it wrote down, and keeps the record of it. ".repeat(6);

// As NIST publishes SP 800-53: one level of groups, controls with enhancements, parameters within parameters.
const nistLike = () => ({
  catalog: {
    uuid: "b9a3a0a5-5b9f-4a55-9d5e-0c8a7c2f9b11",
    metadata: { title: "Controls like SP 800-53", version: "5.2.0", "oscal-version": "1.1.3" },
    groups: Array.from({ length: 12 }, (_, g) => ({
      id: `f${g}`,
      class: "family",
      title: `Family ${g}`,
      controls: Array.from({ length: 20 }, (_unused, c) => {
        const id = `f${g}-${c}`;
        const withdrawn = c === 7;
        return {
          id,
          class: "SP800-53",
          title: `Control ${id}`,
          ...(withdrawn
            ? {}
            : {
                params: [
                  {
                    id: `${id}_prm_1`,
                    select: {
                      "how-many": "one-or-more",
                      choice: [`{{ insert: param, ${id}_prm_2 }}`, "system-level"],
                    },
                  },
                  { id: `${id}_prm_2`, label: "organization-defined level" },
                  { id: `${id}_prm_3`, values: ["30 days"] },
                ],
              }),
          props: [
            { name: "label", value: `F${g}-0${c}`, class: "zero-padded" },
            { name: "label", value: `F${g}-${c}`, class: "sp800-53" },
            ...(withdrawn ? [{ name: "status", value: "withdrawn" }] : []),
          ],
          links: [{ href: "#f0-1", rel: "related" }],
          parts: withdrawn
            ? []
            : [
                {
                  id: `${id}_smt`,
                  name: "statement",
                  parts: [
                    {
                      name: "item",
                      props: [{ name: "label", value: "a." }],
                      prose: `Policy at {{ insert: param, ${id}_prm_1 }}; ${prose}`,
                      parts: [
                        {
                          name: "item",
                          props: [{ name: "label", value: "1." }],
                          prose: `Within {{ insert: param, ${id}_prm_3 }}.`,
                        },
                      ],
                    },
                  ],
                },
                { name: "guidance", prose },
                { name: "example", prose: "A form that asks for it." },
                { name: "assessment-objective", prose: "Determine if it is done." },
                ...(c === 3 ? [{ name: "cloud-note", prose: "Something else." }] : []),
              ],
          controls:
            c % 5 === 0
              ? [
                  {
                    id: `${id}.1`,
                    class: "SP800-53-enhancement",
                    title: `Enhancement of ${id}`,
                    parts: [{ name: "statement", prose }],
                  },
                ]
              : [],
        };
      }),
    })),
    "back-matter": { resources: [] },
  },
});

// As others nest: groups within groups, controls at the root and in controls, no labels.
const deepOf = (depth: number): object => ({
  id: `g${depth}`,
  title: `Level ${depth}`,
  controls: [
    {
      id: `g${depth}.c`,
      title: `Clause of level ${depth}`,
      parts: [{ name: "statement", prose: prose + prose }],
    },
  ],
  ...(depth < 400 ? { groups: [deepOf(depth + 1)] } : {}),
});
const deep = () => ({
  catalog: {
    metadata: { title: "Deep", version: "1" },
    params: [{ id: "root_prm", label: "a root parameter" }],
    controls: [
      {
        id: "root",
        title: "At the root",
        parts: [
          { name: "statement", prose: `By {{ insert: param, root_prm }} and {{ missing }}.` },
        ],
      },
    ],
    groups: [deepOf(0)],
  },
});

test("a catalog like SP 800-53 comes in whole: parameters, withdrawn ones, examples, and what is not known", () => {
  const content = JSON.stringify(nistLike());
  expect(content.length).toBeGreaterThan(300_000);
  const { clauses, unknown, title, edition } = readOscal(content);
  expect([title, edition]).toEqual(["Controls like SP 800-53", "5.2.0"]);
  expect(clauses).toHaveLength(12 + 240 + 48);
  expect(JSON.stringify(clauses)).not.toContain("{{");
  const clause = clauses.find(({ number }) => number === "F0-0")!;
  expect(clause.text).toContain(
    "a. Policy at [Selection (one or more): [Assignment: organization-defined level]; system-level]",
  );
  expect(clause.text).toContain("1. Within 30 days.");
  expect(clause).toMatchObject({ class: "SP800-53", parent: 0, withdrawn: false });
  expect(clause.more.examples).toEqual(["A form that asks for it."]);
  expect(clauses.filter(({ withdrawn }) => withdrawn)).toHaveLength(12);
  const enhancement = clauses.find(({ number }) => number === "F0-0.1")!;
  expect(clauses[enhancement.parent!]!.number).toBe("F0-0");
  expect(unknown).toEqual(["part cloud-note: 12"]);
});

test("a catalog that nests otherwise comes in as deep as it is", () => {
  const content = JSON.stringify(deep());
  expect(content.length).toBeGreaterThan(300_000);
  const { clauses, unknown } = readOscal(content);
  expect(clauses).toHaveLength(1 + 2 * 401);
  expect(unknown).toEqual(["parameter missing: 1"]);
  expect(clauses.find(({ number }) => number === "ROOT")!.text).toBe(
    "By [Assignment: a root parameter] and [Assignment: missing].",
  );
  let [depth, at] = [0, clauses.findIndex(({ title }) => title === "Level 400")];
  for (let parent = clauses[at]!.parent; parent !== null; parent = clauses[at]!.parent) {
    at = parent;
    depth += 1;
  }
  expect(depth).toBe(400);
});

test("a circle, a clause twice and a cut file are refused whole, with the place", () => {
  const catalog = nistLike();
  const [control] = catalog.catalog.groups[0]!.controls;
  const twice = { catalog: { groups: [{ id: "a", controls: [control, control] }] } };
  expect(() => readOscal(JSON.stringify(twice))).toThrow("stands twice");
  const circle = {
    catalog: {
      params: [
        { id: "p", label: "x {{ insert: param, q }}" },
        { id: "q", label: "{{ insert: param, p }}" },
      ],
      controls: [
        { id: "c", title: "C", parts: [{ name: "statement", prose: "{{ insert: param, p }}" }] },
      ],
    },
  };
  expect(() => readOscal(JSON.stringify(circle))).toThrow(
    "catalog.params[0]: The parameter p is inserted into itself.",
  );
  const cut = JSON.stringify(catalog, null, 1).slice(0, 40_000);
  expect(() => readOscal(cut)).toThrow(/^line \d+: This is no whole JSON file/);
  expect(() => readOscal("{}")).toThrow("catalog: This file holds no OSCAL catalog.");
  expect(() => readOscal(JSON.stringify({ catalog: { controls: [{}] } }))).toThrow(
    "catalog.controls[0]: This control has no id.",
  );
  expect(() => readOscal(JSON.stringify({ catalog: { controls: {} } }))).toThrow(
    "catalog.controls: This is to be a list of objects.",
  );
  const params = (...ids: string[]) =>
    JSON.stringify({ catalog: { params: ids.map((id) => ({ id })) } });
  expect(() => readOscal(params("p", "p"))).toThrow("The parameter p stands twice.");
  expect(() => readOscal(params(""))).toThrow("This parameter has no id.");
});

test("a tree by CSV has its parents, whatever their order; circles, cut rows and strangers are refused", () => {
  const tree =
    "number,title,text,parent,withdrawn,colour\nA.1,First,Do it.,A,,red\nA,Chapter,,,,\nA.2,Second,Gone.,A,yes,\n";
  const { clauses, unknown } = readCsvTree(tree);
  expect(
    clauses.map(({ number, parent, withdrawn, kind }) => [number, parent, withdrawn, kind]),
  ).toEqual([
    ["A", null, false, "group"],
    ["A.1", 0, false, "clause"],
    ["A.2", 0, true, "clause"],
  ]);
  expect(unknown).toEqual(["column colour: 3"]);
  const of = (rows: string) => () => readCsvTree(`number,title,text,parent\n${rows}`);
  expect(of("A,a,x,B\nB,b,x,A\n")).toThrow("row 2: The clause A lies within itself: a circle.");
  expect(of("A,a,x,\nA,b,x,\n")).toThrow("row 3: The clause A stands twice: also in row 2.");
  expect(of("A,a,x,Z\n")).toThrow("row 2: There is no clause Z, which is to be its parent.");
  expect(of(",a,x,\n")).toThrow("row 2: This clause has no number.");
  expect(of('A,"a,x,\n')).toThrow("This is no whole CSV file");
  expect(() => readCsvTree("title\nx\n")).toThrow("row 1: There is no column number.");
});

test("the standards that ship have the seventeen principles and every section of subpart D", () => {
  const [greenBook, subpartD] = shippedStandards;
  expect(greenBook!.clauses.filter(([, , parent]) => parent)).toHaveLength(17);
  const sections = subpartD!.clauses.filter(([number]) => number.startsWith("200."));
  expect(sections.map(([number]) => Number(number.slice(4)))).toEqual(
    Array.from({ length: 47 }, (_, n) => 300 + n),
  );
  for (const { clauses } of shippedStandards)
    for (const [, , parent] of clauses)
      if (parent) expect(clauses.some(([number]) => number === parent)).toBe(true);
});
