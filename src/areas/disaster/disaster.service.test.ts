import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { published } from "#server/db/scopes/published.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeBudget, makeMembers, makePolicy } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { takeMessages } from "./alert/alert.service.ts";
import { alertRules, tryRule } from "./alert/rule.service.ts";
import { planForms } from "./incident/plan-forms.fields.ts";
import { noForms } from "./incident/plan-forms.model.ts";
import { incidentInput } from "./incident/incident.model.ts";
import { beginIncident } from "./incident/draft.service.ts";
import { readIncident } from "./incident/incident.read.service.ts";
import { moveIncident, openPeriod, writeLog } from "./incident/incident.service.ts";
import { holdPosition } from "./incident/position.service.ts";
import { planDocument } from "./incident/plan-document.service.ts";
import { draftPlan, movePlan, readPlan } from "./incident/plan.service.ts";
import { draftRelease, moveRelease, publicReleases } from "./release/release.service.ts";
import { sourcedOf } from "#server/testing/requests.ts";
import { requestInput, type StepInput } from "./request/request.model.ts";
import { askForResource, readRequest, requestSteps } from "./request/request.service.ts";
import { identifyRisk, riskSteps, publicRisks } from "./risk/risk.service.ts";

let t: TestDatabase;
let departmentId: string, accountStringId: string;
let chief: Actor, asker: Actor, planner: Actor, logistics: Actor, finance: Actor, second: Actor;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  const people = await makeMembers(t.database, agency, {
    chief: { duties: ["emergency_manager"] },
    asker: {},
    planner: {},
    logistics: {},
    finance: {},
    second: {},
    manager: { role: "manager" },
  });
  ({ chief, asker, planner, logistics, finance, second } = people);
  const budget = await makeBudget(t.database, agency, 1_000_000_00);
  accountStringId = budget.accountStringId;
  departmentId = agency.departmentId;
  await makePolicy(t.database, people.manager, { documentType: "requisition" });
});
afterAll(() => t.drop());

const nws = (id: string, over: object = {}, geo: object | null = null) =>
  JSON.stringify({
    type: "Feature",
    geometry: geo,
    properties: {
      id,
      areaDesc: "Carver",
      geocode: { SAME: ["027019"] },
      references: [],
      sent: at(-2),
      ends: at(20),
      status: "Actual",
      messageType: "Alert",
      severity: "Severe",
      event: "Flood Warning",
      headline: "Flood warning",
      parameters: {},
      ...over,
    },
  });
const alerts = () =>
  t.database.read(chief).rows<{ identifier: string; status: string; drawn: string }>(sql`
    select identifier, status, drawn
    from weather_alert
    where org_id = ${chief.orgId}
    order by identifier
  `);

test("messages are kept once, a chain ends alike, and one rule drafts one incident", async () => {
  const rule = await as(chief, (tx) =>
    alertRules.draft(
      tx,
      chief,
      {
        name: "Severe floods",
        events: ["Flood Warning"],
        severities: ["severe"],
        nearMeters: 0,
        needsRecords: false,
        people: [asker.personId!],
        draftsIncident: true,
        kits: [],
        toDo: "Look at the river gauges",
      },
      null,
    ),
  );
  const tried = () => tryRule(t.database.read(chief), rule.id);
  expect(await tried()).toEqual({ weighed: 0, acted: [] });
  await as(chief, (tx) => alertRules.publish(tx, chief, rule.id, rule.version));
  const take = (text: string) => as(chief, (tx) => takeMessages(tx, chief, text));
  const update = nws("u2", {
    sent: at(-1),
    messageType: "Update",
    references: [{ identifier: "u1" }],
  });
  // The update comes first, both come twice.
  for (const text of [update, nws("u1"), update, nws("u1")]) await take(text);
  expect(await alerts()).toEqual([
    { identifier: "u1", status: "superseded", drawn: "counties" },
    { identifier: "u2", status: "active", drawn: "counties" },
  ]);
  await take(nws("test-1", { status: "Test" }));
  const made = await t.database.read(chief).one<{ incidents: number; told: number; kept: number }>(
    sql`
      select
        (select count(*)::int from incident where org_id = ${chief.orgId}) as incidents,
        (select count(*)::int from alert_rule_act where org_id = ${chief.orgId}) as told,
        (select count(*)::int from alert_message where org_id = ${chief.orgId}) as kept
    `,
  );
  expect(made).toEqual({ incidents: 1, told: 1, kept: 3 });
  expect(await tried()).toMatchObject({ weighed: 1, acted: [{ severity: "severe" }] });
  const tasks = await t.database.read(asker).rows<{ title: string }>(sql`
    select title
    from task
    where org_id = ${asker.orgId} and person_id = ${asker.personId}
  `);
  expect(tasks).toEqual([{ title: "Look at the river gauges" }]);
});

