// A later version adds a column and takes one away while this one works on connections that prepared its statements.
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { freshDatabase, type TestDatabase } from "../../testing/database.ts";
import type { Database } from "../db.ts";
import { openDatabase } from "../open-database.ts";
import { bind } from "../sql.ts";

const most = 4;
const scope = { orgId: newId(), personId: null };
let t: TestDatabase;
let database: Database;
let owner: pg.Client;
let written = 0;
beforeAll(async () => {
  t = await freshDatabase();
  database = openDatabase(t.ownerUrl, { max: most });
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await t.drop();
});

type Counter = { kind: string; last: number };
const everything = bind("select * from record_counter order by kind", []);
const read = () => database.read(scope).rows<Counter>(everything);
const write = () => {
  const kind = `beside-${written++}`;
  return database.transaction(scope, async (tx) => {
    const insert = "insert into record_counter (org_id, kind, year, last) values ($1, $2, 2026, 1)";
    const made = await tx.one<Counter>(bind(`${insert} returning *`, [scope.orgId, kind]));
    await tx.rows(everything);
    return made.kind;
  });
};
/** More at once than there are connections, so that each of them has a part. */
const work = async () => {
  const kinds = await Promise.all(Array.from({ length: 3 * most }, write));
  const seen = await Promise.all(Array.from({ length: 3 * most }, read));
  const open = database.pools().find(({ role }) => role === "levee_app")!;
  expect(open.open).toBe(most);
  for (const rows of seen) expect(rows).toHaveLength(written);
  expect(new Set(kinds).size).toBe(3 * most);
};

test.each([
  ["adds a column", "alter table record_counter add column beside_note text"],
  ["takes a column away", "alter table record_counter drop column beside_note"],
])("it %s: readings and writes go on, and each is done once", async (_what, migration) => {
  await work();
  await owner.query(migration);
  await work();
});

test("readings alone go on too", async () => {
  await Promise.all(Array.from({ length: 3 * most }, read));
  await owner.query("alter table record_counter add column beside_note text");
  for (const rows of await Promise.all(Array.from({ length: 3 * most }, read)))
    expect(rows).toHaveLength(written);
});
