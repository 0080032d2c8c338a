// What the law takes off and gives: flooded buildings, days and ceiling of hazard mitigation, donated work.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import {
  declaredDisaster,
  obligatedProject,
  provedCosts,
  readyProject,
} from "#server/testing/recovery.ts";
import type { Flood } from "./flood/flood.model.ts";
import type { Entitlement } from "./mitigation/letter.model.ts";
import type { MitigationDetail } from "./mitigation/mitigation.model.ts";
import type { ProjectDetail } from "./project/project.model.ts";

let t: TestDatabase;
let a: PayingAgency;
let recovery: Actor, planner: Actor;
let declaration: { id: string; number: string };
const ask = askingOf(() => t);
const refused = (asked: string, body?: unknown, version?: number, who = recovery) =>
  refusalOf(ask(who, asked, body, version));

beforeAll(async () => {
  t = await freshDatabase();
  a = await payingAgency(t.database);
  ({ recovery, planner } = await makeMembers(t.database, a, {
    recovery: { duties: ["recovery"] },
    planner: { duties: ["emergency_manager"] },
  }));
  declaration = await declaredDisaster(t.database, recovery);
});
afterAll(() => t.drop());

const library = {
  name: "Library",
  kind: "public",
  zone: "AE",
  identifiedOn: "2018-06-01",
  panel: "27019C0105E",
  buildingValue: 2_400_000_00,
  contentsValue: 300_000_00,
  buildingDamage: 900_000_00,
  contentsDamage: 120_000_00,
};
const project = (of: object = {}) =>
  obligatedProject(t.database, recovery, declaration.id, { cents: 900_000_00, ...of });
const read = (id: string) => ask<ProjectDetail>(recovery, `GET /api/v1/pa-projects/${id}`);
const flood = (id: string) => ask<Flood>(recovery, `GET /api/v1/pa-projects/${id}/flood-buildings`);
const record = (projectId: string, of: object) =>
  [`POST /api/v1/pa-flood-buildings`, { ...of, projectId }] as const;
const building = (id: string) => `/api/v1/pa-flood-buildings/${id}`;

test("an uninsured building in the hazard area takes the limits off, by its values, and its request asks for less", async () => {
  const p = await project({ category: "E" });
  const { id } = await ask(recovery, ...record(p, library));
  expect(await read(p)).toMatchObject({ insuranceCents: 620_000_00, insuranceFollows: true });
  expect(await flood(p)).toMatchObject({ wanted: 620_000_00, shortfall: 620_000_00 });
  // An appraisal says less.
  await ask(recovery, `PUT ${building(id)}`, { ...library, buildingValue: 100_00 }, 1);
  expect((await read(p)).insuranceCents).toBe(120_100_00);
  const costs = await provedCosts(t.database, a, [200_000_00]);
  await ask(recovery, `POST /api/v1/pa-projects/${p}/costs`, { costLineIds: costs });
  const made = await ask(recovery, `POST /api/v1/pa-projects/${p}/requests`);
  await ask(recovery, `POST /api/v1/pa-requests/${made.id}/actions/check`);
  expect(await ask(recovery, `GET /api/v1/pa-requests/${made.id}`)).toMatchObject({
    insured: 120_100_00,
    federal: 59_925_00,
  });
  await ask(recovery, `POST ${building(id)}/remove`, { reason: "Of another town" }, 2);
  expect((await read(p)).insuranceCents).toBe(0);
  expect((await flood(p)).buildings).toEqual([]);
});

test("what a policy pays counts once: the building takes off what is beyond it", async () => {
  const p = await project({ category: "E" });
  await ask(recovery, `POST /api/v1/pa-declarations/${declaration.id}/insurance`, {
    policy: "NFIP-1",
    insurer: "NFIP",
    lossCents: 401_000_00,
    deductibleCents: 1_000_00,
    limitCents: 500_000_00,
    projectIds: [p],
  });
  expect((await read(p)).insuranceCents).toBe(400_000_00);
  const [policy] = (await flood(p)).policies;
  await ask(recovery, ...record(p, { ...library, insuranceId: policy!.id }));
  expect((await read(p)).insuranceCents).toBe(620_000_00);
  expect((await flood(p)).shortfall).toBe(220_000_00);
});

