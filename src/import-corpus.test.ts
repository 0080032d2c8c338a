// Odd files for every importer, generated: each kind of cell that its columns hold, written as no office
// should. No row is lost, none is taken wrongly, and each refusal names row, column and what to write.
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { permissions } from "#roles.ts";
import { cells, type CellType } from "#server/import/cells.ts";
import {
  importableKinds,
  importerOf,
  type ImportField,
  type Importer,
} from "#server/import/importer.ts";
import { rowReader } from "#server/import/row-reader.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { beginFile, checkFile } from "#server/testing/import-files.ts";

let t: TestDatabase;
let actor: Actor;
beforeAll(async () => {
  expect(areaServers.length).toBeGreaterThan(0);
  t = await freshDatabase();
  const { admin } = await makeMembers(t.database, await makeAgency(t.database), {
    admin: { role: "admin" },
  });
  actor = { ...admin, permissions: new Set(Object.keys(permissions)) };
});
afterAll(() => t.drop());

const kinds = importableKinds();
const amounts = [
  "abc",
  "n/a",
  "TBD",
  "USD 900",
  "1205.999",
  "12 50",
  "1.2E+3",
  "#REF!",
  "--5",
  "€5",
];
const days = ["soon", "2026-13-40", "2/30/2026", "46346", "2026-11-20 14:30", "#N/A"];
/** What cells of a kind must not come in as. */
const odd = new Map<CellType, readonly string[]>([
  [cells.money, amounts],
  [cells.exactMoney, ["abc", "n/a", "USD 900", "12 50", "#REF!"]],
  [cells.number, ["abc", "12 50", "N 44", "#VALUE!"]],
  [cells.decimal, ["abc", "12 50", "N 44", "#VALUE!"]],
  [cells.whole, ["twelve", "12.5", "1.2E+3", "#NUM!"]],
  [cells.day, days],
  [cells.recentDay, days],
  [cells.leadingDay, ["soon", "11/20/2026", "2026-13-40"]],
  [cells.instant, ["soon", "2026-11-20", "11/20/2026 2 PM"]],
  [cells.fiscalYear, ["FY22-25", "22", "next", "#N/A"]],
  [cells.zip, ["1082", "57339912", "123456", "#REF!"]],
  [cells.email, ["nobody", "a@x.test; b@x.test", "#N/A"]],
  [cells.phone, ["9.52556E+09", "12", "#N/A"]],
  [cells.yesNo, ["perhaps", "2", "#N/A"]],
  [cells.code, ["1.23457E+15", "#NAME?"]],
]);
const anyOther = ["#REF!"];
const typeOf = (field: ImportField): CellType => field.type ?? cells.text;
const oddOf = (field: ImportField): readonly string[] => odd.get(typeOf(field)) ?? anyOther;

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const fileOf = (importer: Importer, field: ImportField, separator: string): string => {
  const heads = importer.fields.map(({ label }) => quoted(label)).join(separator);
  const rows = oddOf(field).map((text) =>
    importer.fields.map((each) => quoted(each === field ? text : "")).join(separator),
  );
  // A line that holds nothing stands between the rows: their numbers are those of the file.
  return `${heads}\n${rows.join("\n\n")}\n`;
};

test.each(kinds)(
  "%s: what its columns cannot read is handed back by row and column",
  async (kind) => {
    const importer = importerOf(kind)!;
    // One file for each kind of cell that it has, in turn with each separator.
    const fields = [...new Map(importer.fields.map((field) => [typeOf(field), field])).values()];
    for (const [at, field] of fields.entries()) {
      const text = fileOf(importer, field, [",", ";", "\t"][at % 3]!);
      const { id } = await beginFile(t, actor, kind, text);
      const asked = await checkFile(t, actor, id);
      // What is open is answered with what is likely.
      const answers = Object.fromEntries(asked.questions.map((q) => [q.id, q.likely]));
      const run = asked.questions.length ? await checkFile(t, actor, id, { answers }) : asked;
      const { create, update, skip, reject } = run.counts;
      const wanted = oddOf(field).map((_, n) => [2 + 2 * n, field.label]);
      expect({ create, update, skip, reject }, field.label).toEqual({
        create: 0,
        update: 0,
        skip: 0,
        reject: wanted.length,
      });
      expect(run.problems.map(({ row, column }) => [row, column])).toEqual(wanted);
      for (const problem of run.problems) {
        expect(problem.fix).toContain(field.label);
        expect(problem.expected).not.toBe("");
        expect(problem.found).not.toBe("");
      }
    }
  },
  240_000,
);

test("the corpus has at least sixty files", () => {
  const files = kinds.flatMap((kind) => [
    ...new Set(importerOf(kind)!.fields.map((field) => typeOf(field))),
  ]);
  expect(files.length).toBeGreaterThanOrEqual(60);
});

test("no importer has a reader of its own: every column names a type, and a type reads alone", () => {
  for (const kind of kinds) {
    const importer = importerOf(kind)!;
    for (const field of importer.fields) {
      expect(Object.keys(field)).not.toContain("from");
      const columns = [field.label];
      const read = rowReader(importer, { columns, mapping: { [field.name]: field.label } });
      for (const text of oddOf(field))
        expect(read([text]), `${kind} ${field.name} ${text}`).toHaveProperty("problem");
    }
  }
});

test("numbers and keys of any system are codes: one that a spreadsheet shortened is handed back, never taken", () => {
  const numbered = /\b(number|key|id|code|receipt|batch|register|notice)\b/i;
  const fields = kinds.flatMap((kind) =>
    importerOf(kind)!
      .fields.filter(({ label, aliases = [] }) => [label, ...aliases].some((w) => numbered.test(w)))
      .map((field) => ({ name: `${kind} ${field.name}`, read: typeOf(field).read })),
  );
  expect(fields.length).toBeGreaterThan(40);
  const taken = fields.filter(({ read }) => {
    const found = read("1.23457E+15", {});
    return found === "none" || !("fix" in found);
  });
  expect(taken.map(({ name }) => name)).toEqual([]);
});
