import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { buildApp } from "#server/http/app.ts";
import { makeAgency, makeBudget, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { Answered } from "../figure/figure.model.ts";
import { tableOf } from "../figure/sheet.model.ts";
import { packetDocument } from "../packet/packet.model.ts";
import { comparison } from "../ready/comparison.data.ts";
import { varianceRule, type VarianceAnswer } from "./variance.model.ts";

const path = "/api/v1/variance-explanations";
/** After the fiscal year of the test's agencies has ended: what is not spent differs now. */
const later = (actor: Actor): Actor => ({ ...actor, businessNow: "2036-11-03T18:00:00.000Z" });
const inTheYear = (actor: Actor): Actor => ({
  ...actor,
  businessNow: `${agencyDay(0)}T18:00:00.000Z`,
});
let t: TestDatabase;
let app: FastifyInstance;
let agency: Agency;
let people: Record<"officer" | "clerk" | "manager", Actor>;
let stranger: Actor;
let who: Actor;
// Funds whose whole budget is unspent, in integer cents.
const funds: Record<string, string> = {};
const budgets = { large: 20_000_00, other: 15_000_00, small: 5_000_00 };

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  const made = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
    clerk: { duties: ["ap"] },
    manager: { role: "manager" },
  });
  people = { officer: later(made.officer), clerk: later(made.clerk), manager: later(made.manager) };
  for (const [name, cents] of Object.entries(budgets))
    funds[name] = (await makeBudget(t.database, agency, cents)).fundId;
  const elsewhere = await makeAgency(t.database);
  await makeBudget(t.database, elsewhere, 20_000_00);
  stranger = later(
    (await makeMembers(t.database, elsewhere, { stranger: { duties: ["budget_officer"] } }))
      .stranger,
  );
  app = await buildApp({
    ...t.app,
    endpoints: areaServers.find((area) => area.name === "reporting")!.endpoints,
    principal: async () => who,
  });
});
afterAll(async () => {
  await app.close();
  await t.drop();
});