test("what a building refuses", async () => {
  const p = await project({ category: "E" });
  expect(await refused(...record(p, { ...library, identifiedOn: null }))).toMatch(
    /Enter since when the map shows the hazard area\./,
  );
  const { id } = await ask(recovery, ...record(p, library));
  expect(await refused(...record(p, { ...library, name: "library" }))).toMatch(
    /This building is recorded for the project already\./,
  );
  expect(await refused(...record(p, { ...library, name: "Hall", insuranceId: p }))).toMatch(
    /Choose a policy that pays for this project/,
  );
  const debris = await project({ category: "A" });
  expect(await refused(...record(debris, library))).toMatch(
    /Emergency work and management costs are not reduced/,
  );
  expect(await refused(`PUT ${building(id)}`, library, 7)).toMatch(/changed/);
  await ask(recovery, `POST ${building(id)}/remove`, { reason: "Twice" }, 1);
  expect(await refused(`PUT ${building(id)}`, library, 2)).toMatch(
    /was taken out: record it anew\./,
  );
  expect(await refused(...record(p, library), undefined, planner)).toMatch(/does not allow this/);
  const over = (
    await ask(recovery, "POST /api/v1/pa-projects", {
      declarationId: declaration.id,
      title: "Garage",
      category: "E",
      lines: [{ description: "Roof", quantity: "1", unit: "each", unitPrice: "41250" }],
    })
  ).id;
  await ask(recovery, ...record(over, library));
  const shown = await read(over);
  expect(
    await refused(
      `PATCH /api/v1/pa-projects/${over}`,
      { declarationId: declaration.id, title: "Garage", category: "E", insuranceCents: 1 },
      shown.version,
    ),
  ).toMatch(/Policies and flooded buildings of this project say what comes off/);
  await ask(recovery, `POST /api/v1/pa-projects/${over}/actions/withdraw`, { reason: "Sold" });
  expect(await refused(...record(over, { ...library, name: "Hall" }))).toMatch(
    /is over: its buildings stay as they are\./,
  );
});

const letters = (id: string) => `POST /api/v1/pa-declarations/${id}/mitigation-letters`;
const entitled = (id: string) =>
  ask<Entitlement>(recovery, `GET /api/v1/pa-declarations/${id}/entitlement`);
const estimate = {
  kind: "estimate",
  document: "Estimate of 30 days",
  datedOn: "2026-05-20",
  assistanceCents: 240_000_000_00,
  enhanced: false,
};

test("ceiling and days follow from FEMA's letters", async () => {
  expect(await entitled(declaration.id)).toMatchObject({
    applyUntil: "2027-07-20",
    performUntil: "2030-07-20",
    ceiling: null,
  });
  await ask(recovery, letters(declaration.id), estimate);
  expect((await entitled(declaration.id)).ceiling).toMatchObject({ cents: 36_000_000_00 });
  await ask(recovery, letters(declaration.id), {
    kind: "extension",
    document: "Extension 1",
    datedOn: agencyDay(),
    untilOn: "2027-10-01",
  });
  expect(await entitled(declaration.id)).toMatchObject({
    applyUntil: "2027-10-01",
    performUntil: "2030-10-01",
  });
});

