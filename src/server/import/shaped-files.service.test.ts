// Files whose shape is another one than a row a record: a column for each month or year, several rows of
// one record, names where codes belong. What was said of a source holds for its next file.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { areaServers } from "#areas.server.ts";
import { permissions } from "#roles.ts";
import { sql } from "../db/sql.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { beginFile, checkFile, commitFile } from "../testing/import-files.ts";
import { cells } from "./cells.ts";
import { importableKinds, importerOf } from "./importer.ts";

let t: TestDatabase;
let agency: Agency;
let officer: Actor;
let code: string, fund: string, account: string;
beforeAll(async () => {
  expect(areaServers.length).toBeGreaterThan(0);
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  const { admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } });
  officer = { ...admin, permissions: new Set(Object.keys(permissions)) };
  const { accountStringId } = await makeBudget(t.database, agency, 500_00);
  ({ code } = await t.database.read(officer).one<{ code: string }>(sql`
    select code
    from account_string
    where org_id = ${agency.orgId} and id = ${accountStringId}
  `));
  [fund, , account] = code.split("-") as [string, string, string];
});
afterAll(() => t.drop());

const months = ["Oct", "Nov", "Dec"].map((column, at) => ({ column, value: String(at + 1) }));
const byMonth = (...rows: string[]) => `FY,Account,Oct,Nov,Dec\n${rows.join("\n")}\n`;
const actuals = (year: number) =>
  t.database.read(officer).rows<{ month: number; cents: number }>(sql`
    select month, cents
    from budget_actual
    where org_id = ${agency.orgId} and year = ${year}
    order by month
  `);

test("a column a month: each cell is a row, rows of an account are added up, what is unreadable is named by its month", async () => {
  const { id } = await beginFile(
    t,
    officer,
    "budget-actuals",
    byMonth(`2025,${code},100.00,200.00,`, `2025,${code},1.00,,3.00`, `2025,${code},,,abc`),
  );
  await expect(checkFile(t, officer, id)).rejects.toMatchObject({ code: "mapping" });
  const strange = [{ column: "Smarch", value: "13" }];
  await expect(checkFile(t, officer, id, { spread: strange })).rejects.toMatchObject({
    code: "mapping",
    message: "The file has no column Smarch.",
  });
  const twice = await checkFile(t, officer, id, { spread: months });
  expect(twice.problems.map(({ row, found }) => [row, found])).toEqual([
    [3, "the same as row 2"],
    [4, "abc"],
  ]);
  const run = await checkFile(t, officer, id, { spread: months, addUp: true });
  expect(run.counts).toMatchObject({ create: 3, skip: 1, reject: 1 });
  expect(run.problems).toMatchObject([{ row: 4, column: "Dec", found: "abc" }]);
  await commitFile(t, officer, id);
  expect((await actuals(2025)).map(({ month, cents }) => [month, cents])).toEqual([
    [1, 101_00],
    [2, 200_00],
    [3, 3_00],
  ]);
  // The next file of this source is read as the one before it, without a word.
  const next = await beginFile(
    t,
    officer,
    "budget-actuals",
    byMonth(`2026,${code},5.00,(6.00),7.00`),
  );
  expect(next.reading).toMatchObject({ spread: months, addUp: true });
  expect((await checkFile(t, officer, next.id)).counts).toMatchObject({ create: 3, reject: 0 });
  await commitFile(t, officer, next.id);
  expect((await actuals(2026)).map(({ cents }) => cents)).toEqual([5_00, -6_00, 7_00]);
});

test("rows that were handed back and repaired are of the same source, and their two columns are no field", async () => {
  const text = `FY,Account,Oct,Nov,Dec,Row,What to repair\n2024,${code},,,4.00,4,Amount: write it\n`;
  const run = await beginFile(t, officer, "budget-actuals", text);
  expect(run.reading).toMatchObject({ spread: months, addUp: true });
  expect((await checkFile(t, officer, run.id)).counts).toMatchObject({ create: 1, reject: 0 });
  // A batch whose receipts bear no number: the row of the file is none.
  const receipts = await beginFile(
    t,
    officer,
    "receipts",
    `Batch,Account,Received on,Amount,Row,What to repair\nD-1,${code},2026-11-02,5.00,7,x\n`,
  );
  expect(receipts.mapping).toMatchObject({ batch: "Batch", row: null });
});

test("a column a year: the years that there are come in, another one is named", async () => {
  const text = `Fund,Dept,Account,FY2027,FY2031\n${fund},RDS,${account},500.00,9.00\n`;
  const { id } = await beginFile(t, officer, "budget-lines", text);
  const spread = [
    { column: "FY2027", value: "2027" },
    { column: "FY2031", value: "2031" },
  ];
  const run = await checkFile(t, officer, id, { spread });
  expect(run.counts).toMatchObject({ create: 0, skip: 1, reject: 1 });
  expect(run.problems).toMatchObject([{ row: 2, column: "Fiscal year", found: "2031" }]);
});

test("names in place of codes are proposed, said once, and kept for the source", async () => {
  const file = (amount: string) =>
    `FY,Fund,Dept,Account,Amount\n2027,General fund,RDS,Road materials,${amount}\n`;
  const { id } = await beginFile(t, officer, "budget-lines", file("500.00"));
  const asked = await checkFile(t, officer, id);
  expect(asked.questions).toMatchObject([
    { id: "fund.names", names: [{ found: "General fund", likely: fund, rows: 1 }] },
    { id: "account.names", names: [{ found: "Road materials", likely: account, rows: 1 }] },
  ]);
  expect(asked.state).toBe("mapping");
  const names = {
    fund: { "general fund": fund },
    account: { "road materials": account },
  };
  expect((await checkFile(t, officer, id, { names })).counts).toMatchObject({
    skip: 1,
    reject: 0,
  });
  const next = await beginFile(t, officer, "budget-lines", file("700.00"));
  const run = await checkFile(t, officer, next.id);
  expect(run.questions).toEqual([]);
  // The account is known by its name; its budget is another one, which an amendment changes.
  expect(run.counts).toMatchObject({ skip: 0, reject: 1 });
});

test("whatever asks for a year or a month with an amount takes a column for each of them", () => {
  const across = importableKinds().filter((kind) => {
    const { fields } = importerOf(kind)!;
    const needs = fields.filter(({ required }) => required);
    return (
      needs.some(({ type, name }) => type === cells.fiscalYear || name === "month") &&
      needs.some(({ type }) => type === cells.money)
    );
  });
  expect(across).toEqual(["budget-actuals", "budget-lines", "budget-lines-summed"]);
  for (const kind of across) expect(importerOf(kind)!.spread, kind).toBeDefined();
});