test("what cannot be read is kept with its reason, the rest is taken in", async () => {
  const take = (text: string) => as(chief, (tx) => takeMessages(tx, chief, text));
  const xml = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><alert>&b;</alert>';
  expect((await take(xml)).unread[0]).toContain("document type or entities");
  const bow = {
    type: "Polygon",
    coordinates: [
      [
        [-94, 44],
        [-93, 45],
        [-93, 44],
        [-94, 45],
        [-94, 44],
      ],
    ],
  };
  const both = `{"type":"FeatureCollection","features":[${nws("bow", {}, bow)},${nws("good")}]}`;
  const answer = await take(both);
  expect(answer).toMatchObject({ taken: 2 });
  expect(answer.unread).toEqual([]);
  expect(await alerts()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ identifier: "good", status: "active" }),
      expect.objectContaining({ identifier: "bow", status: "active", drawn: "counties" }),
    ]),
  );
});

const commanded = async (exercise = false): Promise<string> => {
  const made = await as(chief, (tx) =>
    beginIncident(
      tx,
      chief,
      incidentInput.parse({
        title: "Flood of the Cedar",
        kind: "flood",
        exercise,
        beginsOn: businessDate(tx.scope),
        departmentId,
        accountStringId,
      }),
    ),
  );
  await as(chief, (tx) =>
    moveIncident(tx, chief, "activate", { id: made.id, version: null, level: 1 }),
  );
  const { positions } = await readIncident(t.database.read(chief), chief, made.id);
  const holders = { IC: chief, OSC: asker, PSC: planner, LSC: logistics, FSC: finance };
  for (const [code, person] of Object.entries(holders))
    await as(chief, (tx) =>
      holdPosition(tx, chief, positions.find((p) => p.code === code)!.id, {
        personId: person.personId!,
        handover: "",
      }),
    );
  return made.id;
};

test("periods do not overlap, the plan is approved by the commander and stays as it was", async () => {
  const incidentId = await commanded();
  const period = await as(planner, (tx) =>
    openPeriod(tx, planner, incidentId, { fromAt: at(0), toAt: at(12) }),
  );
  await expect(
    as(planner, (tx) => openPeriod(tx, planner, incidentId, { fromAt: at(11), toAt: at(20) })),
  ).rejects.toMatchObject({ code: "periods_overlap" });
  const plan = await as(planner, (tx) =>
    draftPlan(tx, planner, period.id, {
      weather: "",
      safety: "Nobody enters moving water.",
      communications: "",
      medical: "",
      forms: noForms,
    }),
  );
  await as(planner, (tx) => movePlan(tx, planner, "submit", { id: plan.id, version: null }));
  await expect(
    as(planner, (tx) => movePlan(tx, planner, "approve", { id: plan.id, version: null })),
  ).rejects.toMatchObject({ status: 403 });
  await as(chief, (tx) => movePlan(tx, chief, "approve", { id: plan.id, version: null }));
  const before = await readPlan(t.database.read(chief), chief, plan.id);
  expect(before.sha256).toMatch(/^[0-9a-f]{64}$/);
  const paper = planDocument(before, "Carver County", "America/Chicago");
  for (const said of [before.sha256!, "ICS 202", "ICS 208", "Nobody enters moving water."])
    expect(paper).toContain(said);
  const { positions } = await readIncident(t.database.read(chief), chief, incidentId);
  await as(chief, (tx) =>
    holdPosition(tx, chief, positions.find((p) => p.code === "PSC")!.id, {
      personId: second.personId!,
      handover: "Night shift",
    }),
  );
  expect(await readPlan(t.database.read(chief), chief, plan.id)).toEqual(before);
});

