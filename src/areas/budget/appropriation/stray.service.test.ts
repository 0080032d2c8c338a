// A cycle under way when a file for its year comes astray: it is no line but proposals, it is taken
// back by a document that names it, lines from before the cycle too; the gate says from the first
// step what will stop the adoption; then the budget is adopted, and a capital plan into the next one.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { budgetLineImporter } from "../line/line.importer.ts";
import { appropriate } from "../line/appropriate.service.ts";
import { requireGate } from "../cycle/adoption.service.ts";
import { cycleCycle } from "../cycle/cycle.labels.ts";
import { readTakeBack } from "../take-back/take-back.service.ts";
import {
  decision,
  findingsOf,
  importRows,
  linesNow,
  makeWorld,
  type World,
} from "./histories.setup.ts";

let t: TestDatabase;
let w: World;
let cycleId: string;
const ask = askingOf(() => t);
const as = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(w.officer, work);
const refused = (asked: string, body?: unknown) => refusalOf(ask(w.officer, asked, body));
const gate = async () => {
  const cycle = await ask<{ gate: { code: string; sentence: string }[] }>(
    w.officer,
    `GET /api/v1/budget-cycles/${cycleId}`,
  );
  return cycle.gate.map((f) => f.code);
};
const strays = () =>
  ask<{ groups: { group: string; where: string; lines: number; spending: number }[] }>(
    w.officer,
    `GET /api/v1/fiscal-years/${w.planned}/stray-lines`,
  );
const takeBack = (group: string, reason = "The file is of another year") =>
  refused(`POST /api/v1/fiscal-years/${w.planned}/take-backs`, { group, reason });
const at = (account: string, fund: string) =>
  w.strings.find((s) => s.account === account && s.fund === fund)!;

beforeAll(async () => {
  t = await freshDatabase();
  w = await makeWorld(t);
});
afterAll(() => t.drop());

test("lines that came before the cycle stand in its gate from the first step", async () => {
  await importRows(w, 2028, [{ string: at("5100", "101"), cents: 70_00 }]);
  ({ id: cycleId } = await ask<{ id: string }>(w.officer, "POST /api/v1/budget-cycles", {
    fiscalYearId: w.planned,
  }));
  expect(await gate()).toEqual(["lines_there", "nothing", "no_book"]);
});

test("the adoption itself is stopped by what its gate names, all at once", async () => {
  const step = { id: cycleId, version: null };
  const to = (status: string, preparedBy: string | null) =>
    as((tx) =>
      tx.rows(sql`
        update budget_cycle
        set status = ${status}, prepared_by = ${preparedBy}
        where org_id = ${w.officer.orgId} and id = ${cycleId}
      `),
    );
  const facts = { proposals: 1, openProposals: 0, openPackages: 0, books: 1 };
  await to("hearing", w.third.personId);
  // Before its own rules let it come so far, the lifecycle refuses; the gate is asked behind it.
  expect(
    cycleCycle.actions.adopt.unless!(
      { ...facts, status: "hearing", preparedBy: w.third.personId },
      w.director,
    ),
  ).toBe(null);
  await expect(
    t.database.transaction(w.director, (tx) => requireGate(tx, w.director, step.id, decision)),
  ).rejects.toMatchObject({
    code: "adoption_stopped",
    message: expect.stringMatching(/1 line stands in fiscal year 2028.*no proposal has a figure/),
  });
  await to("preparation", null);
});

test("while the cycle runs a line of its year is asked for, never adopted", async () => {
  const line = {
    fiscalYearId: w.planned,
    accountStringId: at("5200", "101").id,
    original: 1_00,
  };
  expect(await refused("POST /api/v1/budget-lines", line)).toMatch(
    /^cycle_runs: BUD-2028-00001 prepares fiscal year 2028: its lines come as proposals\./,
  );
  const rows = [
    { string: at("5100", "101"), cents: 90_00 },
    { string: at("4100", "101"), cents: 40_00 },
  ];
  const checked = await budgetLineImporter.plan(
    t.database.read(w.officer),
    rows.map(({ string, cents }) =>
      budgetLineImporter.schema.parse({
        year: 2028,
        fund: string.fund,
        department: "RDS",
        account: string.account,
        amount: cents,
      }),
    ),
    new Date().toISOString(),
  );
  expect(checked.map((v) => v.action)).toEqual(["create", "create"]);
  expect(checked[0]).toMatchObject({
    warnings: [{ fix: expect.stringContaining("become what RDS asks for in its proposal") }],
  });
  const before = await linesNow(w);
  await importRows(w, 2028, rows);
  expect(await linesNow(w)).toEqual(before);
  expect((await strays()).groups).toMatchObject([
    { where: "line", lines: 1, spending: 70_00 },
    { where: "proposal", lines: 2, spending: 90_00, revenue: 40_00 },
  ]);
});

test("a document takes each group back and names its lines; nothing is taken back twice", async () => {
  const { groups } = await strays();
  for (const { group } of groups) expect(await takeBack(group)).toBe("nothing was refused");
  expect(await takeBack(groups[0]!.group)).toBe(
    "nothing_there: No line of this kind stands in the year any more.",
  );
  expect((await strays()).groups).toEqual([]);
  expect(await linesNow(w)).toEqual({});
  const { id } = await t.database.read(w.officer).one<{ id: string }>(sql`
    select id
    from budget_take_back
    where org_id = ${w.officer.orgId}
    order by number
    limit 1
  `);
  expect(await readTakeBack(t.database.read(w.officer), id)).toMatchObject({
    number: "TB-2028-00001",
    lines: [{ code: "101-RDS-5100", cents: 70_00, where: "line" }],
  });
  expect(await findingsOf(w)).toEqual([]);
});

test("an open year's lines are not taken back, what is committed is not, and figures that stand are not", async () => {
  const open = `POST /api/v1/fiscal-years/${w.agency.fiscalYearId}/take-backs`;
  await importRows(w, 2027, [{ string: at("5100", "101"), cents: 5_00 }]);
  expect(await refused(open, { group: "by_hand", reason: "Wrong" })).toMatch(/^year_in_force: /);
  const importId = await importRows(w, 2028, [{ string: at("5100", "101"), cents: 30_00 }]);
  const status = (to: string) =>
    as((tx) =>
      tx.rows(sql`
        update budget_cycle
        set status = ${to}
        where org_id = ${w.officer.orgId} and id = ${cycleId}
      `),
    );
  await status("hearing");
  expect(await takeBack(importId)).toMatch(/^figures_stand: BUD-2028-00001 is recommended/);
  const plan = { type: "capitalScenario", id: cycleId, number: "CS-1", note: "Plan" };
  const into = (year: number) =>
    refusalOf(
      as((tx) =>
        appropriate(tx, w.officer, year, [], { ...plan, source: "Bond", fundDecision: "" }),
      ),
    );
  expect(await into(2028)).toMatch(/^plan_stopped: BUD-2028-00001 is recommended/);
  expect(await into(2041)).toBe(
    "no_year: Fiscal year 2041 does not exist: plan it under Budget first.",
  );
  await status("preparation");
  const [rejected] = await budgetLineImporter.plan(
    t.database.read(w.officer),
    [
      budgetLineImporter.schema.parse({
        year: 2028,
        fund: "101",
        department: "RDS",
        account: "5100",
        amount: 30_00,
      }),
    ],
    new Date().toISOString(),
  );
  expect(rejected).toEqual({ action: "skip" });
});
