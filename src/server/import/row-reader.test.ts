import { expect, test } from "vitest";
import { z } from "zod";
import "#areas/budget/budget.server.ts";
import "#areas/finance/finance.server.ts";
import "#areas/vendors/vendors.server.ts";
import { cells as cellTypes, several } from "./cells.ts";
import { importerOf, type Importer } from "./importer.ts";
import { readWhole, rowReader } from "./row-reader.ts";

const random = (seed: number) => () =>
  (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
const texts = [
  "",
  "",
  "x",
  "Northline Aggregates LLC",
  "  ",
  "41-1000001",
  "411000001",
  "00-1234567",
  "666-12-3456",
  "ssn",
  "EIN",
  "NRTHLN000001",
  "nrthln000001",
  "short",
  "a@n.test",
  "A@N.TEST",
  "nobody",
  "(952) 555-0134",
  "+1 952 555 0134 ext 4",
  "12",
  "https://n.test",
  "n.test",
  "MN",
  "US",
  "usa",
  "05531",
  "30",
  "366",
  "-1",
  "1,000",
  "soon",
  "ach",
  "ACH",
  "wire",
  "yes",
  "no",
  "perhaps",
  "212321; 237310",
  "237310|212321",
  "212321; 212321",
  "wbe; sb",
  "WBE",
  "nonsense",
  "2026-11-20",
  "11/20/2026",
  "2/30/2026",
  "V-00012",
  "v-12",
  "1,204.75",
  "-5",
  "101",
  "2027",
  "745-67",
  "é".repeat(201),
  "x".repeat(4001),
  "=cmd|calc",
  "0",
];

/** Cells drawn for every field of an importer, of which the mapping leaves some out. */
const drawn = (kind: string, seed: number) => {
  const importer = importerOf(kind) as Importer;
  const next = random(seed);
  const columns = importer.fields.map((f) => f.label);
  const mapping = Object.fromEntries(
    importer.fields.map((f) => [f.name, next() < 0.8 ? f.label : null]),
  );
  const used = importer.fields.flatMap((field, at) =>
    mapping[field.name] ? [{ field, at, column: field.label }] : [],
  );
  const shape = (importer.schema as unknown as z.ZodObject).shape as Record<string, z.ZodType>;
  const pick = (list: readonly string[]) => list[Math.floor(next() * list.length)] ?? "";
  // Mostly cells that their field takes, so that whole rows are accepted.
  const taken = importer.fields.map((f) =>
    texts.filter((text) => {
      const read = text ? (f.type ?? cellTypes.text).read(text, {}) : "none";
      return read !== "none" && "value" in read && shape[f.name]!.safeParse(read.value).success;
    }),
  );
  const cells = () => taken.map((good) => (next() < 0.2 ? "" : pick(next() < 0.03 ? texts : good)));
  return { importer, used, cells, read: rowReader(importer, { columns, mapping }) };
};

test.each(["vendors", "commodities", "budget-lines", "invoices"])(
  "%s: rows read field by field are what the whole schema makes of them, or its problem",
  (kind) => {
    let accepted = 0;
    let refused = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const { importer, used, cells, read } = drawn(kind, seed * 7919);
      for (let i = 0; i < 25; i++) {
        const row = cells();
        const expected = readWhole(importer, used, row);
        expect(read(row), JSON.stringify(row)).toEqual(expected);
        if ("row" in expected) accepted++;
        else refused++;
      }
    }
    expect(refused).toBeGreaterThan(200);
    expect(accepted).toBeGreaterThan(200);
  },
);

test("a column of many different cells, one of few, lists that rows share, and a schema that cannot be taken apart", () => {
  const fields = [
    { name: "a", label: "A" },
    { name: "b", label: "B", type: several(cellTypes.text) },
  ];
  const run = { columns: ["A", "B"], mapping: { a: "A", b: "B" } };
  const schema = z.object({ a: z.string().toUpperCase(), b: z.array(z.string()).default([]) });
  const read = rowReader(
    {
      fields,
      schema: z.object({ a: z.string().toUpperCase(), b: z.array(z.string()).optional() }),
    },
    run,
  );
  for (let i = 0; i < 9000; i++)
    expect(read([`n${i}`, `x;${i % 3}`])).toEqual({ row: { a: `N${i}`, b: ["x", String(i % 3)] } });
  const [one, two] = [read(["p", "x;1"]), read(["q", "x;1"])] as { row: { b: string[] } }[];
  expect(() => one!.row.b.push("y")).toThrow(TypeError);
  expect(two!.row.b).toEqual(["x", "1"]);
  const whole = rowReader({ fields, schema }, run);
  const [c, d] = [whole(["a", ""]), whole(["b", ""])] as { row: { b: string[] } }[];
  c!.row.b.push("y");
  expect(d!.row.b).toEqual([]);
});

test("a row with more cells than headings, or with letters that are no UTF-8, is handed back; empty cells at its end are none", () => {
  const fields = [
    { name: "a", label: "Name" },
    { name: "b", label: "City" },
  ];
  const schema = z.object({ a: z.string(), b: z.string().optional() });
  const read = rowReader(
    { fields, schema },
    { columns: ["Name", "City", "Note"], mapping: { a: "Name", b: "City" } },
  );
  expect(read(["Dup Firm", "Inc.", "Chaska", "MN"])).toEqual({
    problem: {
      column: "",
      expected: "3 cells, one for each heading",
      found: "Dup Firm | Inc. | Chaska | MN",
      fix: "The row has 4 cells for 3 headings (left over: MN). Put a text that holds the separator into quotes.",
    },
  });
  expect(read(["Dup Firm", "Chaska", "", "", ""])).toEqual({ row: { a: "Dup Firm", b: "Chaska" } });
  expect(read(["M\uFFFDller", "Chaska"])).toMatchObject({
    problem: {
      column: "Name",
      expected: "text in UTF-8",
      found: "M\uFFFDller",
      fix: expect.stringContaining('Save the file as "CSV UTF-8"'),
    },
  });
  expect(read(["Miller", "Chaska", "not taken \uFFFD"])).toEqual({
    row: { a: "Miller", b: "Chaska" },
  });
});