test("the plan of the next period begins with the tables of the last one", async () => {
  const incidentId = await commanded();
  const drafted = async (from: number, forms: typeof noForms) => {
    const { id } = await as(planner, (tx) =>
      openPeriod(tx, planner, incidentId, { fromAt: at(from), toAt: at(from + 12) }),
    );
    const plan = await as(planner, (tx) =>
      draftPlan(tx, planner, id, {
        weather: "",
        safety: "Nobody enters moving water.",
        communications: forms === noForms ? "" : "Command on channel 1.",
        medical: "",
        forms,
      }),
    );
    return readPlan(t.database.read(planner), planner, plan.id);
  };
  const desk = { position: "Dispatch", name: "County desk", methods: "911" };
  await drafted(0, { ...noForms, contacts: [desk], aviation: true });
  const { plan, contacts } = await drafted(12, noForms);
  expect(plan).toMatchObject({ communications: "Command on channel 1.", weather: "" });
  expect(plan.forms).toMatchObject({ contacts: [desk], aviation: true });
  expect(contacts).toContainEqual(desk);
});

test("channels, who is reached how, and hospitals stand as tables in the plan's ICS 205, 205A and 206", async () => {
  const incidentId = await commanded();
  const { id } = await as(planner, (tx) =>
    openPeriod(tx, planner, incidentId, { fromAt: at(0), toAt: at(12) }),
  );
  const forms = planForms.parse({
    channels: [{ use: "Command", name: "LEVEE TAC 1", receive: "155.4750", mode: "D" }],
    contacts: [{ position: "Dispatch", name: "County desk", methods: "911" }],
    stations: [{ name: "Aid tent", paramedics: true }],
    ambulances: [{ name: "Ridge EMS", level: "bls" }],
    hospitals: [{ name: "Ridgeview", groundMinutes: "14", helipad: true }],
  });
  const text = { weather: "", safety: "Nobody enters moving water.", communications: "" };
  const plan = await as(planner, (tx) =>
    draftPlan(tx, planner, id, { ...text, medical: "", forms }),
  );
  const paper = planDocument(
    await readPlan(t.database.read(planner), planner, plan.id),
    "Carver County",
    "America/Chicago",
  );
  const form = (name: string) =>
    new RegExp(`<section class="form" id="${name}">.*?</section>`, "s").exec(paper)![0];
  for (const said of ["LEVEE TAC 1", "155.4750"]) expect(form("ics-205")).toContain(said);
  for (const said of ["County desk", "911"]) expect(form("ics-205a")).toContain(said);
  for (const said of ["Aid tent", "Ridge EMS", "Ridgeview", "14"])
    expect(form("ics-206")).toContain(said);
});

test("the log is only added to, by people of the incident", async () => {
  const incidentId = await commanded();
  const entry = { happenedAt: at(-1), kind: "note" as const, entry: "Water at the bridge." };
  const { id } = await as(asker, (tx) => writeLog(tx, asker, incidentId, entry));
  await expect(as(second, (tx) => writeLog(tx, second, incidentId, entry))).rejects.toMatchObject({
    status: 403,
  });
  await expect(
    as(chief, (tx) =>
      tx.rows(sql`
        update incident_log
        set entry = 'dry'
        where org_id = ${chief.orgId} and id = ${id}
      `),
    ),
  ).rejects.toThrow();
});

const step = (
  actor: Actor,
  action: keyof typeof requestSteps,
  id: string,
  input: StepInput = {},
): Promise<unknown> =>
  as(actor, (tx) =>
    requestSteps[action](tx, actor, { id, version: null, reason: input.reason ?? null }, input),
  );
