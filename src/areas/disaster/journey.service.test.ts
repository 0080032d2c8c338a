// From a warning whose outline is broken to the cost of a flood, as people meet it at the endpoints: the
// emergency manager, chiefs of planning, logistics and finance, the yard, a buyer and a receiver.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
} from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument, receiveGoods } from "#server/testing/purchase.ts";
import type { IncidentDetail } from "./incident/incident.model.ts";
import type { RequestDetail } from "./request/request.model.ts";

let t: TestDatabase;
let vendorId: string, departmentId: string, accountStringId: string;
let people: Record<
  "chief" | "planner" | "logistics" | "finance" | "yard" | "manager" | "buyer" | "receiver",
  Actor
>;
const ask = askingOf(() => t);
const read = <T>(who: Actor, path: string) => ask<T>(who, `GET /api/v1/${path}`);

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    chief: { duties: ["emergency_manager"] },
    planner: {},
    logistics: {},
    finance: {},
    yard: {},
    manager: { role: "manager" },
    buyer: { duties: ["buyer"] },
    receiver: { duties: ["receiver"] },
  });
  ({ accountStringId } = await makeBudget(t.database, agency, 1_000_000_00));
  ({ departmentId } = agency);
  vendorId = (await makeVendor(t.database, agency)).id;
  for (const documentType of ["requisition", "purchaseOrder"] as const)
    await makePolicy(t.database, people.manager, { documentType });
});
afterAll(() => t.drop());

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const capTime = (hours: number) => at(hours).replace("Z", "-00:00");
// Its polygon crosses itself: the county of its SAME code stands for it.
const broken = () => `<?xml version="1.0"?>
<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>crossing</identifier>
<sender>office@weather.test</sender><sent>${capTime(-1)}</sent><status>Actual</status>
<msgType>Alert</msgType><scope>Public</scope><info><category>Met</category>
<event>Flood Warning</event><urgency>Immediate</urgency><severity>Severe</severity>
<certainty>Likely</certainty><expires>${capTime(20)}</expires><headline>Flood warning</headline>
<area><areaDesc>Carver</areaDesc>
<polygon>44.7,-93.85 44.85,-93.5 44.85,-93.85 44.7,-93.5 44.7,-93.85</polygon>
<geocode><valueName>SAME</valueName><value>027019</value></geocode></area></info></alert>`;

const commanded = async (): Promise<string> => {
  const { chief, planner, logistics, finance } = people;
  const took = await ask<{ taken: number }>(chief, "POST /api/v1/weather-alerts/messages", {
    text: broken(),
  });
  expect(took.taken).toBe(1);
  const { items } = await read<{ items: { id: string; drawn: string }[] }>(
    chief,
    "weather-alerts?status=active",
  );
  expect(items).toMatchObject([{ drawn: "counties" }]);
  const alertId = items[0]!.id;
  const exposed = await read<{ items: object[]; total: number }>(
    chief,
    `weather-alerts/${alertId}/exposure`,
  );
  expect(exposed.items).toHaveLength(Math.min(exposed.total, exposed.items.length));
  const { id } = await ask(chief, `POST /api/v1/weather-alerts/${alertId}/incident`);
  await ask(chief, `PATCH /api/v1/incidents/${id}`, { departmentId, accountStringId }, 1);
  await ask(chief, `POST /api/v1/incidents/${id}/actions/activate`, { level: 1 });
  const { positions } = await read<IncidentDetail>(chief, `incidents/${id}`);
  for (const [code, person] of [
    ["IC", chief],
    ["PSC", planner],
    ["LSC", logistics],
    ["FSC", finance],
  ] as const)
    await ask(
      chief,
      `POST /api/v1/incident-positions/${positions.find((p) => p.code === code)!.id}/holder`,
      { personId: person.personId, handover: "" },
    );
  return id;
};

const requests = "POST /api/v1/incident-requests";
const step = (who: Actor, id: string, action: string, body: object = {}) =>
  ask(who, `${requests}/${id}/actions/${action}`, body);
const shown = (id: string) => read<RequestDetail>(people.chief, `incident-requests/${id}`);

