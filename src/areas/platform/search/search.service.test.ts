import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "#areas.server.ts";
import { searchRecords } from "./search.service.ts";

let t: TestDatabase;
let mine: Actor;
let theirs: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  const [one, two] = [await makeAgency(t.database), await makeAgency(t.database)];
  mine = (await makeMembers(t.database, one, { clerk: {} })).clerk;
  theirs = (await makeMembers(t.database, two, { clerk: {} })).clerk;
  for (let i = 0; i < 7; i++) await makeVendor(t.database, one, { name: `Delta Stone ${i}` });
  await makeVendor(t.database, two, { name: "Delta Stone of another agency" });
});
afterAll(() => t.drop());

test("finds at most five of a noun, in one's own agency, every word of the query", async () => {
  const found = await searchRecords(t.database.read(mine), mine, "stone delta");
  expect(found.items).toHaveLength(5);
  expect(
    found.items.every(
      (row) =>
        row.kind === "vendor" &&
        /^Delta Stone \d$/.test(row.title) &&
        row.href === `/vendor-directory/${row.id}`,
    ),
  ).toBe(true);
  const other = await searchRecords(t.database.read(theirs), theirs, "Delta Stone");
  expect(other.items.map((row) => row.title)).toEqual(["Delta Stone of another agency"]);
  expect((await searchRecords(t.database.read(mine), mine, "granite")).items).toEqual([]);
});

test("an exact number comes first; who may read nothing, or works in no agency, finds nothing", async () => {
  const [, second] = (await searchRecords(t.database.read(mine), mine, "delta")).items;
  expect((await searchRecords(t.database.read(mine), mine, second!.number)).items[0]!.id).toBe(
    second!.id,
  );
  const blind = { ...mine, permissions: new Set<string>() };
  expect((await searchRecords(t.database.read(blind), blind, "delta")).items).toEqual([]);
  const outside = { ...mine, orgId: null };
  expect((await searchRecords(t.database.read(outside), outside, "delta")).items).toEqual([]);
});
