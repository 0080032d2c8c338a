import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { validateImport } from "#server/import/check-rows.ts";
import { commitImport } from "#server/import/commit-rows.ts";
import { beginImport, mapColumns, readRun, startCommit } from "#server/import/import.service.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "../vendor/vendor.importer.ts";
import { callBackInput } from "./bank.model.ts";
import { payableBankAccount, readBank, verifyBankChange } from "./bank.service.ts";

let t: TestDatabase;
let agency: Agency;
let admin: Actor;
let buyer: Actor;
let treasurer: Actor;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  ({ admin, buyer, treasurer } = await makeMembers(t.database, agency, {
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
    treasurer: { duties: ["treasurer"] },
  }));
});

const begin = async (text: string, who: Actor) => {
  const stored = await t.app.files.put(Readable.from([text]));
  const id = newId();
  await t.database.transaction(who, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${id}, 'vendors.csv', ${stored.mediaType}, ${stored.size},
        ${stored.sha256}, ${tx.scope.personId}
      )
    `),
  );
  return beginImport(t.app, who, "vendors", id);
};
const check = async (text: string, who = admin) => {
  const run = await begin(text, who);
  await t.database.transaction(who, (tx) => mapColumns(tx, who, run.id, run.mapping));
  await validateImport(t.app, who, run.id);
  return readRun(t.database.read(who), who, run.id);
};
const commit = async (id: string) => {
  await t.database.transaction(admin, (tx) => startCommit(tx, admin, id));
  await commitImport(t.app, admin, id);
  return readRun(t.database.read(admin), admin, id);
};
const bring = async (text: string) => commit((await check(text)).id);
const vendorId = async (number: string) =>
  (
    await t.database
      .read(admin)
      .one<{ id: string }>(
        sql`select id from vendor where org_id = ${agency.orgId} and number = ${number}`,
      )
  ).id;
const bankOf = async (number: string) =>
  readBank(t.database.read(admin), admin, await vendorId(number));
const verify = async (who: Actor, number: string) => {
  const [change] = (await bankOf(number)).changes;
  return t.database.transaction(who, (tx) =>
    verifyBankChange(
      tx,
      who,
      { id: change!.id, version: null },
      callBackInput.parse({
        numberKey: "vendor",
        calledWho: "Nora Whitfield",
        calledAt: new Date().toISOString(),
      }),
    ),
  );
};

const head =
  "Vendor name,Phone,Address,Zip,Routing number,Account number,Account type,Number,Another firm\n";
const north =
  "Northline Aggregates,952 555 0134,1 Quarry Road,55318,091000019,12 345-678,checking,,\n";

test("an account from a file is a proposal: another person calls back, then payments wait 48 hours; the number stands nowhere in clear", async () => {
  expect((await bring(head + north)).counts).toMatchObject({ create: 1, reject: 0 });
  const bank = await bankOf("V-00001");
  expect(bank).toMatchObject({
    current: null,
    changes: [
      {
        number: expect.stringMatching(/^BC-/) as string,
        status: "proposed",
        accountLast4: "5678",
        accountType: "checking",
        routingNumber: "091000019",
        proposedBy: admin.personId,
        knownNumbers: [{ phone: "952 555 0134" }],
        reason: expect.stringContaining("Came with a file") as string,
      },
    ],
  });
  expect(await payableBankAccount(t.database.read(admin), await vendorId("V-00001"))).toBeNull();
  await expect(verify(admin, "V-00001")).rejects.toMatchObject({ code: "rule" });
  await verify(treasurer, "V-00001");
  expect(Date.parse((await bankOf("V-00001")).current!.heldUntil!) - Date.now()).toBeGreaterThan(
    47.9 * 3_600_000,
  );
  const stored = await t.database
    .read(admin)
    .rows(sql`select content from audit_entry where org_id = ${agency.orgId}`);
  expect(JSON.stringify(stored)).not.toContain("12345678");
  // The same account once more, typed without spaces, proposes nothing.
  expect(
    (await bring(`${head}Northline Aggregates,,,,091000019,12345678,checking,V-00001,\n`)).counts,
  ).toEqual({ create: 0, update: 0, skip: 1, reject: 0 });
});

test("check digit, half an account and an open change are refused with the column and what to do", async () => {
  await bring(head + north);
  const run = await check(
    `${head}Wrong Digit,,1 A St,55318,091000018,1234567,checking,,\nHalf Account,,1 B St,55318,091000019,,checking,,\nNo Kind,,1 C St,55318,091000019,7654321,,,\nNorthline Aggregates,,,,091000019,99999999,checking,V-00001,\n`,
  );
  expect(run.counts).toMatchObject({ create: 0, update: 0, reject: 4 });
  expect(run.problems.map((p) => [p.row, p.column, p.fix])).toEqual([
    [2, "Routing number", expect.stringContaining("check digit")],
    [3, "Account number", expect.stringContaining("account number too")],
    [4, "Account type", expect.stringContaining("checking or a savings")],
    [5, "Account number", expect.stringContaining("BC-")],
  ]);
});

test("an account that another vendor has: a new vendor is held back until a person says it is another firm, one on file comes with a warning, as do two rows", async () => {
  await bring(head + north);
  const run = await check(
    `${head}Birch Electric,,9 Elm St,55318,091000019,12345678,checking,,\nCedar Roofing,,8 Elm St,55318,091000019,55556666,savings,,\nDogwood Steel,,7 Elm St,55318,091000019,55556666,savings,,\n`,
  );
  expect(run.problems).toEqual([
    expect.objectContaining({
      row: 2,
      found: "account that ends in 5678",
      fix: expect.stringContaining("V-00001 Northline Aggregates: same bank account") as string,
    }),
  ]);
  expect(run.warnings.map((w) => [w.row, w.found])).toEqual([[4, "ends in 6666, as in row 3"]]);
  expect((await commit(run.id)).counts).toMatchObject({ create: 2, reject: 1 });
  const said = await bring(
    `${head}Birch Electric,,9 Elm St,55318,091000019,12345678,checking,,yes\nCedar Roofing,,8 Elm St,55318,,,,,\n`,
  );
  expect(said.counts).toMatchObject({ create: 1, skip: 1 });
  expect((await bankOf("V-00004")).changes[0]!.sharedWith.map((s) => s.number)).toEqual([
    "V-00001",
  ]);
  const known = await check(
    `${head}Birch Electric,,,,091000019,12345678,checking,V-00004,\nCedar Roofing,,,,122105155,909090,checking,V-00002,\n`,
  );
  expect(known).toMatchObject({ counts: { skip: 1, reject: 1 } });
  const fresh = await bring(`${head}Elder Steel,,6 Elm St,55318,,,,,\n`);
  expect(fresh.counts.create).toBe(1);
  const warned = await check(`${head}Elder Steel,,,,091000019,12345678,checking,V-00005,\n`);
  expect(warned).toMatchObject({
    counts: { update: 1 },
    warned: 1,
    warnings: [
      {
        fix: expect.stringContaining(
          "V-00001 Northline Aggregates has the same bank account",
        ) as string,
      },
    ],
  });
});

test("the phone number of the same row is no number to call back on", async () => {
  await bring(`${head}${north.replace("091000019,12 345-678,checking", ",,")}`);
  expect(
    (
      await bring(
        `${head}Northline Aggregates,612 555 9999,,,091000019,12345678,checking,V-00001,\n`,
      )
    ).counts,
  ).toMatchObject({ update: 1 });
  expect((await bankOf("V-00001")).changes[0]!.knownNumbers.map((n) => n.phone)).toEqual([
    "952 555 0134",
  ]);
});

test("who may not propose accounts matches no column with them, reads no such run, and brings none in that somebody else matched", async () => {
  const run = await begin(head + north, buyer);
  expect(run.mapping).toMatchObject({ name: "Vendor name" });
  expect(Object.keys(run.mapping)).not.toEqual(expect.arrayContaining(["accountNumber"]));
  await expect(
    t.database.transaction(buyer, (tx) =>
      mapColumns(tx, buyer, run.id, { ...run.mapping, accountNumber: "Account number" }),
    ),
  ).rejects.toMatchObject({ status: 403, message: expect.stringContaining("Account number") });
  const ready = await check(head + north);
  await expect(readRun(t.database.read(buyer), buyer, ready.id)).rejects.toMatchObject({
    status: 403,
  });
  await expect(
    t.database.transaction(buyer, (tx) => startCommit(tx, buyer, ready.id)),
  ).rejects.toMatchObject({ status: 403 });
  await expect(commitImport(t.app, buyer, ready.id)).rejects.toMatchObject({ status: 403 });
});
