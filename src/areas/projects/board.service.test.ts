// Whose turn it is over all projects: ours, the contractor's, missing; by day, with the days it waits.
import { afterAll, beforeAll, expect, test } from "vitest";
import { isBusinessDay, usualCalendar } from "#kernel/business-days.ts";
import { addDays } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { ConstructionBoard } from "./board/board.model.ts";
import { payAgency } from "./pay.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await payAgency(t);
});
afterAll(() => t.drop());

const read = (actor = a.people.inspector) =>
  a.asking<ConstructionBoard>(actor, "GET /api/v1/construction-board");
const cardsOf = async (projectId: string, kind: string) =>
  (await read()).cards.filter((card) => card.projectId === projectId && card.kind === kind);
const began = (id: string, days: number) =>
  a.as(a.people.admin, (tx) =>
    tx.rows(sql`
      update project
      set began_on = ${agencyDay(days)}
      where org_id = ${a.agency.orgId} and id = ${id}
    `),
  );
const road = [{ quantity: "300", unitPrice: "12" }];

test("a working day without a submitted log is missing, from the begin of the work to yesterday", async () => {
  const site = await a.building("B1", road);
  await began(site.id, -9);
  const days = Array.from({ length: 9 }, (_, at) => addDays(agencyDay(), at - 9)).filter((day) =>
    isBusinessDay(usualCalendar, day),
  );
  const missing = await cardsOf(site.id, "dailyLog");
  expect(missing.map(({ dueOn, column, overdue }) => [dueOn, column, overdue])).toEqual(
    days.map((day) => [day, "missing", true]),
  );
  const [first] = days;
  const { inspector } = a.people;
  const log = await a.asking(inspector, "POST /api/v1/daily-logs", {
    projectId: site.id,
    day: first,
  });
  // A draft is no log yet.
  expect(await cardsOf(site.id, "dailyLog")).toHaveLength(days.length);
  await a.asking(inspector, `POST /api/v1/daily-logs/${log.id}/actions/submit`, {}, log.version);
  expect((await cardsOf(site.id, "dailyLog")).map(({ dueOn }) => dueOn)).toEqual(days.slice(1));
});

test("an application stands with us until it is returned, then with the contractor who signed it", async () => {
  const site = await a.building("B2", road);
  const id = await a.sent(site, [{ value: "100" }]);
  expect(await cardsOf(site.id, "payApplication")).toMatchObject([
    { id, column: "ours", says: "Confirm its quantities", days: 0, overdue: false },
  ]);
  await a.step(id, "confirm", a.people.inspector);
  expect(await cardsOf(site.id, "payApplication")).toMatchObject([{ says: "Certify it" }]);
  expect((await read()).toCertify).toBe(1);
  await a.step(id, "return", a.certifier, { reason: "Half of it is built" });
  expect(await cardsOf(site.id, "payApplication")).toMatchObject([
    { column: "contractors", says: "Correct what was returned" },
  ]);
});

test("a question stands with the side that must act; what is answered has no day any more", async () => {
  const site = await a.building("B3", road);
  const { engineer, second } = a.people;
  const asked = await a.asking<{ id: string; version: number }>(engineer, "POST /api/v1/rfis", {
    projectId: site.id,
    title: "Culvert",
    question: "Which size?",
  });
  expect(await cardsOf(site.id, "rfi")).toEqual([]);
  const step = (name: string, version: number, by = engineer, body: object = {}) =>
    a.asking<{ version: number }>(
      by,
      `POST /api/v1/rfis/${asked.id}/actions/${name}`,
      body,
      version,
    );
  const open = await step("open", asked.version);
  expect(await cardsOf(site.id, "rfi")).toMatchObject([
    { number: "RFI-B3-001", column: "ours", says: "Answer: Culvert", overdue: false, days: 0 },
  ]);
  await step("answer", open.version, second, { answer: "Thirty-six inches." });
  expect(await cardsOf(site.id, "rfi")).toMatchObject([
    { says: "Take the answer: Culvert", dueOn: null },
  ]);
});

test("a certificate that nobody signed is missing, and each inspector has the way to today's log", async () => {
  const site = await a.building("B4", road);
  await a.as(a.people.admin, (tx) =>
    tx.rows(sql`
      update project
      set completed_on = ${agencyDay(-3)}
      where org_id = ${a.agency.orgId} and id = ${site.id}
    `),
  );
  expect(await cardsOf(site.id, "certificate")).toMatchObject([{ column: "missing", days: 3 }]);
  const log = await a.asking(a.people.inspector, "POST /api/v1/daily-logs", {
    projectId: site.id,
    day: agencyDay(),
  });
  const of = async (actor = a.people.inspector) =>
    (await read(actor)).sites.find(({ id }) => id === site.id);
  expect(await of()).toMatchObject({ mine: true, todayId: log.id });
  expect(await of(a.measurer)).toMatchObject({ mine: false, todayId: null });
});

test("cards come by day, and another agency sees none of them", async () => {
  const { cards } = await read();
  const days = cards.map(({ dueOn }) => dueOn ?? "9999-12-31");
  expect(days).toEqual(days.toSorted());
  expect(cards.length).toBeGreaterThan(3);
  expect((await read(a.elsewhere)).cards).toEqual([]);
  expect(
    await refusalOf(read({ ...a.elsewhere, permissions: new Set(), kind: "anonymous" })),
  ).toMatch(/^not_allowed/);
});
