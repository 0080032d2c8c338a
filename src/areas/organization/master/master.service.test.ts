import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { validateImport } from "#server/import/check-rows.ts";
import { commitImport } from "#server/import/commit-rows.ts";
import { beginImport, mapColumns, readRun, startCommit } from "#server/import/import.service.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { orderDocument } from "#areas/procurement/order/document.service.ts";
import { issueOrder } from "#areas/procurement/order/issue.service.ts";
import { orderInput } from "#areas/procurement/order/order.model.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { createOrder } from "#areas/procurement/order/order.service.ts";
import { submitOrder } from "#areas/procurement/order/submission.service.ts";
import { placeInput } from "../place/place.model.ts";
import { placesList } from "../place/place.service.ts";
import { unitInput } from "../unit/unit.model.ts";
import { beginUnits, convertUnits, unitsList } from "../unit/unit.service.ts";
import { addEntry, changeEntry, readEntry, setInUse, usesOf } from "./entry.service.ts";
import { proposalInput } from "./master.model.ts";
import { decideProposal, propose, readProposal, withdrawProposal } from "./proposal.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"keeper" | "buyer" | "member" | "other", Actor>;
let account: string;

beforeAll(async () => {
  expect(areaServers.length).toBeGreaterThan(5);
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    keeper: { role: "manager" },
    buyer: { duties: ["buyer"] },
    member: {},
    other: {},
  });
  account = (await makeBudget(t.database, agency, 9_000_00)).accountStringId;
  await makePolicy(t.database, people.keeper, { documentType: "purchaseOrder" });
  await t.database.transaction(people.keeper, beginUnits);
});
afterAll(() => t.drop());

const placeOf = (values: object) =>
  placeInput.parse({ kind: "yard", ...values }) as Record<string, unknown>;
const add = (values: object) =>
  t.database.transaction(people.keeper, (tx) =>
    addEntry(tx, people.keeper, placesList, placeOf(values)),
  );
const change = (id: string, values: object, version: number) =>
  t.database.transaction(people.keeper, (tx) =>
    changeEntry(tx, people.keeper, placesList, id, placeOf(values), version),
  );
const retire = (id: string, version: number) =>
  t.database.transaction(people.keeper, (tx) =>
    setInUse(tx, people.keeper, placesList, id, false, "The lease ended", version),
  );

const draftOrder = async (placeId: string | null) => {
  const vendor = await makeVendor(t.database, agency);
  const input = orderInput.parse({
    title: "Flood stone",
    vendorId: vendor.id,
    departmentId: agency.departmentId,
    placeId,
    deliverTo: "Gate 2",
    lines: [
      {
        description: "Stone",
        quantity: "1",
        unit: "Ton",
        unitPrice: "9.00",
        splits: [{ accountStringId: account }],
      },
    ],
  });
  return t.database.transaction(people.buyer, (tx) => createOrder(tx, people.buyer, input));
};

test("an order says of its place what stood when it went out, also after the place moved and was retired", async () => {
  const yard = await add({ name: "North yard", street: "12 Mill Road", city: "Chaska" });
  const order = await draftOrder(yard.id);
  const { buyer } = people;
  const read = () => readOrder(t.database.read(buyer), buyer, order.id);
  // Until it goes out it follows the place.
  await change(yard.id, { name: "North yard", street: "14 Mill Road", city: "Chaska" }, 1);
  expect((await read()).place).toBe("North yard, 14 Mill Road, Chaska");
  await t.database.transaction(buyer, (tx) =>
    submitOrder(tx, buyer, { id: order.id, version: null }),
  );
  await approveDocument(t.database, people.keeper, order.id);
  await t.database.transaction(buyer, (tx) =>
    issueOrder(tx, buyer, { id: order.id, version: null }, "http://levee.test"),
  );
  await change(yard.id, { name: "Old yard", street: "1 Elsewhere", city: "Waconia" }, 2);
  await retire(yard.id, 3);
  const after = await read();
  expect(after.place).toBe("North yard, 14 Mill Road, Chaska");
  expect(orderDocument(after, "County")).toContain("North yard, 14 Mill Road, Chaska; Gate 2");
  const { content } = await t.database
    .read(buyer)
    .one<{ content: { issuedPlace: string } }>(
      sql`select content from purchase_order_version where purchase_order_id = ${order.id}`,
    );
  expect(content.issuedPlace).toBe("North yard, 14 Mill Road, Chaska");
  // It is counted where it is used, and offered to nobody.
  const entry = await readEntry(t.database.read(buyer), placesList, yard.id);
  expect(await usesOf(t.database.read(buyer), "places", entry)).toContainEqual({
    label: "Purchase orders",
    count: 1,
    href: `/purchase-orders?placeId=${yard.id}`,
  });
  await expect(draftOrder(yard.id)).rejects.toMatchObject({
    errors: [{ path: "placeId" }],
    message: expect.stringContaining("Old yard is retired"),
  });
});

