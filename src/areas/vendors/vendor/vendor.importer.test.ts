import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { fileColumns } from "#server/import/file-rows.ts";
import { validateImport } from "#server/import/check-rows.ts";
import { commitImport } from "#server/import/commit-rows.ts";
import { beginImport, mapColumns, readRun, startCommit } from "#server/import/import.service.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "./vendor.importer.ts";
import { vendorPatch } from "./vendor.model.ts";
import { changeVendor } from "./vendor.service.ts";

let t: TestDatabase;
let agency: Agency;
let buyer: Actor;
let clerk: Actor;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  ({ buyer, clerk } = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    clerk: {},
  }));
});

const upload = async (text: string, name = "vendors.csv"): Promise<string> => {
  const stored = await t.app.files.put(Readable.from([text]));
  const id = newId();
  await t.database.transaction(buyer, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${id}, ${name}, ${stored.mediaType}, ${stored.size}, ${stored.sha256},
        ${tx.scope.personId}
      )
    `),
  );
  return id;
};
const begin = async (text: string, actor = buyer) =>
  beginImport(t.app, actor, "vendors", await upload(text));
const check = async (text: string) => {
  const run = await begin(text);
  await t.database.transaction(buyer, (tx) => mapColumns(tx, buyer, run.id, run.mapping));
  await validateImport(t.app, buyer, run.id);
  return readRun(t.database.read(buyer), buyer, run.id);
};
const commit = async (id: string) => {
  await t.database.transaction(buyer, (tx) => startCommit(tx, buyer, id));
  await commitImport(t.app, buyer, id);
  return readRun(t.database.read(buyer), buyer, id);
};
const bring = async (text: string) => commit((await check(text)).id);
const count = async (what = sql`vendor`) =>
  (
    await t.database
      .read(buyer)
      .one<{ n: number }>(sql`select count(*) as n from ${what} where org_id = ${agency.orgId}`)
  ).n;

const head = "Vendor Name,EIN,UEI,Email,Address,City,ST8,Zip,NAICS,Terms,1099\n";
const good = `${head}Northline Aggregates LLC,41-1000001,NRTHLN000001,a@n.test,12 Quarry Rd,Chaska,MN,05531,212321; 237310,30,yes\n"Castor, Electric & Sons",41-1000002,,b@c.test,1 Mill St,Carver,MN,55315,238210,45,no\n`;

test("columns are recognised by label or alias and remembered by the agency; a required one must be matched", async () => {
  const run = await begin(good);
  expect(run.mapping).toMatchObject({
    name: "Vendor Name",
    tin: "EIN",
    uei: "UEI",
    postalCode: "Zip",
    commodityCodes: "NAICS",
    termsDays: "Terms",
    form1099: "1099",
    state: null,
  });
  await expect(
    t.database.transaction(buyer, (tx) =>
      mapColumns(tx, buyer, run.id, { ...run.mapping, name: null }),
    ),
  ).rejects.toMatchObject({ code: "mapping", errors: [{ path: "mapping.name" }] });
  await expect(
    t.database.transaction(buyer, (tx) =>
      mapColumns(tx, buyer, run.id, { ...run.mapping, city: "Nowhere" }),
    ),
  ).rejects.toMatchObject({ code: "mapping" });
  await t.database.transaction(buyer, (tx) =>
    mapColumns(tx, buyer, run.id, { ...run.mapping, state: "ST8" }),
  );
  expect((await begin(`${head}X,,,,,,,,,,\n`)).mapping.state).toBe("ST8");
});

test("checking changes nothing; importing creates drafts with numbers, sealed tax numbers and one audit entry a row; leading zeros stay", async () => {
  const checked = await check(good);
  expect(checked).toMatchObject({
    state: "validated",
    counts: { create: 2, update: 0, skip: 0, reject: 0 },
    rowsTotal: 2,
    warnings: [
      {
        column: "Form 1099",
        fix: "This column is no longer needed and is read past: accounts and papers of the payee decide (Payments, Tax forms).",
      },
    ],
  });
  expect(await count()).toBe(0);
  expect(await commit(checked.id)).toMatchObject({
    state: "committed",
    counts: { create: 2 },
    rowsDone: 2,
  });
  const rows = await t.database.read(buyer).rows(sql`
    select
      number, name, status, tin_last4, postal_code, commodity_codes, terms_days, screening_result
    from vendor
    where org_id = ${agency.orgId}
    order by number
  `);
  expect(rows).toEqual([
    {
      number: "V-00001",
      name: "Northline Aggregates LLC",
      status: "draft",
      tinLast4: "0001",
      postalCode: "05531",
      commodityCodes: ["212321", "237310"],
      termsDays: 30,
      screeningResult: null,
    },
    {
      number: "V-00002",
      name: "Castor, Electric & Sons",
      status: "draft",
      tinLast4: "0002",
      postalCode: "55315",
      commodityCodes: ["238210"],
      termsDays: 45,
      screeningResult: null,
    },
  ]);
  const entries = await t.database.read(buyer).rows(sql`
    select action, count(*) as n
    from audit_entry
    where org_id = ${agency.orgId}
    group by action
    order by action
  `);
  expect(entries).toEqual([
    { action: "import.commit", n: 1 },
    { action: "vendor.import", n: 2 },
  ]);
  const contents = await t.database
    .read(buyer)
    .rows<{ content: string }>(sql`select content from audit_entry where org_id = ${agency.orgId}`);
  expect(JSON.stringify(contents)).not.toMatch(/411000001|tinSealed/);
});

test("the same file twice changes nothing, even after a person corrected a vendor by hand", async () => {
  await bring(good);
  const [first] = await t.database
    .read(buyer)
    .rows<{ id: string; version: number }>(
      sql`select id, version from vendor where org_id = ${agency.orgId} and number = 'V-00001'`,
    );
  await t.database.transaction(buyer, (tx) =>
    changeVendor(tx, buyer, first!.id, vendorPatch.parse({ city: "Waconia" }), first!.version),
  );
  const before = await count(sql`audit_entry`);
  expect((await bring(good)).counts).toEqual({ create: 0, update: 0, skip: 2, reject: 0 });
  expect(await count()).toBe(2);
  expect(await count(sql`audit_entry`)).toBe(before + 1);
  expect(
    await t.database
      .read(buyer)
      .one(sql`select city from vendor where org_id = ${agency.orgId} and id = ${first!.id}`),
  ).toEqual({ city: "Waconia" });
});

test("another file changes what differs and leaves empty cells alone", async () => {
  await bring(good);
  const run = await bring(
    'Number,Vendor Name,EIN,Email,City\nV-00001,Northline Aggregates LLC,,new@n.test,\n,"Castor, Electric & Sons",41-1000002,b@c.test,Carver\n',
  );
  expect(run.counts).toEqual({ create: 0, update: 1, skip: 1, reject: 0 });
  expect(
    await t.database.read(buyer).one(sql`
      select email, city, tin_last4
      from vendor
      where org_id = ${agency.orgId} and number = 'V-00001'
    `),
  ).toEqual({ email: "new@n.test", city: "Chaska", tinLast4: "0001" });
});

test("bad rows are refused one by one with row, column and repair; the others come in; the figures add up", async () => {
  const text = `${head.replace("1099", "Public")},41-1000003,,,,,,,,,\nBad Tin Co,00-1234567,,,,,,,,,\nBad Terms Co,,,,,,,,,soon,\nBad Code Co,,,,,,,,999999,,\nBad Mail Co,,,nobody,,,,,,,\nBad Flag Co,,,,,,,,,,perhaps\nTwin Firm,,,x@t.test,5 Elm St,Carver,MN,55315,,,\nTwin Firm Inc,,,x@t.test,9 Oak St,Carver,MN,55315,,,\n=cmd|calc,,,,,,,,,,\n`;
  const run = await bring(text);
  expect(run.counts).toEqual({ create: 2, update: 0, skip: 0, reject: 7 });
  expect(run.problems.map((p) => [p.row, p.column, p.found])).toEqual([
    [2, "Vendor Name", ""],
    [3, "EIN", "00-1234567"],
    [4, "Terms", "soon"],
    [5, "Commodities", "999999"],
    [6, "Email", "nobody"],
    [7, "Public", "perhaps"],
    [9, "", "the same as row 8"],
  ]);
  expect(run.problems.every((p) => p.fix.length > 10 && p.expected.length > 3)).toBe(true);
  expect(await count(sql`import_reject`)).toBe(7);
});

test("a like vendor is not doubled: same name elsewhere is refused, two identities in one row as well", async () => {
  await bring(good);
  const run = await bring(
    "Vendor Name,EIN,UEI,Address,Zip\nNORTHLINE AGGREGATES,,,99 Other Rd,99999\nCastor Electric,41-1000002,NRTHLN000001,,\nNorthline Aggregates Inc,,,12 Quarry Road,05531\n",
  );
  expect(run.counts).toMatchObject({ create: 0, reject: 3 });
  expect(run.problems.map((p) => p.fix)).toEqual([
    expect.stringContaining("V-00001"),
    expect.stringContaining("different vendors"),
    expect.stringContaining("same record twice"),
  ]);
});

test("an import that stops goes on behind the last committed batch, and nothing is doubled", async () => {
  const text = `${head}${Array.from({ length: 5600 }, (_, i) => `Firm Number ${i},,,f${i}@firm.test,${i} Main St,Carver,MN,55315,212321,30,no`).join("\n")}\n`;
  const { id } = await check(text);
  await t.database.transaction(buyer, (tx) => startCommit(tx, buyer, id));
  await expect(
    commitImport(t.app, buyer, id, async (done) => {
      if (done === 5000) throw new Error("power cut");
    }),
  ).rejects.toThrow("power cut");
  expect(await readRun(t.database.read(buyer), buyer, id)).toMatchObject({
    state: "failed",
    rowsDone: 5000,
  });
  expect(await count()).toBe(5000);
  expect(await commit(id)).toMatchObject({
    state: "committed",
    counts: { create: 5600, update: 0, skip: 0, reject: 0 },
    rowsDone: 5600,
  });
  expect(await count()).toBe(5600);
  expect(
    await t.database.read(buyer).one(sql`
      select max(number) as last, count(distinct number) as n
      from vendor
      where org_id = ${agency.orgId}
    `),
  ).toEqual({ last: "V-05600", n: 5600 });
});

test("an import that stopped where no batch ends (an earlier version's were smaller) goes on behind its last row", async () => {
  const rows = Array.from(
    { length: 700 },
    (_, i) => `Firm Number ${i},,,f${i}@firm.test,${i} Main St,Carver,MN,55315,212321,30,no`,
  );
  const { id } = await check(`${head}${rows.join("\n")}\n`);
  await t.database.transaction(buyer, async (tx) => {
    await startCommit(tx, buyer, id);
    await tx.rows(sql`
      update import_run
      set rows_done = 300, counts = '{"create":300,"update":0,"skip":0,"reject":0}'
      where org_id = ${agency.orgId} and id = ${id}
    `);
  });
  await commitImport(t.app, buyer, id);
  expect(await readRun(t.database.read(buyer), buyer, id)).toMatchObject({
    state: "committed",
    counts: { create: 700 },
    rowsDone: 700,
  });
  expect(
    await t.database
      .read(buyer)
      .one(
        sql`select count(*) as n, min(name) as first from vendor where org_id = ${agency.orgId}`,
      ),
  ).toEqual({ n: 400, first: "Firm Number 300" });
});

test("two workers at one import: each row comes in once, and who comes second neither writes nor marks it as failed", async () => {
  const { id } = await check(
    `${head}${Array.from({ length: 5600 }, (_, i) => `Firm Number ${i},,,f${i}@firm.test,${i} Main St,Carver,MN,55315,212321,30,no`).join("\n")}\n`,
  );
  await t.database.transaction(buyer, (tx) => startCommit(tx, buyer, id));
  const both = await Promise.allSettled([
    commitImport(t.app, buyer, id),
    commitImport(t.app, buyer, id),
  ]);
  expect(both.filter((b) => b.status === "rejected").map((b) => b.reason as Error)).toMatchObject([
    { code: "import_running", message: "These rows are being brought in already." },
  ]);
  expect(await readRun(t.database.read(buyer), buyer, id)).toMatchObject({
    state: "committed",
    counts: { create: 5600, update: 0, skip: 0, reject: 0 },
    rowsDone: 5600,
  });
  expect(await count()).toBe(5600);
  expect(await count(sql`audit_entry`)).toBe(5601);
});

test("who may not import is refused; another agency's run is not there; unsound files are refused with the reason", async () => {
  await expect(begin(good, clerk)).rejects.toMatchObject({ status: 403 });
  const run = await begin(good);
  const stranger = (
    await makeMembers(t.database, await makeAgency(t.database), { stranger: { role: "admin" } })
  ).stranger;
  await expect(readRun(t.database.read(stranger), stranger, run.id)).rejects.toMatchObject({
    status: 404,
  });
  await expect(begin("Name,Name\na,b\n")).rejects.toMatchObject({
    code: "unreadable_file",
    message: expect.stringContaining("twice"),
  });
  const sha = async (text: string) => (await t.app.files.put(Readable.from([text]))).sha256;
  expect(await fileColumns(t.app.files, await sha("\uFEFFName;Zip;Note\nA;00501;x, y\n"))).toEqual([
    "Name",
    "Zip",
    "Note",
  ]);
  await expect(
    t.database.transaction(buyer, (tx) => startCommit(tx, buyer, run.id)),
  ).rejects.toMatchObject({ code: "not_in_this_status" });
});

test("a new name at the address of a vendor on file is held back until a person says which it is; rows of one file may share an address", async () => {
  await bring(good);
  const row = (name: string, more = "") => `${name},,,,12 Quarry Road,Chaska,MN,05531,,,${more}\n`;
  const run = await bring(
    `${head}${row("Northlin Agregates")}Fresh One,,,,9 New Road,Chaska,MN,05531,,,\nFresh Two,,,,9 New Rd,Chaska,MN,05531,,,\n`,
  );
  expect(run.counts).toEqual({ create: 2, update: 0, skip: 0, reject: 1 });
  expect(run.problems).toEqual([
    expect.objectContaining({
      row: 2,
      column: "Street",
      found: "12 Quarry Road, Chaska",
      fix: expect.stringContaining("V-00001 Northline Aggregates LLC: same address") as string,
    }),
  ]);
  const confirmed = await bring(
    `${head.trim()},Another firm\n${row("Northlin Agregates", ",yes")}`,
  );
  expect(confirmed.counts).toEqual({ create: 1, update: 0, skip: 0, reject: 0 });
});

test("a name much like that of a vendor on file elsewhere, or of another row, is shown at the check and held back nowhere; a word of a person takes the note away", async () => {
  await bring(good);
  const rows =
    "Northlin Agregates,,,,99 Other Road,Duluth,MN,55802,,,\nHalverson Paving,,,,1 New Road,Duluth,MN,55802,,,\nHalvorsen Paving LLC,,,,2 New Road,Duluth,MN,55802,,,\nBirch Electric,,,,3 New Road,Duluth,MN,55802,,,\n";
  const checked = await check(`${head}${rows}`);
  expect(checked).toMatchObject({ counts: { create: 4, reject: 0 }, warned: 2 });
  expect(checked.warnings.map((w) => [w.row, w.column, w.expected, w.found])).toEqual([
    [2, "Legal name", "another firm than V-00001 Northline Aggregates LLC", "Northlin Agregates"],
    [4, "Legal name", "another firm than row 3", "Halvorsen Paving LLC"],
  ]);
  expect(await commit(checked.id)).toMatchObject({ counts: { create: 4 }, warned: 2 });
  expect(
    await check(
      `${head.trim()},Another firm\nNorthline Agregatess,,,,98 Other Road,Duluth,MN,55802,,,,yes\n`,
    ),
  ).toMatchObject({ counts: { create: 1 }, warned: 0, warnings: [] });
});
