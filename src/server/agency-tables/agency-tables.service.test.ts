import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { allAgencyTables } from "./agency-tables.ts";
import { deletionOrder, describedTables, faultsOfRules, referencesOf } from "./catalogue.ts";

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

const planted = async (statement: string): Promise<string[]> => {
  await owner.query("begin");
  await owner.query(statement);
  const faults = await faultsOfRules(owner);
  await owner.query("rollback");
  return faults;
};

test("every table has one rule of what leaves, is copied, and ends; no column that looks like a secret leaves unsaid", async () => {
  expect(await faultsOfRules(owner)).toEqual([]);
  const tables = await describedTables(owner);
  expect(allAgencyTables()).toHaveLength(tables.filter(({ ofAgencies }) => ofAgencies).length);
});

test("a planted table without a rule is named, of agencies or of nobody", async () => {
  const mine = "create table planted_rows (org_id uuid not null, id uuid not null, words text)";
  expect(await planted(mine)).toEqual(["planted_rows: no rule"]);
  const nobodys = "create table planted_places (id uuid not null, org uuid)";
  expect(await planted(nobodys)).toEqual(["planted_places: no rule, and it is of no agency"]);
});

test.each(["sealed_pin", "link_token", "hash", "api_key", "digest", "client_secret"])(
  "a new column %s of a table that leaves whole is named",
  async (column) => {
    expect(await planted(`alter table department add column ${column} text`)).toEqual([
      `department.${column}: looks like a secret and leaves`,
    ]);
  },
);

test("a table of agencies has a rule for the copy, or nobody who copies may write it", async () => {
  const secured = `
    create table planted_rows (org_id uuid not null, id uuid not null);
    select levee_secure('planted_rows');
  `;
  expect(await planted(secured)).toEqual(["planted_rows: no rule"]);
  expect(await planted("select levee_not_copied('department')")).toEqual([
    "department: is copied for practice, and whoever copies may not write it",
  ]);
  expect(await planted("select levee_let_copy('bid_envelope')")).toEqual([
    "bid_envelope: is not copied for practice, and whoever copies may write it (levee_not_copied)",
  ]);
});

test("a rule of a column or a table that is gone is named", async () => {
  expect(await planted("alter table vendor drop column tin_digest cascade")).toEqual([
    "vendor.tin_digest: there is no such column",
    "vendor.tin_digest: there is no such column",
  ]);
  expect(await planted("drop table comment cascade")).toEqual(["comment: there is no such table"]);
});

test("rows are deleted from whoever refers to others first; the one circle stands in a group", async () => {
  const names = (await describedTables(owner)).map(({ name }) => name);
  const references = await referencesOf(owner);
  const order = deletionOrder(names, references);
  expect(order.flat().toSorted()).toEqual(names.toSorted());
  expect(order.filter((group) => group.length > 1).map((group) => group.toSorted())).toEqual([
    ["contract_change", "contract_claim"],
  ]);
  const place = new Map(order.flatMap((group, at) => group.map((name) => [name, at] as const)));
  const wrong = references.filter(
    ({ from, to }) => from !== to && place.get(from)! > place.get(to)!,
  );
  expect(wrong).toEqual([]);
});
