// A capital request from its scores, given without sight of each other, to the adopted plan with its
// project and first-year lines; and a pool of cost that is shared out once, to the cent.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import "../budget/budget.server.ts";
import { circleOn, parentOn } from "../costing/center/center.model.ts";
import { adoptPlan } from "./plan/adoption.service.ts";
import { readPlan, readScenario } from "./plan/plan.read.service.ts";
import { requestInput } from "./request/request.model.ts";
import { readRequest } from "./request/request.read.service.ts";
import {
  addSource,
  askCapital,
  moveRequest,
  publishCriteria,
  scoreRequest,
} from "./request/request.service.ts";
import { scenarioInput } from "./scenario/scenario.model.ts";
import { makeScenario, solveScenario } from "./scenario/scenario.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"officer" | "officer2" | "director" | "head", Actor>;
let budget: Awaited<ReturnType<typeof makeBudget>>;
let requestId: string;
let scenarioId: string;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const step = (id: string) => ({ id, version: null });
const read = (actor: Actor) => readRequest(t.database.read(actor), actor, requestId);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
    officer2: { duties: ["budget_officer"] },
    director: { duties: ["budget_officer"] },
    head: { duties: ["department_head"] },
  });
  budget = await makeBudget(t.database, agency, 100_00);
  await makePolicy(t.database, people.officer, {
    documentType: "budgetAmendment",
    steps: [
      {
        name: "Budget office",
        stage: 1,
        mode: "any",
        approvers: [{ kind: "duty", duty: "budget_officer" }],
      },
    ],
  });
});
afterAll(() => t.drop());

test("several people score without sight of each other, and never what they asked for", async () => {
  const { officer, director, head } = people;
  await as(officer, (tx) =>
    publishCriteria(tx, officer, {
      items: [
        { key: "safety", name: "Safety", about: "", weight: 60 },
        { key: "reach", name: "Reach", about: "", weight: 40 },
      ],
    }),
  );
  const source = await as(officer, (tx) =>
    addSource(tx, officer, { code: "GEN", name: "General", fundId: budget.fundId }),
  );
  const { accountId } = await t.database.read(officer).one<{ accountId: string }>(sql`
    select account_id
    from account_string
    where org_id = ${agency.orgId} and id = ${budget.accountStringId}
  `);
  ({ id: requestId } = await as(head, (tx) =>
    askCapital(
      tx,
      head,
      requestInput.parse({
        title: "New roof",
        departmentId: agency.departmentId,
        accountId,
        earliest: 2027,
        latest: 2028,
        phases: [{ name: "Work", cents: [40_000_00, 10_000_01] }],
        funding: [{ sourceId: source.id, cents: [40_000_00, 10_000_01] }],
      }),
    ),
  ));
  await as(head, (tx) => moveRequest(tx, head, "submit", step(requestId)));
  const score = (actor: Actor, safety: number) =>
    as(actor, (tx) =>
      scoreRequest(tx, actor, requestId, { points: { safety, reach: 5 }, note: "" }),
    );
  await expect(score(head, 10)).rejects.toMatchObject({ code: "own_request" });
  await score(officer, 8);
  const close = () => as(officer, (tx) => moveRequest(tx, officer, "score", step(requestId)));
  await expect(close()).rejects.toThrow("At least two people");
  await score(director, 3);
  expect(await read(director)).toMatchObject({
    scorers: 2,
    scores: [],
    mine: { points: { safety: 3, reach: 5 } },
  });
  await close();
  const closed = await read(head);
  expect(closed.scores.map((s) => s.score)).toEqual([380, 680]);
  expect(closed.score).toBe(530);
  const ceilings = [{ sourceId: source.id, cents: [40_000_00, 10_000_01] }];
  ({ id: scenarioId } = await as(officer, (tx) =>
    makeScenario(
      tx,
      officer,
      scenarioInput.parse({ name: "Plan", firstYear: 2027, years: 2, ceilings }),
    ),
  ));
});

test("the adopted plan makes the project; its first year waits as an amendment that another person approves; later years stay plan", async () => {
  const { officer, director, officer2 } = people;
  await solveScenario(t.app, officer, { id: scenarioId, version: 1 });
  const { answer } = await readScenario(t.database.read(officer), officer, scenarioId);
  expect(answer).toMatchObject({ status: "optimal", score: 530, bound: 530 });
  const adopt = (actor: Actor, source = "Bond of 2026") =>
    as(actor, (tx) =>
      adoptPlan(tx, actor, step(scenarioId), {
        decidedOn: "2026-10-02",
        resolution: "2026-9",
        source,
        fundDecision: "",
      }),
    );
  await expect(adopt(officer)).rejects.toThrow("You made this scenario");
  const { gate } = await readScenario(t.database.read(officer), officer, scenarioId);
  expect(gate.map((f) => f.code)).toEqual(["source"]);
  await expect(adopt(director, "")).rejects.toThrow(
    "Say where the money comes from: a grant, revenue, the fund balance.",
  );
  await adopt(director);
  expect((await read(officer)).status).toBe("adopted");
  const linesOf = () =>
    t.database.read(officer).rows<{ budget: number; year: number }>(sql`
      select l.original + l.adjusted as budget, y.year
      from budget_line l
      join fiscal_year y on y.org_id = l.org_id and y.id = l.fiscal_year_id
      join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
      where l.org_id = ${agency.orgId} and s.project_id is not null
    `);
  expect(await linesOf()).toEqual([]);
  const { id } = await t.database.read(officer).one<{ id: string }>(sql`
    select id
    from budget_amendment
    where org_id = ${agency.orgId}
  `);
  await expect(approveDocument(t.database, director, id)).rejects.toMatchObject({
    code: "self_approval",
  });
  await approveDocument(t.database, officer2, id);
  expect(await linesOf()).toEqual([{ budget: 40_000_00, year: 2027 }]);
  const plan = await readPlan(t.database.read(officer));
  expect(plan!.items[0]!.payments.map((p) => p.cents)).toEqual([40_000_00, 10_000_01]);
});

test("parents hold from their day on, and a circle is found on the day on which it closes", () => {
  const links = [
    { centerId: "a", parentId: "b", fromOn: day("2027-01-01") },
    { centerId: "b", parentId: "c", fromOn: day("2027-01-01") },
    { centerId: "b", parentId: null, fromOn: day("2027-06-01") },
  ];
  expect(parentOn(links, "b", "2027-03-01")).toBe("c");
  expect(parentOn(links, "b", "2027-07-01")).toBe(null);
  expect(circleOn(links)).toBe(null);
  const closing = { centerId: "c", parentId: "a", fromOn: day("2027-05-01") };
  expect(circleOn([...links, closing])).toBe("2027-05-01");
  expect(circleOn([...links, { ...closing, fromOn: day("2027-07-01") }])).toBe(null);
});