const asked = async (incidentId: string): Promise<string> => {
  const { id } = await as(asker, (tx) =>
    askForResource(
      tx,
      asker,
      requestInput.parse({
        incidentId,
        title: "Pump for the station",
        need: "The lift station stands dry only by pumping.",
        neededAt: at(4),
        lines: [{ description: "Pump, 6 inch", quantity: "2", unitPrice: "1200.00" }],
      }),
    ),
  );
  await step(planner, "approveSection", id);
  await step(logistics, "check", id);
  await step(logistics, "order", id, await sourcedOf(t.database.read(chief), id, "purchase"));
  await step(logistics, "toFinance", id);
  return id;
};

test("two reviewers at once make one requisition, and a cancelled request releases it", async () => {
  const incidentId = await commanded();
  const id = await asked(incidentId);
  await expect(step(asker, "fund", id)).rejects.toMatchObject({ status: 403 });
  const tries = await Promise.allSettled([step(finance, "fund", id), step(finance, "fund", id)]);
  expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
  const { requisitionId, exigency } = await readRequest(t.database.read(chief), chief, id);
  expect(exigency).toContain("2 CFR 200.320(c)(3)");
  const requisitions = () =>
    t.database.read(chief).rows<{ id: string; status: string; emergency: boolean }>(sql`
      select id, status, emergency
      from requisition
      where org_id = ${chief.orgId} and incident_id = ${incidentId}
    `);
  expect(await requisitions()).toEqual([
    { id: requisitionId, status: "in_approval", emergency: true },
  ]);
  const request = await readRequest(t.database.read(chief), chief, id);
  expect(request.status).toBe("funded");
  expect(request.lines.map((l) => l.state)).toEqual(["approval"]);
  await step(logistics, "cancel", id, { reason: "The water falls." });
  expect((await requisitions())[0]!.status).not.toBe("in_approval");
});

test("an exercise makes no requisition and publishes nothing", async () => {
  const incidentId = await commanded(true);
  const id = await asked(incidentId);
  await step(finance, "fund", id);
  expect((await readRequest(t.database.read(chief), chief, id)).requisitionId).toBeNull();
  const release = await as(chief, (tx) =>
    draftRelease(tx, chief, incidentId, {
      title: "Exercise only",
      body: "This is an exercise, nothing happened here.",
    }),
  );
  await expect(
    as(chief, (tx) => moveRelease(tx, chief, "approve", { id: release.id, version: null })),
  ).rejects.toMatchObject({ status: 409 });
  const other = { ...second, permissions: chief.permissions };
  await as(other, (tx) => moveRelease(tx, other, "approve", { id: release.id, version: null }));
  await expect(
    as(chief, (tx) => moveRelease(tx, chief, "publish", { id: release.id, version: null })),
  ).rejects.toMatchObject({ code: "exercise" });
  expect(await publicReleases(published(t.database))).toEqual([]);
});

test("above appetite somebody else accepts; visitors read the public words alone", async () => {
  const { id } = await as(chief, (tx) =>
    identifyRisk(tx, chief, {
      title: "Second feed",
      description: "The station has no second feed.",
      ownerId: asker.personId!,
      reviewOn: "2099-01-01",
      target: 6,
      publicText: "A station may lose power.",
      published: true,
      incidentId: null,
    }),
  );
  const grades = { likelihood: 5, impact: 5, residualLikelihood: 4, residualImpact: 4 };
  const move = (actor: Actor, action: "assess" | "treat" | "accept", input: object) =>
    as(actor, (tx) => riskSteps[action](tx, actor, { id, version: null, reason: null }, input));
  await move(chief, "assess", grades);
  await move(chief, "treat", { treatment: "A generator." });
  await expect(move(chief, "accept", {})).rejects.toMatchObject({ status: 409 });
  await move({ ...second, permissions: chief.permissions }, "accept", {});
  const [shown] = await publicRisks(published(t.database));
  expect(shown).toMatchObject({ publicText: "A station may lose power.", residual: 16 });
  expect(JSON.stringify(shown)).not.toContain("no second feed");
});
