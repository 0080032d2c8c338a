import { bigint, date, jsonb, numeric, pgTable, text, uuid } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import type { Tx } from "./db.ts";
import { insertRow, insertRows, insertSql } from "./rows.ts";
import { sql } from "./sql.ts";

const columns = {
  orgId: uuid("org_id").notNull(),
  id: uuid().notNull(),
  amount: bigint({ mode: "number" }).notNull(),
  quantity: numeric({ precision: 18, scale: 4 }),
  note: text(),
  day: date({ mode: "string" }),
  kind: text().notNull().default("plain"),
  facts: jsonb().$type<unknown>(),
};
const plainRow = pgTable("plain_row", columns);
const listRow = pgTable("list_row", { ...columns, tags: text().array().notNull() });

let t: TestDatabase;
beforeAll(async () => {
  t = await freshDatabase();
  const owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  for (const [name, more] of [
    ["plain_row", ""],
    ["list_row", ", tags text[] not null"],
  ] as const)
    await owner.query(`
      create table ${name} (
        org_id uuid not null, id uuid not null, amount bigint not null, quantity numeric(18, 4),
        note text, day date, kind text not null default 'plain', facts jsonb${more},
        primary key (org_id, id)
      );
      select levee_secure('${name}');
    `);
  await owner.end();
});
afterAll(() => t.drop());

const odd = [
  'it\'s "so"',
  "{a,b}",
  "\\N",
  "",
  null,
  "two\nlines\t",
  "NULL",
  "ünï 🏛",
  "$1",
  "(1), (2)",
];
const rowsOf = (orgId: string, n: number) =>
  Array.from({ length: n }, (_, i) => ({
    orgId,
    id: newId(),
    amount: i % 3 ? -i : Number.MAX_SAFE_INTEGER - i,
    quantity: i % 4 ? `${i}.50005` : null,
    note: odd[i % odd.length]!,
    day: i % 5 ? "2027-02-28" : null,
    facts: i % 2 ? { list: [1, "a"], of: odd[i % odd.length] } : null,
    tags: i % 2 ? ["a", 'b"c'] : [],
  }));
const stored = (orgId: string, table: "plain_row" | "list_row") =>
  t.database.read({ orgId, personId: null }).rows({
    ...sql`select`,
    text: `
      select amount, quantity::text, note, day, kind, facts, to_jsonb(x)->'tags' as tags
      from ${table} x
      order by id
    `,
  });

test.each([1, 2, 10, 60])(
  "%i rows are stored as they are one by one, in one statement where no column is a list",
  async (n) => {
    for (const [table, name, most] of [
      [plainRow, "plain_row", 1],
      [listRow, "list_row", n],
    ] as const) {
      const [together, single] = [newId(), newId()];
      let statements = 0;
      await t.database.transaction({ orgId: together, personId: null }, (tx) =>
        insertRows(
          { ...tx, rows: (s) => (statements++, tx.rows(s)) } as Tx,
          table,
          rowsOf(together, n),
        ),
      );
      await t.database.transaction({ orgId: single, personId: null }, async (tx) => {
        for (const row of rowsOf(single, n)) await insertRow(tx, table, row);
      });
      const rows = await stored(together, name);
      expect(rows).toHaveLength(n);
      expect(rows).toEqual(await stored(single, name));
      expect(statements).toBe(most);
    }
  },
);

test("rows that give different columns take the defaults of those they leave out", async () => {
  const orgId = newId();
  const [a, b] = rowsOf(orgId, 2);
  await t.database.transaction({ orgId, personId: null }, (tx) =>
    insertRows(tx, plainRow, [{ ...a!, kind: "given" }, b!]),
  );
  expect((await stored(orgId, "plain_row")).map((row) => row.kind)).toEqual(["given", "plain"]);
});

test("no row of another agency is among them", async () => {
  const [orgId, other] = [newId(), newId()];
  await expect(
    t.database.transaction({ orgId, personId: null }, (tx) =>
      insertRows(tx, plainRow, [...rowsOf(orgId, 2), ...rowsOf(other, 1)]),
    ),
  ).rejects.toThrow(/row-level security/);
  expect(await stored(orgId, "plain_row")).toEqual([]);
});

test.each([3, 53, 54, 80])(
  "a table of %i columns: the same columns give the same text, others another, in the order of the table",
  (n) => {
    const wide = pgTable(
      `wide_${n}`,
      Object.fromEntries(Array.from({ length: n }, (_, i) => [`c${i}`, text(`c${i}`)])),
    );
    const of = (...at: number[]) =>
      insertSql(wide, Object.fromEntries(at.map((i) => [`c${i}`, `v${i}`])) as never, "");
    const first = of(0);
    const last = of(n - 1);
    const both = of(n - 1, 0);
    expect([first.text, last.text, both.text]).toEqual([
      `insert into "wide_${n}" ("c0") values ($1)`,
      `insert into "wide_${n}" ("c${n - 1}") values ($1)`,
      `insert into "wide_${n}" ("c0", "c${n - 1}") values ($1, $2)`,
    ]);
    expect(both.values).toEqual(["v0", `v${n - 1}`]);
    expect(of(n - 1).text).toBe(last.text);
    expect(insertSql(wide, { c0: "x", c1: undefined, c2: null } as never, "").values).toEqual([
      "x",
      null,
    ]);
  },
);
