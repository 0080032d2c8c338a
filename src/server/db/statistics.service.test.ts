import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { makeAgency } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { refreshStatistics } from "./statistics.ts";

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

const countedRows = async (table: string): Promise<number> =>
  (await owner.query("select reltuples from pg_class where relname = $1", [table])).rows[0]
    .reltuples;

test("a burst of rows is counted at once, and nothing is counted twice", async () => {
  const agency = await makeAgency(t.database);
  await owner.query(
    `
      insert into record_counter (org_id, kind, year, last)
      select $1, 'K' || n, 2027, n
      from generate_series(1, 1500) n
    `,
    [agency.orgId],
  );
  await owner.query("select pg_stat_force_next_flush()");
  await owner.query("select 1");
  expect(await refreshStatistics(t.database)).toBeGreaterThan(0);
  expect(await countedRows("record_counter")).toBeGreaterThanOrEqual(1500);
});
