// A former system's file: a column for each month, amounts below zero in brackets, its name as source.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { validateImport } from "#server/import/check-rows.ts";
import { commitImport } from "#server/import/commit-rows.ts";
import { beginImport, mapColumns, readRun, startCommit } from "#server/import/import.service.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { beginFile } from "#server/testing/import-files.ts";
import "../budget.server.ts";

let t: TestDatabase;
let agency: Agency;
let officer: Actor;
let account: string;

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ officer } = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
  }));
  const { accountStringId } = await makeBudget(t.database, agency, 1_000_00);
  account = (
    await t.database.read(officer).one<{ code: string }>(sql`
      select code
      from account_string
      where org_id = ${agency.orgId} and id = ${accountStringId}
    `)
  ).code;
});
afterAll(() => t.drop());

const months = ["Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Jan", "Feb", "Mar", "Apr", "May", "Jun"];

const bring = async (text: string, fixed: Record<string, string> = {}) => {
  const stored = await t.app.files.put(Readable.from([text]));
  const fileId = newId();
  await t.database.transaction(officer, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${fileId}, 'actuals.csv', 'text/csv', ${stored.size}, ${stored.sha256},
        ${officer.personId}
      )
    `),
  );
  const run = await beginImport(t.app, officer, "budget-actuals", fileId);
  const spread = months.map((column, n) => ({ column, value: String(n + 1) }));
  await t.database.transaction(officer, (tx) =>
    mapColumns(tx, officer, run.id, run.mapping, { spread, fixed }),
  );
  await validateImport(t.app, officer, run.id);
  await t.database.transaction(officer, (tx) => startCommit(tx, officer, run.id));
  await commitImport(t.app, officer, run.id);
  return readRun(t.database.read(officer), officer, run.id);
};
const kept = () =>
  t.database.read(officer).rows<{ month: number; cents: number; source: string }>(sql`
    select month, cents, source
    from budget_actual
    where org_id = ${agency.orgId}
    order by month
  `);

test("twelve columns of months come in as twelve months with their source; brackets are below zero", async () => {
  const amounts = ['"1,200.00"', '"(1,300.50)"', "-5.25", "0", ...Array(8).fill("10")];
  const file = `Year,Account,System,${months.join(",")}\n2024,${account},Munis,${amounts.join(",")}\n`;
  expect((await bring(file)).counts).toMatchObject({ create: 12, reject: 0 });
  const rows = await kept();
  expect(rows.map((each) => each.cents).slice(0, 5)).toEqual([
    1_200_00, -1_300_50, -5_25, 0, 10_00,
  ]);
  expect(new Set(rows.map((each) => each.source))).toEqual(new Set(["Munis"]));
  expect((await bring(file)).counts).toMatchObject({ create: 0, skip: 12 });
});

const corrected = (amount: string) =>
  `Year,Account,System,${months.join(",")}\n2024,${account},Munis,${Array(12).fill(amount).join(",")}\n`;

test("what was imported with another amount is a question, and says how a corrected file answers it", async () => {
  const run = await bring(corrected("7"));
  expect(run.counts).toMatchObject({ create: 0, update: 0, reject: 12 });
  expect(run.problems[0]).toMatchObject({
    expected: expect.stringMatching(/^Month 1 of 2024, .*: Amount \$1,200\.00$/),
    found: "Amount $7.00",
    fix: expect.stringMatching(/with other content\. .*“Takes the place of what is on file”/),
  });
  expect((await kept())[0]!.cents).toBe(1_200_00);
});

test("a corrected month replaces what is on file where the file says so, with what stood before in the ledger; the next file asks again", async () => {
  const run = await bring(corrected("7"), { replaces: "yes" });
  expect(run.counts).toMatchObject({ create: 0, update: 12, reject: 0 });
  expect(run.warnings[0]).toMatchObject({ expected: "$1,200.00", found: "$7.00" });
  expect((await kept()).map(({ cents }) => cents)).toEqual(Array(12).fill(7_00));
  const entries = await t.database.read(officer).rows<{ content: string }>(sql`
    select content
    from audit_entry
    where org_id = ${agency.orgId} and action = 'budgetActual.replace'
    order by id
  `);
  expect(entries).toHaveLength(12);
  expect(entries[0]!.content).toContain("120000");
  expect(entries[0]!.content).toContain("700");
  // "yes" was said of that file alone: the choice that is kept for the source does not hold it.
  const next = await beginFile(t, officer, "budget-actuals", corrected("8"));
  expect(next.reading.spread).toHaveLength(12);
  expect(next.reading.fixed ?? {}).toEqual({});
});
