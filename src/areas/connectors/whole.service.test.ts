import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { connectorBench, type ConnectorBench } from "#server/testing/connector-bench.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { archiveOf } from "#server/import/zip.ts";
import { samExtract, samParty } from "#server/testing/sam-exclusions.ts";
import "#areas/sourcing/sourcing.server.ts";
import "#areas/vendors/vendors.server.ts";

let t: TestDatabase;
let agency: Agency;
let other: Agency;
let ann: Actor;
let bench: ConnectorBench;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  other = await makeAgency(t.database);
  ({ ann } = await makeMembers(t.database, agency, { ann: { role: "admin" } }));
  bench = await connectorBench(t, ann);
});
afterAll(async () => {
  await bench.close();
  await t.drop();
});
beforeEach(() => {
  bench.source.asked.length = 0;
});

const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { errors?: { path: string }[]; code?: string }) =>
      error.errors?.[0]?.path ?? error.code,
  );
const parties = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    samParty({ name: `Castor Paving ${at}`, samNumber: `S4MR${at}` }),
  );
const list = (orgId = agency.orgId) =>
  t.database.read({ orgId, personId: null }).maybe<{
    rowsLoaded: number;
    listDate: string;
    fileName: string;
  }>(sql`
    select rows_loaded, list_date, file_name
    from exclusion_list
    where org_id = ${orgId} and state = 'current'
  `);
const exclusions = () => ({
  kind: "sam-exclusions",
  importer: "exclusion-list",
  address: bench.at("/SAM_Exclusions_Public_Extract_V2.CSV"),
});

test("the exclusions extract is tried, loaded, screened against, and not sent again unchanged", async () => {
  const vendor = await makeVendor(t.database, agency, { name: "Castor Paving 3" });
  bench.says(() => samExtract(parties(20), '"one"'));
  const { id: tried } = await bench.add(exclusions());
  expect(await bench.run(tried, { dry: true })).toMatchObject({
    outcome: "checked",
    read: 20,
    created: 20,
  });
  expect(await list()).toBeNull();
  expect((await bench.read(tried)).columns[0]).toBe("Classification");

  const id = await bench.active(exclusions());
  expect(await bench.run(id)).toMatchObject({ outcome: "done", created: 20, rejected: 0 });
  expect(await list()).toMatchObject({ rowsLoaded: 20, listDate: "2026-11-16" });
  expect(await list(other.orgId)).toBeNull();
  const { screeningResult } = await t.database.read(ann).one<{ screeningResult: string }>(sql`
    select screening_result
    from vendor
    where org_id = ${agency.orgId} and id = ${vendor.id}
  `);
  expect(screeningResult).toBe("possible");
  expect((await bench.run(id)).outcome).toBe("unchanged");
  expect(bench.source.asked.at(-1)!.headers["if-none-match"]).toBe('"one"');
});

test("the extract in a ZIP is opened; two files in it, none, and a bomb are refused", async () => {
  const body = Buffer.from(String(samExtract(parties(21), "").body));
  const zip = (entries: Record<string, Buffer>, etag: string) => ({
    body: archiveOf(new Map(Object.entries(entries))),
    etag,
    headers: { "content-type": "application/zip" },
  });
  const day = "SAM_Exclusions_Public_Extract_V2_26320.CSV";
  bench.says(() => zip({ [day]: body, "Read me.txt": Buffer.from("x") }, '"zip"'));
  const id = await bench.active(exclusions());
  expect(await bench.run(id)).toMatchObject({ outcome: "done", created: 21 });
  expect(await list()).toMatchObject({ rowsLoaded: 21, fileName: day });
  const two = await bench.runAgainst(id, zip({ "a.csv": body, "b.csv": body }, '"two files"'));
  expect(two).toMatchObject({ outcome: "failed" });
  expect(two.message).toContain("2 CSV files");
  const bomb = zip({ "a.csv": body }, '"bomb"');
  // Says that it is packed, and inflates to more than is taken.
  const packed = deflateRawSync(Buffer.alloc(450 * 1024 * 1024, "a"), { level: 9 });
  const archive = archiveOf(new Map([["a.csv", packed]]));
  const at = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  archive.writeUInt16LE(8, at + 10);
  const ended = await bench.runAgainst(id, { ...bomb, body: archive });
  expect(ended).toMatchObject({ outcome: "failed" });
  expect(ended.message).toContain("larger than 400 MB");
  expect((await list())!.rowsLoaded).toBe(21);
});

