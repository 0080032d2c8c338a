import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { makeAgency, makeBudget, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import "../finance.server.ts";
import { journalNoun } from "./journal.noun.ts";
import { postJournal, reverseJournal } from "./journal.service.ts";
import { receiptImporter } from "./receipt.importer.ts";

let t: TestDatabase;
let ap: Actor, chief: Actor;
let revenue: { code: string; lineId: string };
let spending: string;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const codeOf = async (id: string) =>
  (
    await t.database.read(ap).one<{ code: string }>(sql`
      select code
      from account_string
      where org_id = ${ap.orgId} and id = ${id}
    `)
  ).code;

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ ap, chief } = await makeMembers(t.database, agency, {
    ap: { duties: ["ap"] },
    chief: { role: "admin" },
  }));
  const [income, costs] = [
    await makeBudget(t.database, agency, 500_00),
    await makeBudget(t.database, agency, 500_00),
  ];
  await as({ ...chief, personId: null }, (tx) =>
    tx.rows(sql`
      update segment_value v
      set class = 'revenue'
      from account_string s
      where s.org_id = v.org_id and s.account_id = v.id and s.id = ${income.accountStringId}
    `),
  );
  revenue = { code: await codeOf(income.accountStringId), lineId: income.lineId };
  spending = await codeOf(costs.accountStringId);
});
afterAll(() => t.drop());

const row = (over: object = {}) =>
  receiptImporter.schema.parse({
    batch: "Deposit 1",
    row: "1",
    account: revenue.code,
    receivedOn: businessDate(ap),
    amount: 400_00,
    ...over,
  });
const judged = async (...rows: ReturnType<typeof row>[]) =>
  receiptImporter.plan(t.database.read(ap), rows, "");
const received = async () =>
  (
    await t.database.read(ap).one<{ expended: number }>(sql`
      select expended
      from budget_line
      where org_id = ${ap.orgId} and id = ${revenue.lineId}
    `)
  ).expended;

test("receipts of a batch wait as a journal, another person posts them, beyond what was budgeted too", async () => {
  const rows = [row(), row({ row: "2", amount: 300_05 }), row({ row: "3", amount: -20_00 })];
  const verdicts = await judged(...rows);
  const planned = rows.map((each, n) => {
    const verdict = verdicts[n]!;
    if (verdict.action !== "create") throw new Error(JSON.stringify(verdict));
    return { row: each, action: "create" as const, plan: verdict.plan };
  });
  await as(ap, (tx) => receiptImporter.apply(tx, ap, planned, "", () => undefined));
  const { id, total } = await t.database.read(ap).one<{ id: string; total: number }>(sql`
    select id, total
    from journal
    where org_id = ${ap.orgId} and kind = 'receipt'
  `);
  expect(total).toBe(680_05);
  await as(ap, (tx) => transition(tx, ap, journalNoun, { id, action: "submit", version: null }));
  await expect(as(ap, (tx) => postJournal(tx, ap, { id, version: null }))).rejects.toThrow();
  expect(await received()).toBe(0);
  await as(chief, (tx) => postJournal(tx, chief, { id, version: null }));
  expect(await received()).toBe(680_05);
  expect((await judged(row()))[0]).toMatchObject({ problem: { column: "Batch" } });
  await as(chief, (tx) =>
    reverseJournal(tx, chief, { id, version: null, reason: "Counted twice" }),
  );
  expect(await received()).toBe(0);
  // What was reversed may come again under its name.
  expect((await judged(row()))[0]).toMatchObject({ action: "create" });
});

const taken = async (rows: ReturnType<typeof row>[]) => {
  const verdicts = await judged(...rows);
  const planned = rows.flatMap((each, n) => {
    const verdict = verdicts[n]!;
    return verdict.action === "create"
      ? [{ row: each, action: "create" as const, plan: verdict.plan }]
      : [];
  });
  if (planned.length > 0)
    await as(ap, (tx) => receiptImporter.apply(tx, ap, planned, "", () => undefined));
  return verdicts.map((verdict) =>
    verdict.action === "reject" ? verdict.problem.expected : verdict.action,
  );
};
const totalOf = async (batch: string) =>
  (
    await t.database.read(ap).one<{ total: number }>(sql`
      select coalesce(sum(total), 0)::int as total
      from journal
      where org_id = ${ap.orgId} and title = ${batch}
    `)
  ).total;

test("the same file twice counts once; a known receipt with another amount or day is asked about", async () => {
  const batch = "Deposit 7";
  const file = [
    row({ batch, row: "4401", amount: 120_00 }),
    row({ batch, row: "4402", amount: 80_00 }),
    row({ batch, row: "", description: "Parking", amount: 5_00 }),
  ];
  expect(await taken(file)).toEqual(["create", "create", "create"]);
  expect(await taken(file)).toEqual(["skip", "skip", "skip"]);
  expect(await totalOf(batch)).toBe(205_00);
  const other = await taken([
    row({ batch, row: "4401", amount: 121_00 }),
    row({ batch, row: "4403", amount: 1_00 }),
    row({ batch, row: "", description: "Parking", amount: 6_00 }),
  ]);
  expect(other).toEqual([
    "Receipt 4401 of Deposit 7: Amount $120.00",
    "create",
    "A receipt without a number of Deposit 7: Amount $5.00",
  ]);
  expect(await totalOf(batch)).toBe(206_00);
});

test("an account that is spent from, an unknown one and a closed year are named by row", async () => {
  const verdicts = await judged(
    row({ account: spending, batch: "Deposit 2" }),
    row({ account: "NOWHERE", batch: "Deposit 2" }),
    row({ receivedOn: "1999-01-01", batch: "Deposit 2" }),
    row({ amount: 0, batch: "Deposit 2" }),
  );
  expect(verdicts.map((v) => (v.action === "reject" ? v.problem.column : v.action))).toEqual([
    "Account",
    "Account",
    "Received on",
    "Amount",
  ]);
});
