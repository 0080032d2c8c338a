// What a connector refuses before anything is fetched, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas/vendors/vendors.server.ts";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { beginRun } from "./run/run.service.ts";
import { readerOf } from "./source/reader.service.ts";
import { connectorBench } from "#server/testing/connector-bench.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

let t: TestDatabase;
let admin: Actor;
let bench: Awaited<ReturnType<typeof connectorBench>>;
const ask = askingOf(() => t);
const connectors = "/api/v1/connectors";
const source = (over: object = {}) => ({
  name: "Vendors of the ERP",
  kind: "rest",
  importer: "vendors",
  address: "https://example.com/vendors",
  settings: { fields: ["name"] },
  runAt: "02:30",
  ...over,
});
const refused = (over: object) => refusalOf(ask(admin, `POST ${connectors}`, source(over)));

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } }));
  bench = await connectorBench(t, admin);
});
afterAll(async () => {
  await bench.close();
  await t.drop();
});

test("what it brings in goes with its kind and with whoever sets it up", async () => {
  expect(await refused({ kind: "ocds", importer: "vendors" })).toMatch(
    /^invalid_field: This source brings in .+ alone\.$/,
  );
  expect(await refused({ importer: "no-such-import" })).toBe(
    "invalid_field: Choose something that you may import yourself.",
  );
  expect(
    await refused({
      kind: "list",
      importer: "list",
      settings: { list: "/api/v1/no-such-list", query: "" },
    }),
  ).toMatch(/Choose a list that you may read and export yourself\.|brings in/);
});

test("how an answer is read is said whole", async () => {
  expect(await refused({ settings: {} })).toBe(
    "invalid_field: Name the fields of an item that are taken.",
  );
  expect(await refused({ settings: { fields: ["name"], watermark: "changedAt" } })).toBe(
    "invalid_field: Name both: the field that says how new an item is, and the parameter that asks from there.",
  );
});

test("every hour is 24 calls a day", async () => {
  expect(await refused({ every: "hour", dailyCalls: 23 })).toBe(
    "invalid_field: Every hour makes 24 calls a day at least. Let it run every day, or allow more calls.",
  );
  expect(await refused({ name: "Hourly", every: "hour", dailyCalls: 24 })).toBe(
    "nothing was refused",
  );
});

test("a credential has a header that may be set", async () => {
  expect(await refused({ credentialHeader: "Cookie", credential: "a=b" })).toBe(
    "invalid_field: This header cannot be set.",
  );
  expect(await refused({ credential: "Bearer abc" })).toBe(
    "invalid_field: Name the header that carries it.",
  );
});

test("a change keeps what it does not name; another header carries the credential that is kept", async () => {
  const made = await ask(
    admin,
    `POST ${connectors}`,
    source({
      name: "Kept",
      settings: { fields: ["name", "email"], items: "data" },
      credentialHeader: "X-Key",
      credential: "abc",
    }),
  );
  const change = (body: object, version?: number) =>
    ask(admin, `PATCH ${connectors}/${made.id}`, body, version ?? null);
  await change({ settings: { items: "rows" } });
  await change({ credentialHeader: "Authorization" });
  expect(await ask(admin, `GET ${connectors}/${made.id}`)).toMatchObject({
    name: "Kept",
    settings: { fields: ["name", "email"], items: "rows" },
    credentialHeader: "Authorization",
  });
  expect(await refusalOf(change({ name: "Hourly" }))).toBe(
    "invalid_field: Another connector has this name.",
  );
});

test("a retired connector is not changed", async () => {
  const { id, version } = await ask(admin, `POST ${connectors}`, source({ name: "Old" }));
  await ask(admin, `POST ${connectors}/${id}/actions/retire`, { reason: "Replaced" }, version);
  expect(await refusalOf(ask(admin, `PATCH ${connectors}/${id}`, { name: "Older" }))).toBe(
    "retired: It is retired. Set up a new one.",
  );
});

const csv = (rows: number) => ({
  headers: { "content-type": "text/csv" },
  body: `code,name\n${Array.from({ length: rows }, (_, n) => `9${n},Goods ${n}\n`).join("")}`,
});

test("a connector runs once at a time, within the calls of its day, and a shrunken source is looked at", async () => {
  bench.says(() => csv(20));
  const id = await bench.active({ dailyCalls: 3 });
  const run = (accept = false) => bench.run(id, { accept });
  expect(await run()).toMatchObject({ outcome: "done" });
  bench.says(() => csv(3));
  expect(await run()).toMatchObject({
    message:
      "The source has 3 rows; the last one had 20. Look whether it is whole, then let it come in.",
  });
  expect(await run(true)).toMatchObject({
    message:
      "The 3 calls that the source allows a day are made. It is asked again tomorrow; nothing was taken.",
  });
  const begin = () =>
    t.database.transaction(admin, (tx) => beginRun(tx, id, { dry: true, accept: false }));
  await begin();
  expect(await refusalOf(begin())).toBe("running: It is running already.");
});

test("a source that answers no JSON says so, and a kind that nobody reads is none", async () => {
  bench.says(() => ({ headers: { "content-type": "application/json" }, body: "<html>" }));
  const { id } = await bench.add({
    kind: "rest",
    address: bench.at("/items"),
    settings: { items: "items", fields: ["code", "name"] },
  });
  expect(await bench.run(id, { dry: true })).toMatchObject({
    message: "The source answered something that is no JSON.",
  });
  expect(await refusalOf(Promise.resolve().then(() => readerOf("shoes" as never)))).toBe(
    "no_reader: Nothing reads this kind of source here.",
  );
});
