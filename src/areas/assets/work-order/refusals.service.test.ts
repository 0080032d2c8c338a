// What work orders, their needs and certificates, hours, inspections and figures refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

let t: TestDatabase;
let agency: Agency;
let boss: Actor;
let crew: Actor;
let other: Actor;
let asker: Actor;
let classId: string;
const ask = askingOf(() => t);
const refused = (actor: Actor, path: string, body?: object, version: number | null = null) =>
  refusalOf(ask(actor, path, body, version));
const orders = "POST /api/v1/work-orders";

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ boss, crew, other, asker } = await makeMembers(t.database, agency, {
    boss: { role: "admin" },
    crew: { duties: ["technician"] },
    other: { duties: ["technician"] },
    asker: {},
  }));
  classId = (
    await ask(boss, "POST /api/v1/asset-classes", {
      code: "PUMP",
      name: "Pump",
      conditionScale: "paser",
      lifeMonths: 120,
      active: true,
    })
  ).id;
});
afterAll(() => t.drop());

let tags = 0;
const serving = async () => {
  const { id } = await ask(boss, "POST /api/v1/assets", {
    name: "Pump",
    classId,
    tag: `P-${++tags}`,
    location: "Yard",
    departmentId: agency.departmentId,
  });
  await ask(boss, `POST /api/v1/assets/${id}/actions/putInService`);
  return id;
};
const asked = async (over: object = {}) =>
  (await ask(asker, orders, { title: "It does not start", ...over })).id;
const approved = async (over: object = {}) => {
  const id = await asked(over);
  await ask(boss, `${orders}/${id}/actions/approve`);
  return id;
};
const schedule = (id: string, leadId = crew.personId!) =>
  refused(boss, `${orders}/${id}/actions/schedule`, { scheduledOn: agencyDay(1), leadId });

test("work is asked for on what is kept, and follows a report that is here", async () => {
  const assetId = await serving();
  await ask(boss, `POST /api/v1/assets/${assetId}/actions/retire`, { reason: "Worn out" });
  expect(await refused(asker, orders, { title: "Fix", assetId })).toMatch(
    /^asset_gone: AST-\S+ is no longer kept\.$/,
  );
  expect(await refused(asker, orders, { title: "Fix", serviceRequestId: newId() })).toContain(
    "There is no such service request.",
  );
});

test("who leads the work may do it; tasks are ticked while it goes on, and a follow-up comes after it", async () => {
  const id = await approved({ tasks: [{ title: "Drain" }] });
  expect(await schedule(id, asker.personId!)).toContain(
    "Choose somebody who may do the work: a technician, an asset manager, a manager.",
  );
  const { tasks } = await ask<{ tasks: { id: string }[] }>(boss, `GET /api/v1/work-orders/${id}`);
  expect(await refused(crew, `${orders}/${id}/tasks/${tasks[0]!.id}`, { done: true })).toBe(
    "not_in_progress: Tasks are ticked while the work goes on.",
  );
  expect(await refused(asker, `${orders}/${id}/follow-up`, { why: "Still wrong" })).toMatch(
    /^still_open: WO-\S+ is open: write on it\.$/,
  );
});

test("a demanded certificate is acknowledged by name, of a person who leads", async () => {
  const id = await approved({ certificates: "CDL-A" });
  const vouch = async () => {
    const { version } = await ask(boss, `GET /api/v1/work-orders/${id}`);
    return refused(boss, `${orders}/${id}/certificates`, {}, version);
  };
  expect(await vouch()).toBe("no_lead: Set first who leads the work: you vouch for a person.");
  expect(await schedule(id)).toBe("nothing was refused");
  const start = () => refused(crew, `${orders}/${id}/actions/start`);
  expect(await start()).toBe(
    "certificates: Not checked: CDL-A. A supervisor acknowledges by name that who does the work holds it.",
  );
  expect(await vouch()).toBe("nothing was refused");
  expect(await start()).toBe("nothing was refused");
});