test("a warning with a broken outline becomes an incident, three sources, an exigent order, and its cost", async () => {
  const { chief, planner, logistics, finance, yard, buyer, manager } = people;
  const incidentId = await commanded();
  const { id } = await ask(chief, requests, {
    incidentId,
    title: "Sandbags and pumps",
    need: "The lift station stands dry only by pumping.",
    category: "B",
    neededAt: at(4),
    lines: [
      { description: "Sandbag, filled", quantity: "3000", unitPrice: "0" },
      { description: "Pump, 6 inch", quantity: "2", unitPrice: "1900.00" },
    ],
  });
  await step(planner, id, "approveSection");
  await step(logistics, id, "check");
  const [bags, pump] = (await shown(id)).lines;
  const sources = [
    { lineId: bags!.id, source: "own", quantity: "1000", giverId: yard.personId },
    { lineId: bags!.id, source: "state", quantity: "2000", supplier: "State stockpile" },
    { lineId: pump!.id, source: "purchase" },
  ];
  await step(logistics, id, "order", { sources });
  await step(logistics, id, "toFinance");
  // Nobody of logistics reviews the money.
  expect(await refusalOf(step(logistics, id, "fund"))).toContain("Finance and administration");
  await step(finance, id, "fund");
  const funded = await shown(id);
  expect(funded.lines.map((l) => l.state)).toEqual(["waits", "approval", "waits"]);
  const requisition = await read<{ method: string; methodReason: string }>(
    chief,
    `requisitions/${funded.requisitionId}`,
  );
  expect(requisition.method).toBe("noncompetitive");
  expect(requisition.methodReason).toContain("2 CFR 200.320(c)(3)");
  await approveDocument(t.database, manager, funded.requisitionId!);

  const [line] = await t.database.read(buyer).rows<{ id: string }>(sql`
    select id
    from requisition_line
    where org_id = ${buyer.orgId} and requisition_id = ${funded.requisitionId}
  `);
  const order = await ask(buyer, "POST /api/v1/purchase-orders", {
    title: "Pumps",
    vendorId,
    departmentId,
    requisitionLines: [{ requisitionLineId: line!.id, quantity: "2", unitPrice: "1900.00" }],
  });
  await ask(buyer, `POST /api/v1/purchase-orders/${order.id}/actions/submit`);
  await approveDocument(t.database, manager, order.id);
  await ask(buyer, `POST /api/v1/purchase-orders/${order.id}/actions/issue`);
  await ask(yard, `${requests}/${id}/lines/${bags!.id}/actions/give`, { note: "Truck 7" });
  const lines = await t.database.read(buyer).rows<{ id: string }>(sql`
    select id
    from purchase_order_line
    where org_id = ${buyer.orgId} and purchase_order_id = ${order.id}
  `);
  await receiveGoods(t.database, people, { id: order.id, lines }, ["1"]);
  expect((await shown(id)).lines.map((l) => l.state)).toEqual(["filled", "partly", "waits"]);
  expect((await read<IncidentDetail>(chief, `incidents/${incidentId}`)).costCents).toBe(3800_00);

  await step(logistics, id, "cancel", { reason: "The water falls." });
  const cut = await read<{ status: string; amount: number }>(buyer, `purchase-orders/${order.id}`);
  expect(cut).toMatchObject({ status: "received", amount: 1900_00 });
  expect(await shown(id)).toMatchObject({ status: "cancelled" });
  const { costCents, categories } = await read<IncidentDetail>(chief, `incidents/${incidentId}`);
  expect(costCents).toBe(1900_00);
  expect(categories).toEqual([{ category: "B", committed: 1900_00 }]);
});

