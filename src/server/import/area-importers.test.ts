import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import "#areas/budget/budget.server.ts";
import "#areas/finance/finance.server.ts";
import vendors, { kindsOn } from "#areas/vendors/vendors.server.ts";
import { raw, sql } from "../db/sql.ts";
import { makeAgency, makeBudget, makeMembers, makeVendor, type Agency } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { agencyDay } from "../testing/days.ts";
import { pages } from "#areas.ts";
import { Cancelled } from "../jobs/jobs.ts";
import { pageOfRun } from "./import.api.ts";
import { validateImport } from "./check-rows.ts";
import { commitImport } from "./commit-rows.ts";
import { beginImport, mapColumns, readRun, startCommit } from "./import.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"officer" | "ap" | "buyer", Actor>;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
    ap: { duties: ["ap"] },
    buyer: { duties: ["buyer"] },
  });
});
afterAll(() => t.drop());

const bring = async (actor: Actor, kind: string, text: string | Buffer) => {
  const stored = await t.app.files.put(Readable.from([text]));
  const fileId = newId();
  await t.database.transaction(actor, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${fileId}, 'file.csv', 'text/plain', ${stored.size}, ${stored.sha256},
        ${tx.scope.personId}
      )
    `),
  );
  const run = await beginImport(t.app, actor, kind, fileId);
  await t.database.transaction(actor, (tx) => mapColumns(tx, actor, run.id, run.mapping));
  await validateImport(t.app, actor, run.id);
  await t.database.transaction(actor, (tx) => startCommit(tx, actor, run.id));
  await commitImport(t.app, actor, run.id);
  return readRun(t.database.read(actor), actor, run.id);
};

test("the directory as it was exported comes in again and changes nothing: words of the export are read as codes", async () => {
  const file = (vendors: string) =>
    `Number,Name,Status,Paid by,Form 1099,Certifications\n${vendors}`;
  const first = await bring(
    people.buyer,
    "vendors",
    file(",Granite & Daughters,,check,yes,wbe; 8A\n"),
  );
  expect(first.counts).toMatchObject({ create: 1 });
  const read = t.database.read(people.buyer);
  const actor = {
    ...people.buyer,
    permissions: new Set([...people.buyer.permissions, "vendor.read"]),
  };
  const { handler } = vendors.endpoints.find((e) => e.path === "/api/v1/vendors/export")!;
  let text = "";
  const reply = {
    header: () => reply,
    type: () => reply,
    send: (sent: string) => {
      text = sent;
    },
  };
  await handler({ app: t.app, actor, db: read, query: { format: "csv" }, reply } as never);
  expect(text).toContain("Check");
  expect(text).toContain("8(a) program; Women-owned (WBE)");
  expect((await bring(people.buyer, "vendors", text)).counts).toEqual({
    create: 0,
    update: 0,
    skip: 1,
    reject: 0,
  });
  const { number } = await read.one<{ number: string }>(sql`
    select number
    from vendor
    where org_id = ${agency.orgId} and name = 'Granite & Daughters'
  `);
  expect(
    (
      await bring(
        people.buyer,
        "vendors",
        file(`${number},Granite & Daughters,,ACH,,small business;MBE\n`),
      )
    ).counts,
  ).toEqual({ create: 0, update: 1, skip: 0, reject: 0 });
  expect(
    await read.one(sql`
      select
        v.payment_method, ${raw(kindsOn("v.org_id", "v.id", `date '${agencyDay()}'`))} as diversity
      from vendor v
      where v.org_id = ${agency.orgId} and v.number = ${number}
    `),
  ).toEqual({ paymentMethod: "ach", diversity: ["mbe", "sb"] });
  expect(
    (await bring(people.buyer, "vendors", file(`${number},Granite & Daughters,,Cash,,\n`))).counts,
  ).toMatchObject({ reject: 1 });
});

test("what Excel saves as Unicode text (UTF-16 with its mark, parted by tabs) comes in, in every importer; broken letters are handed back", async () => {
  const lines = ["Number\tName\tCity", "\tŻuraw & Söhne\tŁódź", "\tTwo, Inc.\tChaska"];
  const text = `\uFEFF${lines.join("\r\n")}\r\n`;
  const run = await bring(people.buyer, "vendors", Buffer.from(text, "utf16le"));
  expect(run).toMatchObject({
    columns: ["Number", "Name", "City"],
    counts: { create: 2, update: 0, skip: 0, reject: 0 },
  });
  expect(
    await t.database.read(people.buyer).rows(sql`
      select name, city
      from vendor
      where org_id = ${agency.orgId} and city in ('Łódź', 'Chaska')
      order by city
    `),
  ).toEqual([
    { name: "Two, Inc.", city: "Chaska" },
    { name: "Żuraw & Söhne", city: "Łódź" },
  ]);
  const broken = Buffer.concat([
    Buffer.from("\uFEFFName\tCity\nM", "utf16le"),
    Buffer.from([0x00, 0xd8]),
    Buffer.from("ller\tWaconia\nWhole\tWaconia\n", "utf16le"),
  ]).swap16();
  const handed = await bring(people.buyer, "vendors", broken);
  expect(handed.counts).toEqual({ create: 1, update: 0, skip: 0, reject: 1 });
  expect(handed.problems[0]).toMatchObject({
    row: 2,
    found: "M\uFFFDller",
    fix: expect.stringContaining("cannot be read"),
  });
  expect(
    (
      await bring(
        people.buyer,
        "commodities",
        Buffer.from("\uFEFFCode\tName\tScheme\n745-99\tRoad salt\tOwn\n", "utf16le").swap16(),
      )
    ).counts,
  ).toMatchObject({ create: 1 });
  expect(
    (
      await bring(
        people.officer,
        "budget-lines",
        Buffer.from("\uFEFFFY\tFund\tDept\tObject\tAmount\n2027\tNOPE\tX\t1\t1\n", "utf16le"),
      )
    ).problems[0],
  ).toMatchObject({ row: 2, column: "Fund" });
});

test("a NUL deep in a file hands its row back", async () => {
  const many = Array.from({ length: 400 }, (_, i) => `Filler ${i} Works,Chaska`).join("\n");
  const run = await bring(people.buyer, "vendors", `Name,City\n${many}\nStone\u0000works,Chaska\n`);
  expect(run.counts).toEqual({ create: 400, update: 0, skip: 0, reject: 1 });
  expect(run.problems[0]).toMatchObject({ row: 402, found: "Stone\uFFFDworks" });
});

test("a budget: account strings are made, lines adopted in the ledger, unknown codes named, other amounts left to an amendment", async () => {
  const { accountStringId } = await makeBudget(t.database, agency, 500_00);
  const { code } = await t.database.read(people.officer).one<{ code: string }>(sql`
    select code
    from account_string
    where org_id = ${agency.orgId} and id = ${accountStringId}
  `);
  const [fund, department, account] = code.split("-");
  await t.database.transaction(people.officer, (tx) =>
    tx.rows(sql`
      insert into segment_value (org_id, id, kind, code, name)
      values (${agency.orgId}, ${newId()}, 'account', '5340', 'Road materials')
    `),
  );
  const head = "FY,Fund,Dept,Object,Project,Amount\n";
  const fresh = `2027,${fund},${department},5340,,"$120,000.50"\n`;
  const run = await bring(
    people.officer,
    "budget-lines",
    [
      `${head}${fresh}2027,${fund},${department},${account},,500.00`,
      `2027,${fund},${department},${account},,501.00`,
      `2027,${fund},NOPE,5340,,1`,
      `2031,${fund},${department},5340,,1`,
      `2027,${fund},${department},5340,P9,1`,
      "",
    ].join("\n"),
  );
  expect(run.counts).toMatchObject({ create: 1, update: 0, skip: 1, reject: 4 });
  expect(run.counts).toMatchObject({ groups: { "Spending of 2027": 120_000_50 } });
  expect(run.problems.map((p) => [p.row, p.column])).toEqual([
    [4, ""],
    [5, "Department"],
    [6, "Fiscal year"],
    [7, "Project"],
  ]);
  const made = await t.database.read(people.officer).one(sql`
    select l.original, e.kind
    from account_string s
    join budget_line l on l.org_id = s.org_id and l.account_string_id = s.id
    join commitment_entry e on e.org_id = l.org_id and e.budget_line_id = l.id
    where s.org_id = ${agency.orgId} and s.code = ${`${fund}-${department}-5340`}
  `);
  expect(made).toEqual({ original: 120_000_50, kind: "adopt" });
  expect(
    (
      await bring(
        people.officer,
        "budget-lines",
        `${head}${fresh}2027,${fund},${department},${account},,501.00\n`,
      )
    ).counts,
  ).toMatchObject({ create: 0, update: 0, skip: 1, reject: 1 });
  await expect(bring(people.ap, "budget-lines", head)).rejects.toMatchObject({ status: 403 });
});

test("invoices without an order: by the vendor's number or name, once per number, charged to an account", async () => {
  const { accountStringId, fiscalYearId } = await makeBudget(t.database, agency, 90_000_00);
  const vendor = await makeVendor(t.database, agency);
  const { code } = await t.database.read(people.ap).one<{ code: string }>(sql`
    select code
    from account_string
    where org_id = ${agency.orgId} and id = ${accountStringId}
  `);
  expect(fiscalYearId).toBe(agency.fiscalYearId);
  const text = `Vendor,Invoice number,Invoice date,Description,Amount,Account\n${vendor.name},A-0012,11/20/2026,Water and sewer,"1,204.75",${code}\n${vendor.name},A-12,11/20/2026,Water and sewer,"1,204.75",${code}\nNobody Inc,1,2026-11-20,x,5,${code}\n${vendor.name},A-13,2026-13-40,x,5,${code}\n${vendor.name},A-14,2026-11-20,x,-5,${code}\n${vendor.name},A-15,2026-11-20,x,5,000-XX-1\n`;
  const at = { ...people.ap, businessNow: "2026-11-20T18:00:00Z" };
  const run = await bring(at, "invoices", text);
  expect(run.counts).toEqual({ create: 1, update: 0, skip: 0, reject: 5 });
  const [invoice] = await t.database.read(people.ap).rows(sql`
    select total, source, vendor_number, received_on
    from invoice
    where org_id = ${agency.orgId}
  `);
  expect(invoice).toMatchObject({
    total: 1_204_75,
    source: "csv",
    vendorNumber: "A-0012",
    receivedOn: "2026-11-20",
  });
  expect(
    (await bring(at, "invoices", `${text.split("\n").slice(0, 2).join("\n")}\n`)).counts,
  ).toEqual({ create: 0, update: 0, skip: 1, reject: 0 });
});

test("an agency's own commodity codes: NIGP is loaded, a shipped code is refused, the same file again changes nothing", async () => {
  const text =
    "NIGP code,Description\n745-67,Asphaltic concrete hot mix\n913-47,Road resurfacing\n237310,Highways\n745-67,Twice\n";
  const first = await bring(people.buyer, "commodities", text);
  expect(first.counts).toEqual({ create: 2, update: 0, skip: 0, reject: 2 });
  expect(
    await t.database.read(people.buyer).rows(sql`
      select code, name, scheme
      from commodity
      where org_id = ${agency.orgId} and scheme = 'NIGP'
      order by code
    `),
  ).toEqual([
    { code: "745-67", name: "Asphaltic concrete hot mix", scheme: "NIGP" },
    { code: "913-47", name: "Road resurfacing", scheme: "NIGP" },
  ]);
  expect(
    (
      await bring(
        people.buyer,
        "commodities",
        `${text.split("\n").slice(0, 2).join("\n")}\n913-47,Resurfacing of roads\n`,
      )
    ).counts,
  ).toEqual({ create: 0, update: 1, skip: 1, reject: 0 });
  await expect(bring(people.ap, "commodities", text)).rejects.toMatchObject({ status: 403 });
});

test("a check or an import that was cancelled says so and can go on", async () => {
  const text = `Vendor Name\n${Array.from({ length: 3000 }, (_, i) => `Stopped Firm ${i}`).join("\n")}\n`;
  const buyer = people.buyer;
  const stored = await t.app.files.put(Readable.from([text]));
  const fileId = newId();
  await t.database.transaction(buyer, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${fileId}, 'file.csv', 'text/plain', ${stored.size}, ${stored.sha256},
        ${tx.scope.personId}
      )
    `),
  );
  const { id, mapping } = await beginImport(t.app, buyer, "vendors", fileId);
  const now = () => readRun(t.database.read(buyer), buyer, id);
  const map = () => t.database.transaction(buyer, (tx) => mapColumns(tx, buyer, id, mapping));
  const cancel = () => Promise.reject(new Cancelled());
  await map();
  await expect(validateImport(t.app, buyer, id, cancel)).rejects.toBeInstanceOf(Cancelled);
  expect(await now()).toMatchObject({
    state: "failed",
    rowsTotal: null,
    error: "The check was cancelled. Nothing was changed.",
  });
  await map();
  await validateImport(t.app, buyer, id);
  await t.database.transaction(buyer, (tx) => startCommit(tx, buyer, id));
  await expect(commitImport(t.app, buyer, id, cancel)).rejects.toBeInstanceOf(Cancelled);
  expect(await now()).toMatchObject({
    state: "failed",
    rowsTotal: 3000,
    rowsDone: 2500,
    error: "The import was cancelled. What was brought in stays; going on brings in the rest.",
  });
  await t.database.transaction(buyer, (tx) => startCommit(tx, buyer, id));
  await commitImport(t.app, buyer, id);
  expect(await now()).toMatchObject({ state: "committed", counts: { create: 3000 } });
});

test("every kind has a page where its run is found again", () => {
  const paths = new Set(pages.map((page) => page.path));
  for (const kind of ["vendors", "commodities", "invoices", "budget-lines"])
    expect(paths, kind).toContain(pageOfRun({ id: "1", kind })!.split("?")[0]);
});
