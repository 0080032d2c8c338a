import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { allSearches } from "#server/area.ts";
import { allNouns } from "#server/noun.ts";
import { makeAgency, makeMembers, makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "#areas.server.ts";
import { searchKinds } from "./search.labels.ts";
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

/** Columns that say what a record is called where its source names none. */
const usualTitles = ["title", "name", "vendorName", "vendor"];

/** Nouns with a page that the search leaves out, each with its reason. */
const unsearched: Readonly<Record<string, string>> = {
  awardRevision: "one of an award, opened from its page",
  budgetCycle: "one a year, opened from the budget",
  capitalScenario: "a calculation, opened from the plan",
  deadline: "opens the record that it follows, which is found",
  incidentPlan: "one of an incident's period, opened from its page",
  incidentSite: "a shelter or post of an incident, opened from its page",
  milestone: "one of an award, opened from its page",
  obligation: "one of a contract, which is found by its words",
  paExtension: "one of a declaration, opened from its page",
  signInProvider: "a setting of the administrator",
  signature: "asked of somebody, who finds it among the tasks",
};

test("every noun with a page is found by its words, or a reason stands here", () => {
  const kinds = new Set(allSearches().map((source) => source.kind));
  const lacking = allNouns().filter((noun) => noun.page && !kinds.has(noun.name));
  expect(lacking.map((noun) => noun.name).toSorted()).toEqual(Object.keys(unsearched).toSorted());
});

test("what a source calls its records is a column of its list; a kind is said in words of its own", () => {
  const nameless = allSearches().filter(({ list, title }) => {
    const columns = Object.keys(list.columns);
    return !(title ? [title] : usualTitles).some((column) => columns.includes(column));
  });
  expect(nameless.map(({ kind }) => kind)).toEqual([]);
  const labels = Object.values(searchKinds);
  expect(new Set(labels).size).toBe(labels.length);
});
