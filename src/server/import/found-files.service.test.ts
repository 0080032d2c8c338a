// Files as offices have them: each came in wrongly, or not at all, before its columns were looked over.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { areaServers } from "#areas.server.ts";
import { sql } from "../db/sql.ts";
import { makeAgency, makeBudget, makeMembers, makeVendor, type Agency } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { sheetBook } from "../testing/workbooks.ts";
import { beginFile, checkFile, commitFile } from "../testing/import-files.ts";
import { readAnew, startCommit } from "./import.service.ts";
import type { ImportReading } from "./import.tables.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"ap" | "buyer" | "manager", Actor>;
let vendor: { name: string };
let account: string;
beforeAll(async () => {
  expect(areaServers.length).toBeGreaterThan(0);
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    ap: { duties: ["ap"] },
    buyer: { duties: ["buyer"] },
    manager: { role: "admin" },
  });
  const { accountStringId } = await makeBudget(t.database, agency, 90_000_00);
  vendor = await makeVendor(t.database, agency);
  ({ code: account } = await t.database.read(people.ap).one<{ code: string }>(sql`
    select code
    from account_string
    where org_id = ${agency.orgId} and id = ${accountStringId}
  `));
});
afterAll(() => t.drop());

const begin = (actor: Actor, kind: string, text: string | Buffer) =>
  beginFile(t, actor, kind, text);
const check = (actor: Actor, id: string, reading?: ImportReading) =>
  checkFile(t, actor, id, reading);
const commit = (actor: Actor, id: string) => commitFile(t, actor, id);
const head = "Vendor,Invoice number,Invoice date,Description,Amount,Account";
const bill = (number: string, day: string, amount = "10.00", of = "Water") =>
  `${vendor.name},${number},${day},${of},${amount},${account}`;
const now = () => ({ ...people.ap, businessNow: "2026-11-20T18:00:00Z" });
const invoiceDays = (numbers: readonly string[]) =>
  t.database.read(people.ap).rows(sql`
    select vendor_number, invoice_date, total
    from invoice
    where org_id = ${agency.orgId} and vendor_number = any(${numbers}::text[])
    order by vendor_number
  `);

test("amounts of an optional column: what cannot be read is handed back, never emptied", async () => {
  const costs = [
    "151,97",
    "1.205,99",
    "1 205,99",
    "abc",
    "n/a",
    "TBD",
    "USD 900",
    "$1,205.99",
    "1205.999",
    "900.00-",
    "12,5",
    "1,205.99",
    "-",
  ];
  await t.database.transaction(people.manager, (tx) =>
    tx.rows(sql`
      insert into asset_class (org_id, id, code, name, condition_scale)
      values (${agency.orgId}, ${newId()}, 'TRK', 'Truck', 'one_to_five')
    `),
  );
  const { code } = await t.database.read(people.manager).one<{ code: string }>(sql`
    select code
    from department
    where org_id = ${agency.orgId}
    limit 1
  `);
  const rows = costs.map((cost, n) => `WY-${n},Thing ${n},Truck,${code},Yard,2026-01-05,"${cost}"`);
  const { id } = await begin(
    people.manager,
    "assets",
    ["Tag,Name,Class,Department,Location,In service,Cost", ...rows, ""].join("\n"),
  );
  const run = await check(people.manager, id);
  expect(run.counts).toMatchObject({ create: 3, reject: 10 });
  expect(run.problems.map(({ row, column }) => [row, column])).toEqual(
    [2, 3, 4, 5, 6, 7, 8, 10, 11, 12].map((row) => [row, "Cost"]),
  );
  expect(run.problems[0]!.fix).toBe(
    "Cost: write dollars and cents such as 1,234.56, or (1,234.56) below zero, or leave it empty.",
  );
});

