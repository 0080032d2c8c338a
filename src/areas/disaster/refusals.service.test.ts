// What incidents, their plans, resource requests and risks refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, makeBudget, makeMembers, makePolicy } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { sourcedOf } from "#server/testing/requests.ts";
import type { RequestSource } from "./request/request.labels.ts";

type Name = "chief" | "planner" | "logistics" | "finance" | "manager";
let t: TestDatabase;
let departmentId: string, accountStringId: string;
let people: Record<Name, Actor>;
const ask = askingOf(() => t);
const refused = (who: Name, asked: string, body?: unknown, version?: number) =>
  refusalOf(ask(people[who], asked, body, version));
const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    chief: { duties: ["emergency_manager"] },
    planner: {},
    logistics: {},
    finance: {},
    manager: { role: "manager" },
  });
  ({ accountStringId } = await makeBudget(t.database, agency, 1_000_000_00));
  ({ departmentId } = agency);
  await makePolicy(t.database, people.manager, { documentType: "requisition" });
});
afterAll(() => t.drop());

const incidents = "POST /api/v1/incidents";
const flood = () => ({
  title: "Flood of the Cedar",
  kind: "flood",
  beginsOn: agencyDay(),
  departmentId,
  accountStringId,
});
type Incident = { id: string; version: number; positions: { id: string; code: string }[] };
const read = (id: string) => ask<Incident>(people.chief, `GET /api/v1/incidents/${id}`);
const begun = async (over: object = {}) =>
  (await ask(people.chief, incidents, { ...flood(), ...over })).id;
const active = async (over: object = {}) => {
  const id = await begun(over);
  await ask(people.chief, `${incidents}/${id}/actions/activate`, { level: 1 });
  const { positions } = await read(id);
  const holders = {
    IC: people.chief,
    PSC: people.planner,
    LSC: people.logistics,
    FSC: people.finance,
  };
  for (const [code, person] of Object.entries(holders))
    await ask(
      people.chief,
      `POST /api/v1/incident-positions/${positions.find((p) => p.code === code)!.id}/holder`,
      { personId: person.personId },
    );
  return id;
};

const requests = "POST /api/v1/incident-requests";
const wanted = (incidentId: string) => ({
  incidentId,
  title: "Portable pumps",
  need: "Water stands in the lift station.",
  neededAt: at(8),
  lines: [{ description: "Pump, 6 inch", quantity: "2", unitPrice: "500" }],
});
const step = (id: string, name: string) => `${requests}/${id}/actions/${name}`;
const toFinance = async (incidentId: string, source: RequestSource = "purchase") => {
  const { id } = await ask(people.planner, requests, wanted(incidentId));
  await ask(people.chief, step(id, "approveSection"));
  await ask(people.planner, step(id, "check"));
  const sources = await sourcedOf(t.database.read(people.logistics), id, source);
  await ask(people.logistics, step(id, "order"), sources);
  await ask(people.logistics, step(id, "toFinance"));
  return id;
};

test("the money of a request is reviewed by the finance section, and by a third person", async () => {
  const id = await toFinance(await active());
  for (const who of ["planner", "logistics"] as const)
    expect(await refused(who, step(id, "fund"))).toMatch(
      /^not_allowed: Who holds a position here in .*Finance and administration.* does this\. Emergency manager or Administrator may\.$/,
    );
  expect(await refused("chief", step(id, "fund"))).toBe(
    "rule: You approved this for the section. A third person reviews the money.",
  );
  expect(await refused("finance", step(id, "fund"))).toBe("nothing was refused");
});

test("each step of a request is its section's, and whoever asked does not approve", async () => {
  const { id } = await ask(people.chief, requests, wanted(await active()));
  expect(await refused("finance", step(id, "approveSection"))).toContain("not_allowed");
  expect(await refused("chief", step(id, "approveSection"))).toBe(
    "rule: You asked for this. Somebody else approves it.",
  );
  await ask(people.planner, step(id, "approveSection"));
  expect(await refused("finance", step(id, "check"))).toContain("not_allowed");
  await ask(people.planner, step(id, "check"));
  const lines = await sourcedOf(t.database.read(people.logistics), id, "own");
  expect(await refused("planner", step(id, "order"), lines)).toContain("not_allowed");
  expect(await refused("logistics", step(id, "order"))).toContain("Say where line 1 comes from.");
});