test("what a letter refuses", async () => {
  const extension = { kind: "extension", document: "Extension 9", datedOn: agencyDay() };
  const say = (body: object, id = declaration.id) => refused(letters(id), body);
  expect(await say(estimate)).toMatch(/is recorded already\./);
  expect(await say({ ...estimate, document: "Next", datedOn: agencyDay(1) })).toMatch(
    /This day has not come yet\./,
  );
  expect(await say({ ...estimate, document: "Next", datedOn: "2026-04-19" })).toMatch(
    /The letter is of after the declaration\./,
  );
  expect(await say({ ...extension, untilOn: "2027-01-01" })).toMatch(
    /Enter a day after the one that holds\./,
  );
  expect(await say({ ...extension, untilOn: "2028-03-17" })).toMatch(
    /FEMA's region may not extend as far\./,
  );
  const early = await declaredDisaster(t.database, recovery, {
    number: "DR-4700-MN",
    declaredOn: "2023-04-20",
    periodFrom: "2023-04-08",
  });
  expect(await say({ ...extension, untilOn: "2024-09-01" }, early.id)).toMatch(
    /FEMA extends a time to apply while it is open\./,
  );
});

test("a sub-application is not sent after the time to apply", async () => {
  const late = await declaredDisaster(t.database, recovery, {
    number: "DR-4699-MN",
    declaredOn: "2023-04-20",
    periodFrom: "2023-04-08",
  });
  const work = {
    program: "HMGP",
    title: "Larger culverts",
    problem: "The road floods every few years.",
    costCents: 100_000_00,
    usefulYears: 50,
    ratePercent: 3.1,
    recurrences: [
      { years: 10, before: 900_000_00, after: 0 },
      { years: 100, before: 2_000_000_00, after: 0 },
    ],
  };
  const begun = async (declarationId: string) =>
    (await ask(recovery, "POST /api/v1/pa-mitigation", { ...work, declarationId })).id;
  const missed = await begun(late.id);
  expect(await refused(`POST /api/v1/pa-mitigation/${missed}/actions/submit`, {}, 1)).toMatch(
    /The time to apply ended on .*2024/,
  );
  const open = await begun(declaration.id);
  const shown = await ask<MitigationDetail>(recovery, `GET /api/v1/pa-mitigation/${open}`);
  expect(shown.days).toMatchObject({ applyUntil: "2027-10-01" });
  expect((await entitled(declaration.id)).applied).toBe(75_000_00);
  await ask(recovery, `POST /api/v1/pa-mitigation/${open}/actions/submit`, {}, 1);
});

test("a project is sent once its damage, scope, environment and mitigation are answered; then they stay", async () => {
  const { id } = await ask(recovery, "POST /api/v1/pa-projects", {
    declarationId: declaration.id,
    title: "Bridge 7",
    category: "C",
    lines: [{ description: "Deck", quantity: "1", unit: "each", unitPrice: "41250" }],
  });
  const freeze = `POST /api/v1/pa-projects/${id}/actions/freeze`;
  expect(await refused(freeze)).toMatch(
    /Put the damage in that it repairs\. Answer: Does the work/,
  );
  expect((await read(id)).lacks).toHaveLength(11);
  const offered = async () => (await read(id)).actions.find(({ name }) => name === "freeze");
  expect(await offered()).toMatchObject({
    enabled: false,
    reason: "11 things stop it; they stand under Scope.",
  });
  const measure = { description: "Riprap", cents: 1_00, basis: "analysis" };
  expect(
    await refused(
      `PUT /api/v1/pa-projects/${id}/considerations`,
      { ehpAnswers: {}, mitigationStatement: "proposed", mitigationMeasures: [measure] },
      1,
    ),
  ).toMatch(/Enter the ratio of the analysis\./);
  await readyProject(t.database, recovery, id);
  expect((await read(id)).lacks).toEqual([]);
  expect(await offered()).toMatchObject({ enabled: true });
  await ask(recovery, freeze);
  const sent = await read(id);
  expect(
    await refused(
      `PUT /api/v1/pa-projects/${id}/considerations`,
      { ehpAnswers: {}, mitigationStatement: null, mitigationMeasures: [] },
      sent.version,
    ),
  ).toMatch(/It was sent: answer what the state or FEMA asks under its questions\./);
});
