// A search of SAM.gov by hand, where no exclusion list is loaded: who recorded what, and for how long it
// stands in for a list.
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import { readVendor } from "../vendor/vendor.list.ts";
import { unscreenable, vendorInput } from "../vendor/vendor.model.ts";
import { activateVendor, changeVendor, createVendor } from "../vendor/vendor.service.ts";
import { beginList, loadList } from "./exclusion-list.service.ts";
import { toExtract } from "./generated-exclusions.seed.ts";
import { recordSearch } from "./record-search.service.ts";
import { searchInput } from "./screening.model.ts";
import { readScreenings } from "./screening.read.service.ts";

let t: TestDatabase;
let agency: Agency;
let buyer: Actor;
let stranger: Actor;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    stranger: {},
  });
  buyer = people.buyer!;
  stranger = people.stranger!;
});

const picture = async (mediaType = "image/png", by = buyer) => {
  const id = newId();
  await t.database.transaction(by, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${id}, 'result.png', ${mediaType}, 10, ${"a".repeat(64)}, ${by.personId}
      )
    `),
  );
  return id;
};
const create = () =>
  t.database.transaction(buyer, (tx) =>
    createVendor(tx, buyer, vendorInput.parse({ name: "Castor Paving", email: "a@castor.test" })),
  );
const record = async (id: string, over: object = {}) => {
  const fileId = await picture();
  return t.database.transaction(buyer, (tx) =>
    recordSearch(
      tx,
      buyer,
      id,
      searchInput.parse({ searchedOn: agencyDay(), excluded: false, fileId, ...over }),
    ),
  );
};
const activate = (id: string) =>
  t.database.transaction(buyer, (tx) => activateVendor(tx, buyer, { id, version: null }));
const screenings = (id: string) => readScreenings(t.database.read(buyer), buyer, id);
const offered = async (id: string) =>
  (await readVendor(t.database.read(buyer), buyer, id)).actions.find(
    (each) => each.name === "activate",
  );

test("before the first activation the button says what is missing; a recorded search activates, with who, when and the picture", async () => {
  const { id } = await create();
  expect(await offered(id)).toMatchObject({ reason: unscreenable });
  await expect(activate(id)).rejects.toMatchObject({ code: "no_exclusion_list" });
  await record(id, { note: "Searched by name and UEI" });
  expect((await offered(id))?.reason ?? null).toBeNull();
  expect(await activate(id)).toMatchObject({ status: "active", screeningResult: "clear" });
  const { items, ...rest } = await screenings(id);
  expect(rest).toEqual({
    hasList: false,
    searchUntil: addDays(agencyDay(), 30),
    searchDays: 30,
  });
  expect(items.map((each) => each.trigger)).toEqual(["activation", "demand"]);
  expect(items[0]).toMatchObject({
    listName: "Search of SAM.gov, result.png",
    listDate: agencyDay(),
    outcome: "clear",
    search: { person: buyer.name, note: "Searched by name and UEI" },
  });
  expect(
    await t.database.read(buyer).rows(sql`
      select action
      from audit_entry
      where org_id = ${agency.orgId} and object_id = ${id} and action = 'vendor.recordSearch'
    `),
  ).toHaveLength(1);
});

test("an exclusion that was found keeps the vendor a draft until a newer search finds none", async () => {
  const { id } = await create();
  await record(id, { excluded: true });
  expect(await offered(id)).toMatchObject({
    reason: "This vendor is excluded from federal awards.",
  });
  await expect(activate(id)).rejects.toMatchObject({ code: "rule" });
  await record(id);
  expect(await activate(id)).toMatchObject({ status: "active" });
});

test("a search counts for the days of the rule, of this name, and not before its day", async () => {
  const { id } = await create();
  const refused = (over: object) => record(id, over);
  await expect(refused({ searchedOn: agencyDay(1) })).rejects.toMatchObject({
    code: "search_to_come",
  });
  await expect(refused({ searchedOn: agencyDay(-31) })).rejects.toMatchObject({
    code: "search_over",
    message: expect.stringContaining("30 days"),
  });
  await record(id, { searchedOn: agencyDay(-30) });
  expect((await screenings(id)).searchUntil).toBe(agencyDay());
  await t.database.transaction(buyer, (tx) =>
    addRule(tx, buyer, {
      key: "exclusionSearch",
      jurisdiction: "local",
      citation: "Purchasing manual, 4.2",
      text: "A search holds for ten days.",
      effectiveFrom: agencyDay(-100),
      effectiveTo: null,
      parameters: { days: 10 },
      source: "Purchasing manual",
      verified: true,
    }),
  );
  expect(await screenings(id)).toMatchObject({ searchUntil: null, searchDays: 10 });
  await expect(activate(id)).rejects.toMatchObject({ code: "no_exclusion_list" });
  await record(id);
  const { version } = await readVendor(t.database.read(buyer), buyer, id);
  await t.database.transaction(buyer, (tx) =>
    changeVendor(tx, buyer, id, { name: "Another Firm" }, version),
  );
  await expect(activate(id)).rejects.toMatchObject({ code: "no_exclusion_list" });
});

test("a picture or a PDF of one's own is needed, and no search stands beside a loaded list", async () => {
  const { id } = await create();
  await expect(record(id, { fileId: await picture("text/plain") })).rejects.toMatchObject({
    code: "file_type",
  });
  await expect(record(id, { fileId: await picture("image/png", stranger) })).rejects.toMatchObject({
    code: "unknown_file",
  });
  const stored = await t.app.files.put(Readable.from([toExtract([party])]), 100_000_000);
  const list = await t.database.transaction(buyer, async (tx) => {
    const file = { id: newId(), name: "list.csv", sha256: stored.sha256 };
    await tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256)
      values (
        ${agency.orgId}, ${file.id}, 'list.csv', 'text/plain', ${stored.size}, ${stored.sha256}
      )
    `);
    return beginList(tx, buyer, file, null, false);
  });
  await loadList(t.app, buyer, list.id);
  await expect(record(id)).rejects.toMatchObject({ code: "list_loaded" });
  expect(await activate(id)).toMatchObject({ status: "active" });
});

const party = {
  name: "Somebody Else LLC",
  individual: false,
  first: "",
  middle: "",
  last: "",
  uei: "",
  address1: "9 Mill Rd",
  city: "Waconia",
  state: "MN",
  zip: "55387",
  samNumber: "S4MR000001",
};