test("nothing is asked for before an incident is active, nor bought without its account", async () => {
  expect(await refused("chief", requests, wanted(await begun()))).toMatch(
    /^incident_not_active: \S+ is not active: nothing is asked for in it\.$/,
  );
  const id = await toFinance(await active({ accountStringId: null }));
  expect(await refused("finance", step(id, "fund"))).toContain(
    "The incident names no department and account. Whoever commands it enters them first.",
  );
});

test("nothing is added to an incident that is closed", async () => {
  const id = await begun();
  await t.database.transaction(people.chief, (tx) =>
    tx.rows(sql`
      update incident
      set status = 'closed'
      where org_id = ${people.chief.orgId} and id = ${id}
    `),
  );
  const entry = { happenedAt: at(-1), kind: "note", entry: "Water falls." };
  expect(await refused("chief", `${incidents}/${id}/log`, entry)).toMatch(
    /^incident_closed: \S+ is closed; nothing is added to it\.$/,
  );
});

test("an incident stays what it is, is reviewed once active, and its log names what it corrects", async () => {
  const id = await begun();
  const { version } = await read(id);
  expect(
    await refused(
      "chief",
      `PATCH /api/v1/incidents/${id}`,
      { ...flood(), exercise: true },
      version,
    ),
  ).toContain("An exercise stays one, and an incident is never made one.");
  const observe = (incidentId: string, over: object = {}) =>
    refused("chief", `${incidents}/${incidentId}/observations`, {
      kind: "improvement",
      observed: "Radios failed.",
      recommendation: "Buy spare batteries.",
      ownerId: people.planner.personId,
      dueOn: agencyDay(),
      ...over,
    });
  expect(await observe(id)).toMatch(
    /^not_activated: \S+ was not activated: there is nothing to review\.$/,
  );
  const running = await active();
  expect(await observe(running, { dueOn: agencyDay(-1) })).toContain("This day is past.");
  expect(await observe(running)).toBe("nothing was refused");
  const log = (over: object) =>
    refused("chief", `${incidents}/${running}/log`, {
      happenedAt: at(-1),
      kind: "note",
      entry: "Water falls.",
      ...over,
    });
  expect(await log({ kind: "correction" })).toContain(
    "A correction names the entry that it corrects.",
  );
  expect(await log({ happenedAt: at(1) })).toContain("This is still to come.");
});

test("a period has one plan, which another person than its author approves", async () => {
  const id = await active();
  const period = await ask(people.chief, `${incidents}/${id}/periods`, {
    fromAt: at(1),
    toAt: at(13),
  });
  const path = `POST /api/v1/incident-periods/${period.id}/plan`;
  const plan = { safety: "Life vests within ten feet of water." };
  const made = await ask(people.chief, path, plan);
  expect(await refused("chief", path, plan)).toBe("plan_exists: This period has its plan already.");
  await ask(people.chief, `POST /api/v1/incident-plans/${made.id}/actions/submit`);
  expect(await refused("chief", `POST /api/v1/incident-plans/${made.id}/actions/approve`)).toBe(
    "rule: You prepared this plan. The incident commander approves it.",
  );
  expect(await refused("planner", `POST /api/v1/incident-plans/${made.id}/actions/approve`)).toBe(
    "not_allowed: The commander of this incident does this, and nobody else.",
  );
});

