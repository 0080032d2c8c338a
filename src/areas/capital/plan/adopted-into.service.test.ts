// By three people: a budget cycle on whose way a file comes astray and is taken back, its adoption,
// and a capital plan adopted into the year that is in force: by an amendment with its source, past no
// rule of its fund, and with every figure in lines, documents and fund balances.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  adoptAsked,
  findingsOf,
  importRows,
  linesNow,
  makeWorld,
  type World,
} from "../../budget/appropriation/histories.setup.ts";
import { readCycle } from "../../budget/cycle/cycle.read.service.ts";
import { cycleInput } from "../../budget/cycle/cycle.model.ts";
import { createCycle } from "../../budget/cycle/cycle.service.ts";
import { fundBalances } from "../../budget/fund-balance/fund-balance.service.ts";
import { strayLinesOf, takeBack } from "../../budget/take-back/take-back.service.ts";
import { requestInput } from "../request/request.model.ts";
import {
  addSource,
  askCapital,
  moveRequest,
  publishCriteria,
  scoreRequest,
} from "../request/request.service.ts";
import { scenarioInput } from "../scenario/scenario.model.ts";
import { makeScenario, solveScenario } from "../scenario/scenario.service.ts";
import { adoptPlan } from "./adoption.service.ts";
import { readScenario } from "./plan.read.service.ts";

let t: TestDatabase;
let w: World;
let cycleId: string;
let scenarioId: string;
const as = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(w.officer, work);
const at = (account: string, fund: string) =>
  w.strings.find((s) => s.account === account && s.fund === fund)!;
const cost = 60_000_00;

beforeAll(async () => {
  t = await freshDatabase();
  w = await makeWorld(t);
});
afterAll(() => t.drop());

test("a stray import is taken back, and the cycle adopts what was asked", async () => {
  const { officer } = w;
  ({ id: cycleId } = await as((tx) =>
    createCycle(tx, officer, cycleInput.parse({ fiscalYearId: w.planned })),
  ));
  const stray = await importRows(w, 2028, [{ string: at("5100", "402"), cents: 9_000_000_00 }]);
  const seen = async () => (await readCycle(t.database.read(officer), officer, cycleId)).gate;
  expect((await seen()).map((f) => f.kind)).toContain("decides");
  await as((tx) =>
    takeBack(tx, officer, w.planned, {
      group: stray,
      accountStringIds: [],
      reason: "The file is of another year",
    }),
  );
  await importRows(w, 2028, [
    { string: at("4100", "402"), cents: 100_000_00 },
    { string: at("5100", "402"), cents: 70_000_00 },
  ]);
  expect((await seen()).map((f) => f.code)).toEqual(["open_proposals", "no_book"]);
  await adoptAsked(w, cycleId);
  expect(await linesNow(w)).toEqual({
    "2028 402-RDS-4100": 100_000_00,
    "2028 402-RDS-5100": 70_000_00,
  });
  const { takenBack } = await strayLinesOf(t.database.read(officer), w.planned);
  expect(takenBack).toMatchObject([{ lines: 1, cents: 9_000_000_00 }]);
});

test("the plan's page says what stops it and what needs a word before anybody decides", async () => {
  const { officer, director } = w;
  const segments = await t.database.read(officer).one<{ fundId: string; accountId: string }>(sql`
    select fund_id, account_id
    from account_string
    where org_id = ${officer.orgId} and id = ${at("5200", "402").id}
  `);
  await as((tx) =>
    publishCriteria(tx, officer, {
      items: [{ key: "safety", name: "Safety", about: "", weight: 100 }],
    }),
  );
  const source = await as((tx) =>
    addSource(tx, officer, { code: "UTIL", name: "Utility revenue", fundId: segments.fundId }),
  );
  const asked = await as((tx) =>
    askCapital(
      tx,
      officer,
      requestInput.parse({
        title: "Clarifier 2",
        departmentId: w.agency.departmentId,
        accountId: segments.accountId,
        earliest: 2028,
        latest: 2028,
        phases: [{ name: "Work", cents: [cost] }],
        funding: [{ sourceId: source.id, cents: [cost] }],
      }),
    ),
  );
  await as((tx) => moveRequest(tx, officer, "submit", { id: asked.id, version: null }));
  for (const scorer of [director, w.third])
    await t.database.transaction(scorer, (tx) =>
      scoreRequest(tx, scorer, asked.id, { points: { safety: 8 }, note: "" }),
    );
  await as((tx) => moveRequest(tx, officer, "score", { id: asked.id, version: null }));
  const plan = scenarioInput.parse({
    name: "Plan",
    firstYear: 2028,
    years: 1,
    ceilings: [{ sourceId: source.id, cents: [cost] }],
  });
  ({ id: scenarioId } = await as((tx) => makeScenario(tx, officer, plan)));
  const gate = async () =>
    (await readScenario(t.database.read(officer), officer, scenarioId)).gate.map((f) => f.code);
  expect(await gate()).toEqual(["not_solved", "source"]);
  await solveScenario(t.app, officer, { id: scenarioId, version: 1 });
  expect(await gate()).toEqual(["fund", "source"]);
});

test("the plan comes in by an amendment that another person approves, and the fund shows it", async () => {
  const { officer, director, third } = w;
  const adopt = (fundDecision: string) =>
    t.database.transaction(director, (tx) =>
      adoptPlan(
        tx,
        director,
        { id: scenarioId, version: null },
        { decidedOn: "2026-10-02", resolution: "2026-9", source: "Utility revenue", fundDecision },
      ),
    );
  await expect(adopt("")).rejects.toThrow(
    "402 402: It spends $30,000.00 more than it has. County policy 2",
  );
  await adopt("Paid from the bond that is sold in March.");
  const { id } = await t.database.read(officer).one<{ id: string }>(sql`
    select id
    from budget_amendment
    where org_id = ${officer.orgId} and status = 'in_approval'
  `);
  const funds = async () => (await fundBalances(t.database.read(officer), cycleId)).funds;
  expect((await funds()).at(-1)).toMatchObject({ end: 30_000_00 });
  await approveDocument(t.database, third, id);
  expect((await funds()).at(-1)).toMatchObject({ end: -30_000_00, adoptedEnd: 30_000_00 });
  expect(await findingsOf(w)).toEqual([]);
});