const call = async (
  actor: Actor,
  method: "GET" | "POST" | "PUT",
  url: string,
  payload?: object,
  version?: number,
) => {
  who = actor;
  const answer = await app.inject({
    method,
    url,
    ...(version !== undefined && { headers: { "if-match": `"${version}"` } }),
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: JSON.parse(answer.body) as Record<string, never> };
};
const read = async (actor: Actor) =>
  (await call(actor, "GET", path)).body as unknown as VarianceAnswer;
const keyOf = (fund: string) => ({
  fiscalYearId: agency.fiscalYearId,
  fundId: funds[fund]!,
  departmentId: agency.departmentId,
});
const explain = (actor: Actor, fund: string, explanation: string) =>
  call(actor, "POST", path, { ...keyOf(fund), explanation });
const keep = async (actor: Actor) => {
  const where = { ...comparison.question.where, fiscalYear: ["2027"] };
  const question = { ...comparison.question, where, period: "all" };
  const body = { name: comparison.name, question, ready: comparison.id };
  const made = await call(actor, "POST", "/api/v1/kept-runs", body);
  const kept = await call(actor, "GET", `/api/v1/kept-runs/${String(made.body["id"])}`);
  return kept.body as unknown as {
    result: string;
    sha256: string;
    finding: string;
    answer: Answered;
  };
};
const explained = ({ rows }: Answered) =>
  rows.flatMap((row) => row.explanation?.written?.explanation ?? []);

test("rows that differ by more than both figures must be explained; what is not stands first", async () => {
  const before = await read(people.clerk);
  expect(before).toMatchObject({ year: 2027, running: false });
  expect(before.limits).toEqual({
    percent: 10,
    cents: 10_000_00,
    citation: "Agency budget policy; GASB Statement 103",
  });
  expect(before.rows.map((row) => [row.varianceCents, row.percent, row.needed])).toEqual([
    [20_000_00, 100, true],
    [15_000_00, 100, true],
    [5_000_00, 100, false],
  ]);
  expect(before.finding).toMatch(/^2 rows differ .* and none is explained\.$/);
  const first = await explain(people.officer, "large", "The bridge is built next spring.");
  expect(first).toMatchObject({ status: 201, body: { version: 1 } });
  const after = await read(people.clerk);
  expect(after.rows.map((row) => row.written?.explanation ?? null)).toEqual([
    null,
    "The bridge is built next spring.",
    null,
  ]);
  expect(after.rows[1]!.written).toMatchObject({ writtenBy: "officer", varianceCents: 20_000_00 });
  expect(after.finding).toMatch(/and 1 is not explained\.$/);
});

test("while the year runs, what is not spent yet is no variance, and the finding says when it is asked", async () => {
  const now = await read(inTheYear(people.clerk));
  expect(now).toMatchObject({ running: true, limits: { runsUntil: "2036-09-30" } });
  expect(now.rows.map(({ needed }) => needed)).toEqual([false, false, false]);
  expect(now.finding).toBe(
    "No row is overspent by more than 10% and $10,000.00. What is not spent by Sep 30, 2036 is explained once the year has ended.",
  );
});

test("only who holds the permission explains, once, a row of the year, in words", async () => {
  const { status } = await explain(people.clerk, "other", "I may not");
  expect(status).toBe(403);
  const twice = await explain(people.manager, "large", "Said a second time");
  expect(twice).toMatchObject({ status: 409, body: { code: "explained" } });
  const post = (payload: object) => call(people.officer, "POST", path, payload);
  const whole = { ...keyOf("other"), explanation: "Stone rose" };
  for (const wrong of [
    { ...whole, explanation: " a " },
    { ...whole, more: 1 },
    { ...whole, fundId: newId() },
  ])
    expect((await post(wrong)).status).toBe(422);
  expect((await post({ ...whole, fiscalYearId: newId() })).status).toBe(404);
});

test("a change asks for the version that was read, and the earlier words stay in the history", async () => {
  const { id } = (await read(people.officer)).rows.find(({ written }) => written)!.written!;
  const put = (actor: Actor, version?: number) =>
    call(actor, "PUT", `${path}/${id}`, { explanation: "The bridge waits." }, version);
  expect((await put(people.clerk, 1)).status).toBe(403);
  expect((await put(people.manager)).status).toBe(428);
  expect((await put(people.manager, 7)).status).toBe(412);
  expect(await put(people.manager, 1)).toMatchObject({ status: 200, body: { version: 2 } });
  expect((await put(people.officer, 1)).status).toBe(412);
  const { items } = (await call(people.clerk, "GET", `${path}/${id}/history`)).body as unknown as {
    items: { action: string; actorName: string; changes: { field: string; before: unknown }[] }[];
  };
  expect(items.map(({ action, actorName }) => [action, actorName])).toEqual([
    ["varianceExplanation.change", "manager"],
    ["varianceExplanation.write", "officer"],
  ]);
  expect(items[0]!.changes.find(({ field }) => field === "explanation")?.before).toBe(
    "The bridge is built next spring.",
  );
});

test("another agency sees and changes none of it, and whoever may not read the budget reads none", async () => {
  const { id } = (await read(people.officer)).rows.find(({ written }) => written)!.written!;
  const words = { explanation: "Not ours" };
  expect((await call(stranger, "PUT", `${path}/${id}`, words, 2)).status).toBe(404);
  expect((await call(stranger, "GET", `${path}/${id}/history`)).status).toBe(404);
  expect((await explain(stranger, "other", "Not ours")).status).toBe(404);
  const year = `${path}?fiscalYearId=${agency.fiscalYearId}`;
  expect((await call(stranger, "GET", year)).status).toBe(404);
  expect((await read(stranger)).rows.map(({ written }) => written)).toEqual([null]);
  const without = [...people.clerk.permissions].filter((each) => each !== "budget.read");
  const blind = { ...people.clerk, permissions: new Set(without) };
  expect((await call(blind, "GET", path)).status).toBe(403);
  expect((await call(blind, "GET", `${path}/${id}/history`)).status).toBe(403);
});

test("a kept run holds the explanations as of its moment, in its text, its hash, its paper and its table", async () => {
  const first = await keep(people.officer);
  expect(explained(first.answer)).toEqual(["The bridge waits."]);
  expect(first.finding).toContain("Final budget less actual, fiscal year 2027: $");
  expect(first.finding).toMatch(/2 rows differ .* and 1 is not explained\.$/);
  expect(first.result).toContain("The bridge waits.");
  expect(createHash("sha256").update(first.result).digest("hex")).toBe(first.sha256);
  await explain(people.officer, "other", "The grader <came> late.");
  const second = await keep(people.officer);
  expect(explained(second.answer)).toEqual(
    expect.arrayContaining(["The bridge waits.", "The grader <came> late."]),
  );
  expect(second.sha256).not.toBe(first.sha256);
  const again = await call(
    people.officer,
    "GET",
    `/api/v1/kept-runs?sort=keptAt&ready=${comparison.id}`,
  );
  const [oldest] = again.body["items"] as unknown as { sha256: string }[];
  expect(oldest!.sha256).toBe(first.sha256);
  const run = {
    number: "KPT-1",
    name: comparison.name,
    keptBy: null,
    keptAt: `${agencyDay(0)}T18:00:00.000Z`,
  };
  const paper = packetDocument([{ ...second, ...run } as never], "Carver County", "UTC");
  expect(paper).toContain("Variances of more than 10% and $10,000.00");
  expect(paper).toContain("The grader &lt;came&gt; late.");
  const { header, money, rows } = tableOf(second.answer, "UTC");
  expect([header.at(-1), money.at(-1)]).toEqual(["Explanation", false]);
  expect(rows.map((row) => row.at(-1))).toContain("The bridge waits.");
});

test("the agency's own figure takes the place of the default from its day on", async () => {
  await t.database.transaction(people.manager, (tx) =>
    addRule(tx, people.manager, {
      key: varianceRule,
      jurisdiction: "local",
      citation: "Resolution 12",
      text: "Less is explained, too.",
      effectiveFrom: agencyDay(0),
      effectiveTo: null,
      parameters: { variancePercent: 5, cents: 1_000_00 },
      source: "County board",
      verified: true,
    }),
  );
  const { limits, rows } = await read(people.clerk);
  expect(limits).toEqual({ percent: 5, cents: 1_000_00, citation: "Resolution 12" });
  expect(rows.map(({ needed }) => needed)).toEqual([true, true, true]);
  expect(rows[0]!.varianceCents).toBe(5_000_00);
  const stored = await t.database.read(people.clerk).rows(sql`
    select 1
    from variance_explanation
    where org_id = ${agency.orgId}
  `);
  expect(stored).toHaveLength(2);
});
