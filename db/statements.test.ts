import { globSync, readFileSync } from "node:fs";
import pg from "pg";
import { getConstructionPlans } from "pg-boss";
import { beforeAll, expect, test } from "vitest";
import { freshDatabase } from "#server/testing/database.ts";
import { checkStatements, type Checked } from "./statements/check.ts";

const planted = {
  "src/server/planted.service.ts": `
    import type { Db } from "./db/db.ts";
    import { sql } from "./db/sql.ts";
    type Planted = { id: string; cents: number; day: string };
    export const named = (db: Db) =>
      db.one<Planted>(sql\`select id, amount as cent, ordered_on as day from purchase_order\`);
    export const typed = (db: Db) =>
      db.rows<Planted>(sql\`select id, title as cents, ordered_on as day from purchase_order\`);
    export const right = (db: Db) =>
      db.maybe<Planted>(sql\`select id, amount as cents, ordered_on as day from purchase_order\`);

  `,
};

/** Files of the server that read rows. */
const files = globSync("src/{areas,server}/**/*.ts").filter(
  (file) =>
    !/\.(test|setup)\.ts$/.test(file) &&
    !file.startsWith("src/server/testing/") &&
    /\b(?:rows|one|maybe)\b/.test(readFileSync(file, "utf8")),
);
const { unchecked } = JSON.parse(
  readFileSync(new URL("statements.json", import.meta.url), "utf8"),
) as { unchecked: string[] };

// The tables of queues, as the library makes them when the product starts.
const makeQueues = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(getConstructionPlans("pgboss"));
  await client.end();
};

let checked: Checked;
// A copy of its own: whoever reads the template for long keeps others from copying it.
beforeAll(async () => {
  const t = await freshDatabase();
  try {
    await makeQueues(t.ownerUrl);
    checked = await checkStatements(t.ownerUrl, files, planted);
  } finally {
    await t.drop();
  }
}, 420_000);

const isPlanted = (what: string) => what.startsWith("src/server/planted.service.ts");

test("a planted wrong name and a planted wrong type are reported, and the right one is not", () => {
  expect(checked.wrong.filter(isPlanted)).toEqual([
    "src/server/planted.service.ts:6 has no column cents",
    "src/server/planted.service.ts:8 cents is text, read as string, and not number",
  ]);
});

test("every statement answers with the names and types that are asserted of its rows", () => {
  expect(checked.asserted).toBeGreaterThan(1500);
  expect(checked.wrong.filter((what) => !isPlanted(what))).toEqual([]);
});

test("the statements that cannot be checked are those of db/statements.json, which only shrinks", () => {
  const found = checked.unchecked.map(({ name, reason }) => ({ name, reason }));
  expect(
    found.filter(({ name }) => !unchecked.includes(name)),
    "statements that are made while the program runs: write them plainer",
  ).toEqual([]);
  const names = new Set(found.map(({ name }) => name));
  expect(
    unchecked.filter((name) => !names.has(name)),
    "are checked now: take them out of db/statements.json",
  ).toEqual([]);
});