test("days that can only be day first are asked about before a row comes in; the answer holds for the source", async () => {
  const file = (first: number) =>
    [
      head,
      ...["03/02", "05/02", "13/02", "25/02"].map((d, n) => bill(`DM-${first + n}`, `${d}/2026`)),
      "",
    ].join("\n");
  const { id } = await begin(now(), "invoices", file(0));
  const asked = await check(now(), id);
  expect(asked).toMatchObject({ state: "mapping", rowsTotal: null });
  expect(asked.questions).toMatchObject([
    {
      id: "invoiceDate.order",
      column: "Invoice date",
      likely: "day",
      rows: [{ row: 2, found: "03/02/2026" }, { row: 3 }, { row: 4 }, { row: 5 }],
    },
  ]);
  await expect(
    t.database.transaction(now(), (tx) => startCommit(tx, now(), id)),
  ).rejects.toMatchObject({ code: "not_in_this_status" });
  const run = await check(now(), id, { answers: { "invoiceDate.order": "day" } });
  expect(run.counts).toMatchObject({ create: 4, reject: 0 });
  await commit(now(), id);
  expect(await invoiceDays(["DM-0", "DM-2"])).toMatchObject([
    { vendorNumber: "DM-0", invoiceDate: "2026-02-03" },
    { vendorNumber: "DM-2", invoiceDate: "2026-02-13" },
  ]);
  const next = await begin(now(), "invoices", file(10));
  expect((await check(now(), next.id)).counts).toMatchObject({ create: 4 });
});

test("title rows above: the line of the headings is proposed and asked; a total's row is left out by a condition", async () => {
  const text = `County of Example - open bills as of 11/01/2026,,,,,\n,,,,,\n${head}\n${bill("T-1001", "11/13/2026")}\n\n${bill("T-1002", "11/01/2026")}\n${bill("T-1003", "soon")}\nGrand total,,,,22.00,\n`;
  const run = await begin(now(), "invoices", text);
  expect(run.columns).toEqual(head.split(","));
  expect(run.questions).toMatchObject([{ id: "heading", likely: "3" }]);
  await expect(check(now(), run.id)).rejects.toMatchObject({
    code: "reading",
    errors: [{ path: "reading.heading" }],
  });
  expect((await readAnew(t.app, now(), run.id, { headingRow: 3 })).questions).toEqual([]);
  const found = await check(now(), run.id, {
    leaveOut: [
      { column: "Vendor", test: "begins", value: "grand total" },
      // Begun and not written: it leaves nothing out.
      { column: "Vendor", test: "begins", value: "" },
    ],
  });
  expect(found.counts).toMatchObject({ create: 2, reject: 1, leftOut: 1 });
  // An empty line counts: the row bears the number that the spreadsheet shows.
  expect(found.problems).toMatchObject([{ row: 7, column: "Invoice date", found: "soon" }]);
});

test("days far from today are asked about in every file", async () => {
  const text = `${head}\n${bill("FU-1", "2062-11-02")}\n${bill("FU-2", "2026-11-02")}\n`;
  const { id } = await begin(now(), "invoices", text);
  const asked = await check(now(), id);
  expect(asked.questions).toMatchObject([{ id: "invoiceDate.far", rows: [{ row: 2 }] }]);
  const refused = await check(now(), id, { answers: { "invoiceDate.far": "refuse" } });
  expect(refused.counts).toMatchObject({ create: 1, reject: 1 });
  const again = await begin(now(), "invoices", text);
  expect((await check(now(), again.id)).questions).toHaveLength(1);
  const taken = await check(now(), again.id, { answers: { "invoiceDate.far": "take" } });
  expect(taken.counts).toMatchObject({ create: 2, reject: 0 });
});

test("a known number of the vendor with another day or amount is a question, never left alone", async () => {
  const first = await begin(now(), "invoices", `${head}\n${bill("K-1", "11/13/2026", "10.00")}\n`);
  await check(now(), first.id);
  await commit(now(), first.id);
  const second = await begin(
    now(),
    "invoices",
    `${head}\n${bill("K-1", "11/13/2026", "10.00")}\n${bill("K-2", "11/19/2026", "5.00")}\n`,
  );
  expect((await check(now(), second.id)).counts).toMatchObject({ create: 1, skip: 1, reject: 0 });
  const third = await begin(now(), "invoices", `${head}\n${bill("K-1", "11/19/2026", "14.20")}\n`);
  const run = await check(now(), third.id);
  expect(run.counts).toMatchObject({ create: 0, skip: 0, reject: 1 });
  expect(run.problems[0]).toMatchObject({
    row: 2,
    column: "Invoice date",
    expected: expect.stringContaining("Nov 13, 2026"),
    fix: expect.stringContaining("give it a number of its own"),
  });
});

