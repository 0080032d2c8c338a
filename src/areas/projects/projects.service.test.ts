// A project from its proposal to its end: who may, what it needs, what stands open.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { historyOf } from "#server/audit/history.ts";
import { runList } from "#server/http/list-page.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { reasonOf } from "#server/testing/rules.ts";
import { completionFault } from "./completion/completion.model.ts";
import { day } from "#kernel/time.ts";
import { projectOfPlan } from "./project/adopted.service.ts";
import { projectHoldings } from "./project/leaving.service.ts";
import { projectCycle } from "./project/project.labels.ts";
import { projectList } from "./project/project.list.ts";
import type { ProjectStanding } from "./project/project.model.ts";
import { projectAgency } from "./projects.setup.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof projectAgency>>;

beforeAll(async () => {
  t = await freshDatabase();
  a = await projectAgency(t);
});
afterAll(() => t.drop());

test("a project is proposed, approved with money by somebody else, begun, held and resumed", async () => {
  const { id } = await a.propose("P145");
  const proposed = await a.read(id);
  expect(proposed).toMatchObject({
    status: "proposed",
    segmentCode: "P145",
    budgetCents: 0,
    daysGranted: 120,
    daysUsed: null,
    finishOn: agencyDay(89),
    engineer: "engineer",
  });
  expect(await refusalOf(a.step(id, "submit"))).toMatch(/No budget line charges project P145 yet/);
  await a.budgetFor("P145", 50_000_00);
  expect(await a.step(id, "submit")).toMatchObject({ status: "submitted" });
  expect(await refusalOf(approveDocument(t.database, a.people.engineer, id))).not.toMatch(
    /nothing was refused/,
  );
  expect(await a.step(id, "withdraw")).toMatchObject({ status: "proposed" });
  await a.step(id, "submit");
  await approveDocument(t.database, a.people.budget, id);
  expect(await a.read(id)).toMatchObject({ status: "approved", budgetCents: 50_000_00 });
  expect(await a.step(id, "start")).toMatchObject({ status: "active" });
  expect((await a.read(id)).daysUsed).toBe(31);
  await a.step(id, "hold", { reason: "The river is too high." });
  expect(await a.read(id)).toMatchObject({
    status: "on_hold",
    statusReason: "The river is too high.",
  });
  expect(await a.step(id, "resume")).toMatchObject({ status: "active" });
});

test("nobody who proposed, sent or runs a project decides about it", async () => {
  const { id } = await a.propose("P146", { engineerId: a.people.budget.personId });
  await a.budgetFor("P146", 10_000_00);
  await a.step(id, "submit");
  expect(await refusalOf(approveDocument(t.database, a.people.budget, id))).not.toMatch(
    /nothing was refused/,
  );
  await approveDocument(t.database, a.people.manager, id);
  expect((await a.read(id)).status).toBe("approved");
});

test("what a project names must be there, and its code in the ledger is its own for good", async () => {
  const { id } = await a.propose("P147");
  const refused = (over: object) => refusalOf(a.propose("P148", over));
  expect(await refused({ engineerId: newId() })).toMatch(/^person_unknown: .*/);
  expect(await refused({ inspectors: [{ personId: newId() }] })).toMatch(/^person_unknown/);
  expect(await refused({ contracts: [{ contractId: newId() }] })).toMatch(/^contract_unknown/);
  expect(await refused({ departmentId: newId() })).toMatch(/^not_found/);
  expect(await refused({ latitude: "44.5" })).toMatch(/latitude and longitude, or neither/);
  expect(await refused({ latitude: "144.5", longitude: "1" })).toMatch(/The latitude is a number/);
  expect(await refused({ contractDays: 0 })).toMatch(/At least one day/);
  const twice = { personId: a.people.inspector.personId };
  expect(await refused({ inspectors: [twice, twice] })).toMatch(/Somebody is named twice/);
  const contract = { contractId: newId() };
  expect(await refused({ contracts: [contract, contract] })).toMatch(/A contract is named twice/);
  expect(await refused({ segmentCode: "p 1" })).toMatch(/Capital letters, digits and hyphens/);
  expect(await refusalOf(a.propose("P147"))).toMatch(/^segment_taken: PRJ-.* charges P147 already/);
  const { version } = await a.read(id);
  const change = (body: object, at: number | null = version) =>
    a.asking(a.people.engineer, `PATCH /api/v1/projects/${id}`, body, at);
  expect(await refusalOf(change({ segmentCode: "P999" }))).toMatch(/^segment_stays/);
  await change({ place: "Elm Creek" });
  expect(await refusalOf(change({ place: "Oak Creek" }))).toMatch(/^stale|^version/);
  expect((await a.read(id)).place).toBe("Elm Creek");
});

test("two who propose the same code at once make one project", async () => {
  await a.segment("P150");
  const results = await Promise.allSettled([
    a.propose("P150"),
    a.propose("P150", {}, a.people.second),
  ]);
  expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(1);
});