test("a place that is not in use yet, not any more, or of another agency cannot be chosen", async () => {
  const soon = await add({ name: "New hall", activeFrom: agencyDay(1) });
  const past = await add({ name: "Old hall", activeTo: agencyDay(-1) });
  for (const id of [soon.id, past.id])
    await expect(draftOrder(id)).rejects.toMatchObject({ status: 422 });
  const elsewhere = await makeAgency(t.database);
  const theirs = newId();
  await t.database.transaction({ orgId: elsewhere.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into agency_place (org_id, id, name, kind)
      values (${elsewhere.orgId}, ${theirs}, 'Theirs', 'yard')
    `),
  );
  await expect(draftOrder(theirs)).rejects.toMatchObject({ errors: [{ path: "placeId" }] });
  await expect(change(theirs, { name: "Ours now" }, 1)).rejects.toMatchObject({ status: 404 });
  const today = await add({
    name: "Fair tent",
    activeFrom: agencyDay(0),
    activeTo: agencyDay(0),
  });
  expect(await draftOrder(today.id)).toMatchObject({ placeId: today.id });
});

test("no place is within itself, also where two people make the ring at once", async () => {
  const [a, b] = [await add({ name: "Campus A" }), await add({ name: "Campus B" })];
  const ends = await Promise.allSettled([
    change(a.id, { name: "Campus A", parentId: b.id }, 1),
    change(b.id, { name: "Campus B", parentId: a.id }, 1),
  ]);
  expect(ends.map((end) => end.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(change(a.id, { name: "Campus A", parentId: a.id }, 1)).rejects.toBeDefined();
  await expect(add({ name: "campus a" })).rejects.toMatchObject({ errors: [{ path: "name" }] });
  expect(() => placeOf({ name: "Nowhere", latitude: "91", longitude: "0" })).toThrow(/-90 to 90/);
  expect(() => placeOf({ name: "Half", latitude: "44.1" })).toThrow(/or neither/);
});

const ask = (actor: Actor, content: object, entry?: { id: string; version: number }) =>
  t.database.transaction(actor, (tx) =>
    propose(
      tx,
      actor,
      proposalInput.parse({
        list: "units",
        content,
        reason: "We buy it",
        ...(entry && { entryId: entry.id, entryVersion: entry.version }),
      }),
    ),
  );
const pallet = { code: "pallet", name: "Pallet", kind: "other", factor: null };

test("a member's proposal becomes an entry once the keeper accepts it, and its author is told once", async () => {
  const { keeper, member, other } = people;
  const asked = await ask(member, pallet);
  expect(asked.number).toMatch(/^LP-\d{4}-00001$/);
  await expect(
    t.database.transaction(other, (tx) => withdrawProposal(tx, other, asked.id, 1)),
  ).rejects.toMatchObject({ status: 403 });
  // Two keepers at once: one of them decides.
  const decide = (status: "accepted" | "declined") =>
    t.database.transaction(keeper, (tx) => decideProposal(tx, keeper, asked.id, 1, status, "Good"));
  const ends = await Promise.allSettled([decide("accepted"), decide("accepted")]);
  expect(ends.filter((end) => end.status === "fulfilled")).toHaveLength(1);
  const rows = await t.database.read(keeper).rows<{ code: string }>(sql`
    select code
    from measure_unit
    where org_id = ${agency.orgId} and code = 'pallet'
  `);
  expect(rows).toHaveLength(1);
  const told = await t.database.read(member).rows<{ title: string }>(sql`
    select title
    from notification
    where org_id = ${agency.orgId} and person_id = ${member.personId} and kind = 'listProposal'
  `);
  expect(told.map((one) => one.title)).toEqual(["pallet was accepted"]);
});

test("a proposal to change does not overwrite what somebody changed meanwhile", async () => {
  const { keeper, member } = people;
  const unit = (values: object) => unitInput.parse(values) as Record<string, unknown>;
  const bag = { code: "bag", name: "Bag", kind: "other", factor: null };
  const entry = await t.database.transaction(keeper, (tx) =>
    addEntry(tx, keeper, unitsList, unit(bag)),
  );
  await expect(ask(member, bag, entry)).rejects.toMatchObject({ code: "no_change" });
  await expect(ask(member, { ...bag, code: "sack" }, entry)).rejects.toMatchObject({
    code: "code_stays",
  });
  const asked = await ask(member, { ...bag, name: "Paper bag" }, entry);
  await t.database.transaction(keeper, (tx) =>
    changeEntry(tx, keeper, unitsList, entry.id, unit({ ...bag, name: "Big bag" }), 1),
  );
  const shown = await readProposal(t.database.read(keeper), keeper, asked.id);
  expect(shown.changes).toEqual([{ field: "Name", before: "Big bag", after: "Paper bag" }]);
  expect(shown.outdated).toContain("changed since");
  await expect(
    t.database.transaction(keeper, (tx) => decideProposal(tx, keeper, asked.id, 1, "accepted", "")),
  ).rejects.toMatchObject({ status: 412 });
});

test("the agency's units convert by their own factors, and a line's word finds its unit in any case", async () => {
  const db = t.database.read(people.member);
  expect(await convertUnits(db, { amount: "2", from: "TON", to: "lb" })).toBe("4000");
  await expect(convertUnits(db, { amount: "2", from: "ton", to: "gal" })).rejects.toMatchObject({
    code: "unlike_units",
  });
  await draftOrder(null);
  const { id } = await db.one<{ id: string }>(
    sql`select id from measure_unit where org_id = ${agency.orgId} and code = 'ton'`,
  );
  const uses = await usesOf(db, "units", await readEntry(db, unitsList, id));
  expect(uses.find((use) => use.label === "Purchase orders")!.count).toBeGreaterThan(0);
});

test("places come in from a file: new ones are added, known ones changed, the rest skipped", async () => {
  await add({ name: "Library", street: "3 Elm Street", latitude: "44.5", longitude: "-93.5" });
  const text = `Name,Kind,Address,ZIP,Lat,Lon
Library,Yard,3 Elm Street,,44.5,-93.5
North fire station,Station,9 Oak Avenue,55318,44.7891,-93.6025
Bad,Yard,,ABC,,
`;
  const { keeper } = people;
  const stored = await t.app.files.put(Readable.from([text]));
  const fileId = newId();
  await t.database.transaction(keeper, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${fileId}, 'p.csv', 'text/csv', ${stored.size}, ${stored.sha256},
        ${tx.scope.personId}
      )
    `),
  );
  const run = await beginImport(t.app, keeper, "places", fileId);
  await t.database.transaction(keeper, (tx) => mapColumns(tx, keeper, run.id, run.mapping));
  await validateImport(t.app, keeper, run.id);
  await t.database.transaction(keeper, (tx) => startCommit(tx, keeper, run.id));
  await commitImport(t.app, keeper, run.id);
  const done = await readRun(t.database.read(keeper), keeper, run.id);
  expect(done.counts).toMatchObject({ create: 1, skip: 1, reject: 1 });
});