test("a risk is graded whole, its remainder above the appetite accepted by another, and published in words", async () => {
  const path = "POST /api/v1/risks";
  const risk = {
    title: "Levee at Mill Street",
    description: "Seepage under the levee when the river stands high.",
    ownerId: people.planner.personId,
    reviewOn: agencyDay(30),
  };
  expect(await refused("chief", path, { ...risk, published: true })).toContain(
    "Write what everybody reads of it.",
  );
  const { id } = await ask(people.chief, path, risk);
  const move = (name: string, body: object = {}) =>
    refused("chief", `${path}/${id}/actions/${name}`, body);
  const grades = { likelihood: 5, impact: 5, residualLikelihood: 4, residualImpact: 4 };
  for (const grade of Object.keys(grades))
    expect(await move("assess", { ...grades, [grade]: null })).toContain("Choose 1 to 5.");
  expect(await move("assess", grades)).toBe("nothing was refused");
  expect(await move("treat")).toContain("Say what is done about it.");
  expect(await move("treat", { treatment: "Relief wells." })).toBe("nothing was refused");
  expect(await move("accept")).toMatch(
    /^rule: What remains is above \d+\. Somebody who did not assess it accepts it\.$/,
  );
});

test("a change of an incident or a risk keeps what it does not name", async () => {
  const id = await begun({ cause: "Ice jam at the bridge", federalNumbers: ["DR-4871-MN"] });
  const before = await read(id);
  await ask(people.chief, `PATCH /api/v1/incidents/${id}`, { title: "Ice jam" }, before.version);
  expect(await read(id)).toMatchObject({
    title: "Ice jam",
    cause: "Ice jam at the bridge",
    federalNumbers: ["DR-4871-MN"],
    departmentId,
  });

  const risks = "POST /api/v1/risks";
  const risk = await ask(people.chief, risks, {
    title: "Levee seepage",
    description: "Water comes through at mile 3 in high water.",
    ownerId: people.planner.personId,
    reviewOn: agencyDay(30),
    target: 9,
    publicText: "We watch the levee at mile 3.",
    published: true,
  });
  const changed = `PATCH /api/v1/risks/${risk.id}`;
  await ask(people.chief, changed, { title: "Seepage at mile 3" }, risk.version ?? 1);
  expect(await ask<object>(people.chief, `GET /api/v1/risks/${risk.id}`)).toMatchObject({
    title: "Seepage at mile 3",
    target: 9,
    publicText: "We watch the levee at mile 3.",
    published: true,
  });
});

test("an incident is put under a local declaration that held on a day of it, and says when that ended", async () => {
  const declared = async (number: string, from: number, to: number | null) =>
    (
      await t.database.transaction(people.chief, (tx) =>
        tx.one<{ id: string }>(sql`
          insert into local_declaration (
            org_id, id, number, title, authority, cause, area, declared_at, holds_until, term,
            ended_at, status
          )
          values (
            ${people.chief.orgId}, ${newId()}, ${number}, 'Flood', 'Minn. Stat. 12.29',
            'High water', 'The county', ${at(from * 24)}, ${at((to ?? 3) * 24)}, '3 days',
            ${to === null ? null : at(to * 24)}, ${to === null ? "declared" : "ended"}
          )
          returning id
        `),
      )
    ).id;
  const over = await declared("LD-1", -40, -30);
  const ended = await declared("LD-2", -9, -1);
  const holds = await declared("LD-3", -1, null);
  const begins = { beginsOn: agencyDay(-5) };
  expect(await refused("chief", incidents, { ...flood(), ...begins, declarationId: over })).toMatch(
    /LD-1 ended on .+, before the incident began on /,
  );
  const past = { beginsOn: agencyDay(-20), endsOn: agencyDay(-15) };
  expect(await refused("chief", incidents, { ...flood(), ...past, declarationId: holds })).toMatch(
    /LD-3 was declared on .+, after the incident ended on /,
  );
  const unknown = { ...flood(), declarationId: newId() };
  expect(await refused("chief", incidents, unknown)).toContain("Choose a local declaration");
  const id = await begun({ ...begins, declarationId: ended });
  const version = async () => (await read(id)).version;
  const patch = `PATCH /api/v1/incidents/${id}`;
  expect(await refused("chief", patch, { declarationId: over }, await version())).toContain(
    "LD-1 ended on",
  );
  expect(await read(id)).toMatchObject({ declarationEndedAt: expect.any(String) });
  await ask(people.chief, patch, { declarationId: holds }, await version());
  expect(await read(id)).toMatchObject({ declarationEndedAt: null });
});