test("a workbook's ZIP codes and tax numbers come in as the sheet shows them; its second sheet is chosen", async () => {
  const book = sheetBook({
    formats: ["00000", "00000-0000", "00-0000000", "$#,##0"],
    sheets: {
      Notes: [["Nothing here"]],
      Vendors: [
        ["Name", "ZIP", "EIN", "Terms"],
        ["Shown Zip Works", { value: 1082, format: 0 }, { value: 12345678, format: 2 }, 30],
        ["Shown Plus Works", { value: 57339912, format: 1 }, { value: 411234567, format: 2 }, 30],
        ["Lost Zero Works", 1082, { value: 411234568, format: 2 }, 30],
      ],
    },
  });
  const run = await begin(people.buyer, "vendors", book);
  expect(run).toMatchObject({ sheets: ["Notes", "Vendors"], questions: [{ id: "sheet" }] });
  const chosen = await readAnew(t.app, people.buyer, run.id, { sheet: "Vendors" });
  expect(chosen.columns).toEqual(["Name", "ZIP", "EIN", "Terms"]);
  const checked = await check(people.buyer, run.id);
  expect(checked.counts).toMatchObject({ create: 2, reject: 1 });
  expect(checked.problems).toMatchObject([
    { row: 4, column: "ZIP", found: "1082", fix: expect.stringContaining("a leading zero") },
  ]);
  await commit(people.buyer, run.id);
  expect(
    await t.database.read(people.buyer).rows(sql`
      select name, postal_code, tin_last4
      from vendor
      where org_id = ${agency.orgId} and name like 'Shown %'
      order by name
    `),
  ).toEqual([
    { name: "Shown Plus Works", postalCode: "05733-9912", tinLast4: "4567" },
    { name: "Shown Zip Works", postalCode: "01082", tinLast4: "5678" },
  ]);
});

test("a file of an older program: its letters are asked about, then read", async () => {
  const old = Buffer.from("Name,City\nM\xfcller & S\xf6hne,Chaska\n", "latin1");
  const run = await begin(people.buyer, "vendors", old);
  expect(run.questions).toMatchObject([
    {
      id: "letters",
      likely: "windows-1252",
      choices: [{ label: "Windows-1252: Müller & Söhne" }, {}],
    },
  ]);
  await readAnew(t.app, people.buyer, run.id, { letters: "windows-1252" });
  expect((await check(people.buyer, run.id)).counts).toMatchObject({ create: 1 });
  await commit(people.buyer, run.id);
  expect(
    await t.database.read(people.buyer).rows(sql`
      select name
      from vendor
      where org_id = ${agency.orgId} and name like 'Müller%'
    `),
  ).toEqual([{ name: "Müller & Söhne" }]);
});

test("the same words in every row stand in for a column; sep= and inch marks are read", async () => {
  const text = `sep=;\nVendor;Invoice number;Invoice date;Description;Amount\n${vendor.name};I-1;11/13/2026;6" pipe;1.205,99\n${vendor.name};I-2;11/14/2026;"12"" pipe; black";151,97\n`;
  const { id } = await begin(now(), "invoices", text);
  await expect(check(now(), id)).rejects.toMatchObject({ code: "mapping" });
  const asked = await check(now(), id, { fixed: { account } });
  expect(asked.questions).toMatchObject([{ id: "amount.decimal", likely: "comma" }]);
  const run = await check(now(), id, {
    fixed: { account },
    answers: { "amount.decimal": "comma" },
  });
  expect(run.counts).toMatchObject({ create: 2, reject: 0 });
  await commit(now(), id);
  expect(await invoiceDays(["I-1", "I-2"])).toMatchObject([{ total: 1_205_99 }, { total: 151_97 }]);
});