test("an organization grows below its chiefs by the rules of the command system, and its plan has tables", async () => {
  const { chief, planner, logistics, finance, yard, buyer } = people;
  const { items } = await read<{ items: { id: string }[] }>(chief, "incidents?limit=1");
  const id = items[0]!.id;
  const detail = () => read<IncidentDetail>(chief, `incidents/${id}`);
  const of = async (title: string) => (await detail()).positions.find((p) => p.title === title)!;
  const add = async (who: Actor, parentId: string, kind: string, title: string) =>
    (await ask(who, `POST /api/v1/incidents/${id}/positions`, { parentId, kind, title })).id;
  const refused = (...asked: Parameters<typeof add>) => refusalOf(add(...asked));
  const hold = (who: Actor, position: string, person: Actor) =>
    ask(who, `POST /api/v1/incident-positions/${position}/holder`, { personId: person.personId });
  const close = (who: Actor, position: string) =>
    refusalOf(ask(who, `POST /api/v1/incident-positions/${position}/actions/close`));

  const operations = (await of("Operations section chief")).id;
  const branch = await add(chief, operations, "branch", "Branch I");
  const division = await add(chief, branch, "division", "Division A");
  expect(await refused(chief, branch, "division", "division a")).toContain(
    "The incident has a position of this name.",
  );
  expect(await refused(chief, division, "branch", "Branch II")).toContain(
    "A branch reports to the chief of operations or logistics.",
  );
  expect(await refused(chief, vendorId, "branch", "Branch II")).toContain(
    "This position is not one of the incident.",
  );
  expect(await refused(finance, operations, "branch", "Branch II")).toContain("holds a position");
  expect((await of("Branch I")).section).toBe("operations");

  await hold(chief, operations, yard);
  await hold(chief, branch, buyer);
  // The planning chief reports to the commander, and would report to the branch as well.
  expect(await refusalOf(hold(chief, division, planner))).toMatch(
    /^unity_of_command: .+ is Planning section chief here and reports to somebody else there\./,
  );
  await hold(chief, division, logistics).catch(() => {});
  expect((await of("Division A")).person).toBeNull();
  expect((await of("Operations section chief")).span).toBe(1);
  expect(await close(chief, branch)).toBe(
    "rule: Division A still report to it. Take them out first.",
  );
  expect(await close(chief, operations)).toContain("belongs to every incident and stays.");
  expect(await close(chief, division)).toBe("nothing was refused");
  expect(await close(chief, division)).toContain("not_found");
  expect(await refusalOf(hold(chief, division, yard))).toContain("not_found");

  // As many more as an incident holds, with none of them entered by hand.
  await t.database.transaction(chief, (tx) =>
    tx.rows(sql`
      insert into incident_position (
        org_id, id, incident_id, parent_id, code, title, section, place, kind
      )
      select
        org_id, gen_random_uuid(), id, ${operations}::uuid, 'group-' || n, 'Group ' || n,
        'operations', n, 'group'
      from incident, generate_series(1000, 1200) n
      where id = ${id}::uuid
    `),
  );
  expect(await refused(chief, operations, "branch", "Branch III")).toContain(
    " positions, the most that one holds.",
  );
  await t.database.transaction(chief, (tx) =>
    tx.rows(sql`update incident_position set closed_at = clock_timestamp() where place >= 1000`),
  );

  const period = await ask(planner, `POST /api/v1/incidents/${id}/periods`, {
    fromAt: at(0),
    toAt: at(12),
  });
  const plan = await ask(planner, `POST /api/v1/incident-periods/${period.id}/plan`, {
    safety: "Nobody enters moving water.",
  });
  const forms = {
    channels: [{ use: "Command", name: "CV-TAC1", receive: "155.3400 N" }],
    contacts: [{ position: "Incident commander", name: chief.name, methods: "555-0100" }],
    hospitals: [{ name: "St. Francis", groundMinutes: "18", helipad: true }],
  };
  const saved = await ask(logistics, `PATCH /api/v1/incident-plans/${plan.id}`, { forms }, 1);
  type Plan = {
    plan: { forms: { channels: object[] }; safety: string };
    contacts: { position: string; methods: string }[];
    mayChange: boolean;
  };
  const shownPlan = await read<Plan>(logistics, `incident-plans/${plan.id}`);
  expect(shownPlan.plan).toMatchObject({
    safety: "Nobody enters moving water.",
    forms: { channels: [{ name: "CV-TAC1", mode: "A" }] },
  });
  expect(shownPlan.contacts).toContainEqual({
    position: "Incident commander",
    name: chief.name,
    methods: "555-0100",
  });
  // Whoever holds a position and is not entered stands on the list without a way to reach them.
  expect(shownPlan.contacts.filter((c) => c.methods === "").length).toBeGreaterThan(2);
  expect(shownPlan.mayChange).toBe(true);
  expect((await read<Plan>(finance, `incident-plans/${plan.id}`)).mayChange).toBe(false);
  await ask(planner, `POST /api/v1/incident-plans/${plan.id}/actions/submit`, {}, saved.version);
  const sent = await read<{ version: number }>(planner, `incident-plans/${plan.id}`);
  expect(
    await refusalOf(
      ask(logistics, `PATCH /api/v1/incident-plans/${plan.id}`, { forms }, sent.version),
    ),
  ).toContain("It is before the commander. Ask that it is given back.");
});