test("another agency's people see nothing, members read, and only who runs projects writes", async () => {
  const { id } = await a.propose("P151");
  expect(await refusalOf(a.asking(a.elsewhere, `GET /api/v1/projects/${id}`))).toMatch(
    /^not_found/,
  );
  expect(await refusalOf(a.asking(a.elsewhere, `GET /api/v1/projects/${id}/money`))).toMatch(
    /^not_found/,
  );
  expect(
    await refusalOf(
      a.asking(a.elsewhere, `POST /api/v1/projects/${id}/actions/cancel`, { reason: "Mine" }, 1),
    ),
  ).toMatch(/^not_found/);
  expect((await a.read(id, a.people.clerk)).actions.every(({ enabled }) => !enabled)).toBe(true);
  for (const lower of [a.people.clerk, a.people.inspector, a.people.budget])
    await expect(a.propose("P152", {}, lower)).rejects.toMatchObject({ status: 403 });
  const page = await runList(t.database.read(a.elsewhere), a.elsewhere, projectList, { limit: 50 });
  expect(page.items).toEqual([]);
});

test("rules of steps: an engineer and a day before it begins", () => {
  const facts = {
    status: "approved",
    budget: 1,
    segmentCode: "P1",
    engineerId: null,
    startsOn: null,
  };
  expect(reasonOf(projectCycle, "start", facts)).toBe(
    "Name the engineer who answers for it first.",
  );
  expect(reasonOf(projectCycle, "start", { ...facts, engineerId: "x" })).toBe(
    "Enter the day on which its work starts first.",
  );
  expect(
    reasonOf(projectCycle, "start", { ...facts, engineerId: "x", startsOn: "2026-01-01" }),
  ).toBeNull();
});

test("a forecast has its reason and its day, and beyond the budget the list says so", async () => {
  const { id } = await a.begun("P153", 20_000_00);
  await a.step(id, "forecast", { cents: 25_000_00, reason: "Rock below the wet well." });
  expect(await a.read(id)).toMatchObject({
    forecastCents: 25_000_00,
    forecastOn: agencyDay(),
    forecaster: "engineer",
    beyondBudget: true,
  });
  expect(await refusalOf(a.step(id, "forecast", { cents: 1, reason: "" }))).toMatch(
    /what the forecast rests on/,
  );
  const standing = () => a.asking<ProjectStanding>(a.people.clerk, "GET /api/v1/project-standing");
  expect((await standing()).beyondBudget).toBe(1);
  const late = await a.begun("P154", 20_000_00, { startsOn: agencyDay(-40), contractDays: 10 });
  expect(await a.read(late.id)).toMatchObject({ daysGranted: 10, daysUsed: 41, beyondTime: true });
  expect((await standing()).beyondTime).toBe(1);
  const found = await a.asking<{ items: { id: string }[] }>(
    a.people.clerk,
    "GET /api/v1/projects?beyondTime=true",
  );
  expect(found.items.map(({ id: one }) => one)).toEqual([late.id]);
});

test("a certificate is dated in the work's time", () => {
  const of = (over: object) =>
    completionFault({ completedOn: "2026-05-10", ...over }, day("2026-05-01"), day("2026-05-20"));
  expect(of({})).toBeNull();
  expect(of({ completedOn: "2026-05-20" })).toBeNull();
  expect(of({ completedOn: "2026-05-21" })?.message).toMatch(/This day is still to come/);
  expect(of({ completedOn: "2026-05-01" })).toBeNull();
  expect(of({ completedOn: "2026-04-30" })?.message).toBe(
    "The work had not started. Enter a later day.",
  );
});

test("what happened stands in the history of the project", async () => {
  const { id } = await a.propose("P155");
  await a.step(id, "cancel", { reason: "The grant did not come." });
  const { items } = await historyOf(t.database.read(a.people.clerk), "project", id);
  expect(items.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(["project.create", "project.cancel"]),
  );
  expect((await a.read(id)).status).toBe("cancelled");
  expect(await refusalOf(a.step(id, "forecast", { cents: 1, reason: "Too late" }))).toMatch(
    /It waits for approval or has ended/,
  );
});

test("a request that the capital plan adopts is a proposed project with place, phases and funding", async () => {
  await a.segment("CR-2028-00001");
  await a.as(a.people.budget, (tx) =>
    projectOfPlan(tx, a.people.budget, {
      requestId: newId(),
      title: "Culverts of County Road 50",
      description: "Nine culverts fail in each flood.",
      departmentId: a.agency.departmentId,
      segmentCode: "CR-2028-00001",
      latitude: "44.78910000001",
      longitude: "-93.6012",
      phases: [{ name: "Construction", cents: [100_00, 200_00] }],
      funding: [{ source: "State aid", year: 2028, cents: 300_00 }],
    }),
  );
  const found = await a.asking<{ items: { id: string; status: string }[] }>(
    a.people.clerk,
    "GET /api/v1/projects?q=CR-2028-00001",
  );
  expect(await a.read(found.items[0]!.id)).toMatchObject({
    status: "proposed",
    name: "Culverts of County Road 50",
    latitude: "44.789100",
    proposer: "budget",
    phases: [{ name: "Construction", cents: [100_00, 200_00] }],
    funding: [{ source: "State aid", year: 2028, cents: 300_00 }],
  });
});

test("whoever runs a project hands it to a successor when they leave", async () => {
  const { id } = await a.propose("P156", { engineerId: a.people.second.personId });
  const [holding] = projectHoldings;
  const held = await holding!.of(t.database.read(a.people.admin), a.people.second.personId!);
  expect(held.map((each) => each.id)).toEqual([id]);
  await a.as(a.people.admin, (tx) =>
    holding!.takeOver!(tx, a.people.admin, a.people.second.personId!, a.people.engineer.personId),
  );
  expect((await a.read(id)).engineer).toBe("engineer");
});
