import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { migrate, newestMigration } from "./migrate.ts";
import { noScope, type Database } from "./db.ts";
import { sql } from "./sql.ts";

const shipped = new URL("../../../db/migrations/", import.meta.url);
const next = mkdtempSync(join(tmpdir(), "levee-next-"));
const nextUrl = pathToFileURL(`${next}/`);
const adds = "20991231T0000_adds.sql";
const takes = "20991231T0001_takes_away.sql";
const later = "20991231T0002_later.sql";

let database: Database;
let owner: pg.Client;
let t: TestDatabase;
beforeAll(async () => {
  t = await freshDatabase();
  ({ database } = t);
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  for (const name of readdirSync(shipped)) copyFileSync(new URL(name, shipped), join(next, name));
  await owner.query("create table upgrade_probe (id int, old text)");
  writeFileSync(join(next, adds), "alter table upgrade_probe add column fresh text;\n");
  writeFileSync(
    join(next, takes),
    "-- contract: fresh took its place\nalter table upgrade_probe drop column old;\n",
  );
});
afterAll(async () => {
  await owner.end();
  await t.drop();
  rmSync(next, { recursive: true, force: true });
});

const columns = async () =>
  (
    await owner.query<{ name: string }>(`
      select attname as name
      from pg_attribute
      where attrelid = 'upgrade_probe'::regclass and attnum > 0 and not attisdropped
      order by attnum
    `)
  ).rows.map(({ name }) => name);
const alive = (knows: string | null, hoursAgo: number) =>
  database.transaction(noScope, (tx) =>
    tx.rows(sql`
      insert into instance (id, name, host_ahead_ms, knows, seen_at)
      values (
        gen_random_uuid(), 'other:3000', 0, ${knows},
        clock_timestamp() - make_interval(hours => ${hoursAgo}::int)
      )
    `),
  );
const forget = () => database.transaction(noScope, (tx) => tx.rows(sql`delete from instance`));
const upgrade = async () => {
  const said: string[] = [];
  const ran = await migrate(database.url, (line) => said.push(line), null, nextUrl);
  return { ran, said };
};

test("what takes away waits until no instance of an older version was alive for a day; what adds does not", async () => {
  await alive(await newestMigration(), 1);
  expect(await upgrade()).toEqual({
    ran: [adds],
    said: [
      `migrating ${adds}`,
      `${takes} waits: an older version was alive within a day, and still uses what it takes away`,
    ],
  });
  expect(await columns()).toEqual(["id", "old", "fresh"]);
  // One that does not say what it knows is older than the question.
  await forget();
  await alive(null, 23);
  expect((await upgrade()).ran).toEqual([]);
  // A later one that adds does not wait behind it.
  writeFileSync(join(next, later), "alter table upgrade_probe add column later text;\n");
  expect((await upgrade()).ran).toEqual([later]);
  await forget();
  await alive(null, 25);
  await alive(later, 0);
  // Whoever works with it does not wait behind it: it comes again.
  await owner.query("begin; lock table upgrade_probe in access share mode");
  expect((await upgrade()).said).toEqual([
    `migrating ${takes}`,
    `${takes} waits: somebody works with what it takes away`,
  ]);
  await owner.query("commit");
  expect((await upgrade()).ran).toEqual([takes]);
  expect(await columns()).toEqual(["id", "fresh", "later"]);
  expect((await upgrade()).ran).toEqual([]);
});

test("an older version does not start with a database that a newer one worked with", async () => {
  await expect(migrate(database.url)).rejects.toThrow(
    `A newer version of Levee worked with this database: it ran ${adds}, which this version does not know. Start that version, or a later one.`,
  );
});