test("a work order takes 200 needs, and what it needs is bought for its department", async () => {
  const id = await asked();
  const need = { description: "Seal", quantity: "1" };
  const { id: needId } = await ask(crew, `${orders}/${id}/needs`, need);
  const buy = {
    accountStringId: newId(),
    neededOn: agencyDay(3),
    lines: [{ needId, unitPrice: "9" }],
  };
  expect(await refused(crew, `${orders}/${id}/needs/buy`, buy)).toContain(
    "The work order names no department. Enter it first.",
  );
  await t.database.transaction(crew, (tx) =>
    tx.rows(
      sql`update work_need set line_no = 200 where org_id = ${agency.orgId} and id = ${needId}`,
    ),
  );
  expect(await refused(crew, `${orders}/${id}/needs`, need)).toBe(
    "full: A work order takes 200 needs.",
  );
});

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const hours = (over: object = {}) => ({
  kind: "labor",
  personId: crew.personId,
  fromAt: at(-5),
  toAt: at(-3),
  ...over,
});

test.each([
  [{ toAt: at(-6) }, "The end comes after the beginning."],
  [{ fromAt: at(-30) }, "Enter a day at a time: more than 24 hours."],
  [{ breakMinutes: 121 }, "Breaks and standby are longer than the time."],
  [{ personId: null }, "Name who worked."],
  [{ kind: "equipment" }, "Name the unit."],
  [{ unitId: newId() }, "A unit has a row of its own."],
  [{ standbyMinutes: 5 }, "Only equipment stands by."],
])("hours with %o are refused: %s", async (over, sentence) => {
  expect(await refused(crew, "POST /api/v1/work-hours", hours(over))).toContain(sentence);
});

test("hours of others are entered by who leads, and changed by who worked, entered or plans", async () => {
  const enter = (actor: Actor, over: object) =>
    refused(actor, "POST /api/v1/work-hours", hours(over));
  expect(await enter(other, {})).toContain("Hours of others are entered by who leads the work.");
  const workOrderId = await approved();
  await schedule(workOrderId, other.personId!);
  expect(await enter(other, { workOrderId, fromAt: at(-20), toAt: at(-19) })).toBe(
    "nothing was refused",
  );
  const { id, version } = await ask(crew, "POST /api/v1/work-hours", hours());
  const withdraw = (actor: Actor) =>
    refused(actor, `POST /api/v1/work-hours/${id}/actions/withdraw`, { reason: "Twice" }, version);
  expect(await withdraw(other)).toContain(
    "Only who worked, who entered it, or who plans work changes this.",
  );
  expect(await withdraw(boss)).toBe("nothing was refused");
  const rate = { fromDay: agencyDay(), regularCents: 4_000, otherCents: 0 };
  expect(await refused(boss, "POST /api/v1/hour-rates", rate)).toContain(
    "Choose a class of work, or a class of units.",
  );
});

test("an inspection goes to somebody who may; its answers are short and its photos arrived", async () => {
  const lists = "POST /api/v1/inspection-checklists";
  const photo = { key: "photo", label: "Photo", kind: "photo", required: false };
  const draft = await ask<{ id: string; definitionId: string; version: number }>(boss, lists, {
    name: "Monthly round",
    items: [photo],
  });
  await ask(boss, `${lists}/${draft.id}/actions/publish`, {}, draft.version);
  const give = (assignedTo: string) => ({ checklistId: draft.definitionId, assignedTo });
  const inspections = "POST /api/v1/inspections";
  expect(await refused(boss, inspections, give(asker.personId!))).toContain(
    "Choose somebody who may inspect: an inspector, a technician, an asset manager, a manager.",
  );
  const { id } = await ask(boss, inspections, give(crew.personId!));
  const { version } = await ask(crew, `${inspections}/${id}/actions/start`);
  const long = { answers: { photo: "x".repeat(400_001) } };
  expect(await refused(crew, `PATCH /api/v1/inspections/${id}`, long, version)).toContain(
    "These answers are too long.",
  );
  const submit = { answers: { photo: [newId()] } };
  expect(await refused(crew, `${inspections}/${id}/actions/submit`, submit, version)).toContain(
    "A photo did not arrive. Take it again.",
  );
});

test("figures of maintenance are of a period of five years at most", async () => {
  const figures = (from: string, to: string) =>
    refused(boss, `GET /api/v1/maintenance-figures?from=${from}&to=${to}`);
  expect(await figures(agencyDay(-1), agencyDay(-2))).toContain("The period begins after it ends.");
  expect(await figures(agencyDay(-2000), agencyDay(-1))).toContain("Choose five years at most.");
});
