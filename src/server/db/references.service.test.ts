// Deleting a row asks every table that refers to it; without an index it would read each of their
// rows.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";

let t: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

const sources = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".ts") && !file.includes(".test."),
);
const emptied = new Set(
  sources.flatMap((file) =>
    [...readFileSync(join("src", file), "utf8").matchAll(/delete from "?([a-z_]+)/g)].map(
      ([, table]) => table!,
    ),
  ),
);

// An index helps when its first columns are those of the reference, and when it leaves out no row
// but those that refer to nothing.
const unindexed = `
  select c.conrelid::regclass::text || ' (' || string_agg(
      a.attname, ', ' order by k.at
    ) || ')' as reference
  from pg_constraint c
  cross join lateral unnest(c.conkey)
  with ordinality k(attnum, at)
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
  where c.contype = 'f'
    and c.confrelid = any($1::regclass[])
    and not exists (
      select 1
      from pg_index i
      where i.indrelid = c.conrelid
        and i.indisvalid
        and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
        and (
          i.indpred is null
          or pg_get_expr(i.indpred, i.indrelid) in (
            select '(' || n.attname || ' IS NOT NULL)'
            from pg_attribute n
            where n.attrelid = c.conrelid and n.attnum = any(c.conkey)
          )
        )
    )
  group by c.oid, c.conrelid
  order by 1
`;
const missing = async (tables: readonly string[]) =>
  (await owner.query<{ reference: string }>(unindexed, [tables])).rows.map((r) => r.reference);

test("whatever refers to rows that the product deletes has an index for the question", async () => {
  expect(emptied.size).toBeGreaterThan(20);
  const { rows } = await owner.query<{ name: string }>(
    `
      select relname as name
      from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname = any($1)
    `,
    [[...emptied]],
  );
  expect(await missing(rows.map((r) => r.name))).toEqual([]);
});

test("a reference without an index is found, also behind an index of some rows only", async () => {
  await owner.query(
    "drop index invoice_split_line; create index invoice_split_some on invoice_split (org_id, line_id) where amount > 0",
  );
  expect(await missing(["invoice_line"])).toEqual(["invoice_split (org_id, line_id)"]);
});