test("a list cut off, shorter, or with other columns leaves the one that is there", async () => {
  bench.says(() => samExtract(parties(20), '"two"'));
  const id = await bench.active(exclusions());
  await bench.run(id);
  expect((await bench.runAgainst(id, { status: 503 })).message).toContain("503");
  const cut = { ...samExtract(parties(30), '"three"'), fault: "cut" } as const;
  expect((await bench.runAgainst(id, cut)).outcome).toBe("failed");
  const whole = samExtract(parties(25), '"four"');
  const changed = { ...whole, body: String(whole.body).replace("Excluding Agency", "Agency") };
  const stopped = await bench.runAgainst(id, changed);
  expect(stopped.outcome).toBe("stopped");
  expect(stopped.message).toContain("Before: Classification");
  expect(await bench.runAgainst(id, samExtract(parties(9), '"five"'))).toMatchObject({
    outcome: "asks",
    created: 0,
  });
  expect((await list())!.rowsLoaded).toBe(20);
  bench.says(() => samExtract(parties(9), '"five"'));
  expect(await bench.run(id, { accept: true })).toMatchObject({ outcome: "done", created: 9 });
  expect((await list())!.rowsLoaded).toBe(9);
});

const release = (n: number, day: string) => ({
  ocid: `ocds-test-${n}`,
  id: `${n}-${day}`,
  date: `${day}T00:00:00Z`,
  tag: ["award"],
  initiationType: "tender",
  buyer: { id: "b", name: "City of Elsewhere" },
  tender: { id: `t${n}`, title: `Road salt ${n}` },
  awards: [
    {
      id: `a${n}`,
      status: "active",
      date: `${day}T00:00:00Z`,
      value: { amount: 100 * n, currency: "USD" },
      suppliers: [{ id: "s", name: "Northline" }],
      items: [
        {
          id: "1",
          description: "Road salt",
          quantity: 10,
          unit: { name: "t", value: { amount: 10 * n, currency: "USD" } },
        },
      ],
    },
  ],
});
const releases = (all: object[]) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify({
    uri: "https://elsewhere.test/releases.json",
    version: "1.1",
    publishedDate: "2026-11-20T00:00:00Z",
    publisher: { name: "City of Elsewhere" },
    releases: all,
  }),
});
const processes = async (orgId = agency.orgId) =>
  (
    await t.database
      .read({ orgId, personId: null })
      .one<{ n: number }>(sql`select count(*)::int as n from ocds_process where org_id = ${orgId}`)
  ).n;

test("OCDS of another agency comes into market intelligence, the newer release of a process alone", async () => {
  const ocds = { kind: "ocds", importer: "ocds-awards", address: bench.at("/releases.json") };
  bench.says(() => releases([release(1, "2026-10-01"), release(2, "2026-10-01")]));
  const { id: tried } = await bench.add(ocds);
  const looked = await bench.run(tried, { dry: true });
  expect(looked).toMatchObject({ outcome: "checked", read: 2 });
  expect(looked.message).toContain("City of Elsewhere");
  expect(await processes()).toBe(0);

  const id = await bench.active(ocds);
  expect(await bench.run(id)).toMatchObject({ outcome: "done", read: 2, created: 2 });
  expect((await bench.run(id)).outcome).toBe("unchanged");
  bench.says(() =>
    releases([release(1, "2026-10-01"), release(2, "2026-11-01"), release(3, "2026-11-01")]),
  );
  expect(await bench.run(id)).toMatchObject({ outcome: "done", read: 3, created: 2, skipped: 1 });
  expect([await processes(), await processes(other.orgId)]).toEqual([3, 0]);
  const strange = await bench.runAgainst(id, { body: '{"entries": []}' });
  expect(strange).toMatchObject({ outcome: "failed", created: 0 });
  expect(strange.message).toContain("no OCDS");
  expect((await bench.runAgainst(id, { body: '{"releases": [', fault: "cut" })).outcome).toBe(
    "failed",
  );
  expect(await processes()).toBe(3);
  // Each of seven runs reads in a thread of its own, which loads what checks OCDS.
});

test("a source brings in what its kind says and nothing else", async () => {
  expect(await refusal(bench.add({ ...exclusions(), importer: "vendors" }))).toBe("importer");
  expect(await refusal(bench.add({ importer: "exclusion-list" }))).toBe("importer");
  expect(await refusal(bench.add({ importer: "ocds-awards" }))).toBe("importer");
});
