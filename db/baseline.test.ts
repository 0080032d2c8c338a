import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate, migrationsHere } from "#server/db/migrate.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency } from "#server/testing/agency.ts";
import { freshDatabase } from "#server/testing/database.ts";
import { catalogueOf, summaryOf } from "./catalogue.ts";

const baseline = JSON.parse(readFileSync(new URL("baseline.json", import.meta.url), "utf8")) as {
  name: string;
  catalogue: Record<string, string>;
  migrations: { name: string; sha256: string }[];
};
const admin = new pg.Client({ connectionString: process.env.LEVEE_TEST_DATABASE! });
const made: string[] = [];

beforeAll(() => admin.connect());
afterAll(async () => {
  for (const name of made) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
});

const connected = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

/** An empty database that noted these migrations as run. */
const noted = async (ran: readonly { name: string; sha256: string }[]): Promise<string> => {
  const name = `levee_test_${randomBytes(6).toString("hex")}`;
  await admin.query(`create database ${name}`);
  made.push(name);
  const url = new URL(process.env.LEVEE_TEST_DATABASE!);
  url.pathname = `/${name}`;
  const client = await connected(url.href);
  await client.query(`
    create table levee_migration (
      name text primary key, sha256 text not null, ran_at timestamptz not null default now()
    )
  `);
  await note(client, ran);
  await client.end();
  return url.href;
};
const note = (client: pg.Client, ran: readonly { name: string; sha256: string }[]) =>
  client.query(
    "insert into levee_migration (name, sha256) select * from unnest($1::text[], $2::text[])",
    [ran.map(({ name }) => name), ran.map(({ sha256 }) => sha256)],
  );

test("the baseline makes what the migrations before it made: every column, rule, right and row", async () => {
  const url = await noted([]);
  expect(await migrate(url, () => {}, new Set([baseline.name]))).toEqual([baseline.name]);
  const client = await connected(url);
  expect(summaryOf(await catalogueOf(client))).toEqual(baseline.catalogue);
  await client.end();
});

test("a database that ran them all counts as being at the baseline and keeps its records", async () => {
  const t = await freshDatabase();
  const agency = await makeAgency(t.database);
  const owner = await connected(t.ownerUrl);
  await owner.query("delete from levee_migration where name = $1", [baseline.name]);
  await note(owner, baseline.migrations);
  expect(await migrate(t.ownerUrl)).toEqual([]);
  const { rowCount } = await owner.query("select 1 from levee_migration where name = $1", [
    baseline.name,
  ]);
  expect(rowCount).toBe(1);
  const kept = await t.database
    .read({ orgId: agency.orgId, personId: null })
    .rows(sql`select id from organization`);
  expect(kept).toEqual([{ id: agency.orgId }]);
  await owner.end();
  await t.drop();
});

test("a database that ran some of them is told which version to start first", async () => {
  const url = await noted(baseline.migrations.slice(0, 100));
  await expect(migrate(url)).rejects.toThrow(
    `This database ran 100 of the 188 migrations that came before ${baseline.name}. Start version 0.1.0 of Levee with it once, then this one.`,
  );
});

test("a migration that sorts before one that ran is refused by both names", async () => {
  const newest = (await migrationsHere()).at(-1)!;
  const url = await noted([newest]);
  await expect(migrate(url)).rejects.toThrow(
    `Migration ${baseline.name} is out of order: ${newest.name} ran here already.`,
  );
});

test("a migration that was changed after it ran is refused, of before the baseline as well", async () => {
  for (const name of [baseline.name, baseline.migrations[0]!.name])
    await expect(migrate(await noted([{ name, sha256: "a".repeat(64) }]))).rejects.toThrow(
      `Migration ${name} was changed after it ran here.`,
    );
});
