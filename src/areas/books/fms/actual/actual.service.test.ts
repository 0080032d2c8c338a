import { expect, test } from "vitest";
import type { Day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { beginFile, checkFile, commitFile } from "#server/testing/import-files.ts";
import { a, as, bookTests, onDay, people, second, t } from "../../books.setup.ts";
import type { EntryDetail } from "../../entry/entry.model.ts";
import { postEntry } from "../../entry/entry.service.ts";
import { batchChecks } from "../batch/batch.checks.ts";
import { readFmsStanding, sumsOfPeriod } from "../batch/batch.read.service.ts";
import { linesThatWait } from "../batch/waiting.service.ts";
import { balanceImporter, readComparison } from "../balance/balance.service.ts";
import { map } from "../fms.setup.ts";

bookTests();
const ask = askingOf(() => t);
const db = () => t.database.read(people.controller);

/** The second fund's string is `S1` there, its fund `F1`; cash is `9010`, vouchers `9020`. */
const mapped = async () => {
  const of = await db().one<{ fund: string; string: string }>(sql`
    select f.code as fund, s.code as string
    from account_string s
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    where s.org_id = ${a.orgId} and s.id = ${second.accountStringId}
  `);
  await map("fund", of.fund, "F1");
  await map("string", of.string, "S1");
  await map("account", "1010", "9010");
  await map("account", "2010", "9020");
  return of;
};

const head = "Document,Date,Fund,Account,Account string,Debit,Credit,Text\n";
const payroll = (credit = "900.00") =>
  `PR-0017,10/15/2026,,,S1,"900.00",,Payroll\nPR-0017,10/15/2026,F1,9010,,,${credit},Net pay\n`;
const bring = async (text: string, who = people.controller) => {
  const actor = onDay(who, "2026-10-20");
  const { id } = await beginFile(t, actor, "fms-actuals", text);
  const checked = await checkFile(t, actor, id);
  const { counts } = await commitFile(t, actor, id);
  return {
    refused: checked.problems.map((p) => `${p.row} ${p.column}: ${p.found}`),
    counts: [counts.create, counts.update, counts.skip, counts.reject],
  };
};
const entryOf = async (document: string): Promise<EntryDetail> => {
  const { id } = await db().one<{ id: string }>(sql`
    select id
    from journal_entry
    where org_id = ${a.orgId} and external_no = ${document}
  `);
  return ask<EntryDetail>(people.controller, `GET /api/v1/journal-entries/${id}`);
};
const post = async (document: string) => {
  const { id } = await entryOf(document);
  return as(onDay(people.other, "2026-10-20"), (tx, actor) =>
    postEntry(tx, actor, { id, version: null }),
  );
};

test("a document becomes an entry that another person posts, and the same file again changes nothing", async () => {
  await mapped();
  expect((await bring(head + payroll())).counts).toEqual([2, 0, 0, 0]);
  const entry = await entryOf("PR-0017");
  expect(entry).toMatchObject({
    status: "waiting",
    title: "PR-0017: Payroll",
    postedOn: "2026-10-15",
    total: 900_00,
  });
  expect(entry.lines.map((l) => [l.cents, l.memo])).toEqual([
    [900_00, "Payroll"],
    [-900_00, "Net pay"],
  ]);
  expect((await bring(`${head}${payroll()}\n`)).counts).toEqual([0, 0, 2, 0]);
  expect((await post("PR-0017")).status).toBe("posted");
  const { expended } = await db().one<{ expended: number }>(sql`
    select sum(expended)::bigint as expended
    from budget_line
    where org_id = ${a.orgId} and account_string_id = ${second.accountStringId}
  `);
  expect(expended).toBe(900_00);
  const other = await bring(
    `${head}PR-0017,10/15/2026,,,S1,5.00,,Payroll\nPR-0017,10/15/2026,F1,9010,,,5.00,\n`,
  );
  expect(other.refused[0]).toMatch(/^2 Document: other lines than JE-2027-\d+ has$/);
});

test("each row that is wrong is named, its document is taken whole, and others come in", async () => {
  await mapped();
  await map("account", "2030", "9020");
  const { refused, counts } = await bring(
    [
      head.trim(),
      "IN-1,10/31/2026,F1,9010,,5.00,,Interest",
      "IN-1,10/31/2026,F1,9010,,,4.00,Interest",
      "D-2,10/31/2026,F9,9010,,5.00,,",
      "D-2,10/31/2026,F1,9010,,,5.00,",
      "D-3,10/31/2026,F1,9020,,5.00,,",
      "D-4,09/30/2026,,,S1,5.00,,",
      "D-5,10/31/2026,,,S1,5.00,5.00,",
      "D-6,10/31/2026,,,S1,5.00,,",
      "D-6,11/01/2026,F1,9010,,,5.00,",
      "D-7,10/31/2026,F1,,,5.00,,",
      "D-8,soon,,,S1,5.00,,",
      "D-8,10/31/2026,,,S1,5.00,,",
      "D-9,10/31/2026,F1,9010,S1,5.00,,",
      payroll().trim(),
    ].join("\n"),
  );
  expect(counts).toEqual([2, 0, 0, 13]);
  expect(refused).toEqual([
    expect.stringMatching(/^2 Debit: Fund .*: debits exceed credits by \$1\.00\.$/),
    expect.stringMatching(/^3 Debit: Fund/),
    "4 Fund: F9",
    "5 Document: Fund: F9",
    "6 Account: 9020",
    "7 Date: 2026-09-30",
    "8 Debit: both",
    "9 Date: 2026-10-31 and 2026-11-01",
    "10 Date: 2026-10-31 and 2026-11-01",
    "11 Account: nothing",
    "12 Date: soon",
    "13 Document: a row of it cannot be read",
    "14 Account: 9010",
  ]);
});

test("what is spent is named by its string, and no day of a closed period is taken", async () => {
  await mapped();
  const spent = await db().one<{ code: string }>(sql`
    select g.code
    from account_string s
    join gl_account g on g.org_id = s.org_id and g.id = s.account_id
    where s.org_id = ${a.orgId} and s.id = ${second.accountStringId}
  `);
  await map("account", spent.code, "9500");
  const row = "TX-1,10/31/2026,F1,9500,,5.00,,Tax\n";
  expect((await bring(head + row)).refused).toEqual(["2 Account string: nothing"]);
  await as(people.controller, (tx) =>
    tx.rows(sql`
      update accounting_period
      set status = 'closed', frozen = '{}', sha256 = repeat('0', 64)
      where org_id = ${a.orgId} and first_day <= '2026-10-15' and last_day >= '2026-10-15'
    `),
  );
  const closed = await bring(head + payroll());
  expect(closed.refused).toEqual(["2 Date: 2026-10-15", "3 Date: 2026-10-15"]);
});

test("one that was returned is corrected by its document, by whoever prepared it, and not by hand", async () => {
  await mapped();
  await bring(head + payroll());
  const { id, number } = await entryOf("PR-0017");
  const changed = head + payroll().replaceAll("900.00", "950.00");
  expect((await bring(changed)).refused[0]).toBe(`2 Document: other lines than ${number} has`);
  const back = { reason: "The net pay is wrong" };
  const { version } = await entryOf("PR-0017");
  await ask(people.other, `POST /api/v1/journal-entries/${id}/actions/return`, back, version);
  const now = await entryOf("PR-0017");
  const body = {
    title: "By hand",
    reason: "Because I can do it",
    postedOn: "2026-10-15",
    lines: now.lines.map((l) => ({
      accountStringId: l.accountStringId,
      fundId: l.accountStringId ? null : l.fundId,
      accountId: l.accountStringId ? null : l.accountId,
      debit: Math.max(l.cents, 0),
      credit: Math.max(-l.cents, 0),
    })),
  };
  expect(
    await refusalOf(ask(people.controller, `PUT /api/v1/journal-entries/${id}`, body, now.version)),
  ).toMatch(/It came from the finance system: take its document in again\./);
  expect((await bring(changed, people.other)).counts).toEqual([0, 0, 0, 2]);
  expect((await bring(changed)).counts).toEqual([0, 2, 0, 0]);
  expect(await entryOf("PR-0017")).toMatchObject({ status: "waiting", total: 950_00 });
});

test("its lines are there: they wait for no batch, do not block the close, and agree with its balances", async () => {
  const { fund } = await mapped();
  await bring(head + payroll());
  await post("PR-0017");
  const period = await db().one<{ id: string; number: string; firstDay: Day; lastDay: Day }>(sql`
    select id, number, first_day, last_day
    from accounting_period
    where org_id = ${a.orgId} and '2026-10-15' between first_day and last_day and not adjustment
  `);
  expect(await linesThatWait(db(), period.id)).toEqual([]);
  expect(await sumsOfPeriod(db(), period.id)).toMatchObject({
    here: 900_00,
    there: 900_00,
    waiting: 0,
  });
  expect((await readFmsStanding(db())).waiting).toBe(0);
  const stops = await batchChecks[0]!.check(db(), {
    firstDay: period.firstDay,
    lastDay: period.lastDay,
    fiscalYearId: a.fiscalYearId,
    adjustment: false,
  });
  expect(stops.count).toBe(0);
  const row = { period: period.number, fund: "F1", account: "9010", net: -850_00 };
  await as(people.controller, async (tx, actor) => {
    const [verdict] = await balanceImporter.plan(tx, [row], "");
    await balanceImporter.apply(tx, actor, [{ row, ...verdict } as never], "", () => undefined);
  });
  const compared = await readComparison(db(), period.id);
  expect(compared.rows.find((r) => r.account === "9010")).toMatchObject({
    fund: "F1",
    here: -900_00,
    there: -850_00,
    notAcknowledged: 0,
  });
  expect(fund).not.toBe("F1");
  // Taken back here, it is no more what the finance system has: the reversal goes there.
  const { id, version } = await entryOf("PR-0017");
  const why = { reason: "Posted twice there" };
  await ask(people.other, `POST /api/v1/journal-entries/${id}/actions/reverse`, why, version);
  const waiting = await linesThatWait(db(), period.id);
  expect(waiting.map((l) => l.cents).toSorted((x, y) => x - y)).toEqual([-900_00, 900_00]);
});
