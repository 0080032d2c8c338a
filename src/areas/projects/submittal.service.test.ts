// What a contractor submits: listed with its days, submitted with files, reviewed by another, revised.
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import type { Actor } from "#kernel/access.ts";
import { businessDays, usualCalendar } from "#kernel/business-days.ts";
import { newId } from "#kernel/ids.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { ConstructionBoard } from "./board/board.model.ts";
import type { ContractorProjects } from "./question/contractor.model.ts";
import { daysLater, questionAgency } from "./question.setup.ts";
import { submitByOf } from "./submittal/days.model.ts";
import { openSubmittals } from "./submittal/matters.service.ts";
import { submittalDocument } from "./submittal/paper.model.ts";
import { papersOfSubmittals } from "./submittal/paper.service.ts";
import type {
  ContractorSubmittals,
  ProjectSubmittals,
  SubmittalDetail,
} from "./submittal/submittal.model.ts";

type Written = { id: string; version: number; status: string; number: string };
let t: TestDatabase;
const setUp = async () => questionAgency(t, await contractAgency(t));
let q: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  t = await freshDatabase();
  q = await setUp();
});
afterAll(() => t.drop());

const listed = (projectId: string, over: object = {}, actor: Actor = q.people.inspector) =>
  q.asking<Written>(actor, "POST /api/v1/submittals", {
    projectId,
    contractId: q.contractId,
    title: "Reinforcement of abutment 2",
    section: "03 20 00",
    ...over,
  });
const read = (id: string, actor: Actor = q.people.engineer) =>
  q.asking<SubmittalDetail>(actor, `GET /api/v1/submittals/${id}`);
const step = async (id: string, name: string, body: object, actor: Actor) =>
  q.asking<Written>(
    actor,
    `POST /api/v1/submittals/${id}/actions/${name}`,
    body,
    (await read(id)).version,
  );
// A file as it lies there after its upload, in the name of whoever uploaded it.
const fileOf = (actor: Actor, name = "rebar.pdf") =>
  q.as(q.deputy, (tx) =>
    recordFile(tx, {
      orgId: q.agency.orgId,
      name,
      mediaType: "application/pdf",
      size: 10,
      sha256: newId().replaceAll("-", "").padEnd(64, "0"),
      uploadedBy: actor.personId,
    }),
  );
const at = (projectId: string) => `/api/v1/vendor-projects/${q.agency.orgId}/${projectId}`;
const outside = (projectId: string, actor: Actor = q.contractor) =>
  q.asking<ContractorSubmittals>(actor, `GET ${at(projectId)}/submittals`);
const submitOutside = async (id: string, over: object = {}, actor: Actor = q.contractor) =>
  q.asking<Written>(
    actor,
    `POST /api/v1/vendor-submittals/${q.agency.orgId}/${id}/actions/submit`,
    { fileIds: [await fileOf(q.contractor)], says: "", ...over },
    (await read(id)).version,
  );
const letters = async () =>
  (
    await identityDb(t.database).rows<{ subject: string }>(sql`
      select subject
      from mail
      where org_id = ${q.agency.orgId} and kind = 'submittal'
      order by created_at
    `)
  ).map(({ subject }) => subject);
const told = async (personId: string | null) =>
  (
    await t.database.read({ orgId: q.agency.orgId, personId }).rows<{ title: string }>(sql`
      select title
      from notification
      where org_id = ${q.agency.orgId} and person_id = ${personId}
      order by created_at
    `)
  ).map(({ title }) => title);
const cardsOf = async (projectId: string) =>
  (
    await q.asking<ConstructionBoard>(q.people.engineer, "GET /api/v1/construction-board")
  ).cards.filter((card) => card.projectId === projectId && card.kind === "submittal");

test("listed it has its number and the day to submit by, and waits for the contractor", async () => {
  const site = await q.building("T1");
  const days = { neededOn: agencyDay(90), leadDays: 30, reviewDays: 5 };
  const one = await listed(site, days);
  const submitBy = submitByOf(usualCalendar, days);
  expect(await read(one.id)).toMatchObject({
    number: "SUB-T1-001",
    status: "draft",
    court: "contractor",
    submitBy,
    overdue: false,
    canEdit: true,
  });
  await q.asking(
    q.people.inspector,
    `PATCH /api/v1/submittals/${one.id}`,
    { leadDays: 40 },
    one.version,
  );
  expect((await read(one.id)).submitBy).toBe(submitByOf(usualCalendar, { ...days, leadDays: 40 }));
  const two = await listed(site);
  expect(await read(two.id)).toMatchObject({ number: "SUB-T1-002", submitBy: null });
  expect(await cardsOf(site)).toMatchObject([
    { number: "SUB-T1-001", column: "contractors", says: "Submit: Reinforcement of abutment 2" },
  ]);
  const { waits } = await q.asking<ContractorProjects>(q.contractor, "GET /api/v1/vendor-projects");
  expect(waits.map(({ title, dueOn }) => [title, dueOn])).toContainEqual([
    "Submit SUB-T1-001",
    submitByOf(usualCalendar, { ...days, leadDays: 40 }),
  ]);
  expect(
    (await q.asking<ContractorProjects>(q.rival, "GET /api/v1/vendor-projects")).waits,
  ).toEqual([]);
  expect((await outside(site)).items).toMatchObject([
    { number: "SUB-T1-001", maySubmit: true },
    { number: "SUB-T1-002", maySubmit: true },
  ]);
});

test("the contractor submits, another reviews, and what is revised is the next revision", async () => {
  const { engineer, inspector, second } = q.people;
  const site = await q.building("T2");
  const { id } = await listed(site, { reviewDays: 5 }, engineer);
  const files = [await fileOf(q.contractor, "rebar-0.pdf")];
  await submitOutside(id, { fileIds: files, says: "For abutment 2" });
  const by = `Person of Northline, ${q.vendor.name}`;
  expect(await read(id)).toMatchObject({
    status: "submitted",
    revision: 0,
    court: "agency",
    submittedByName: by,
    dueOn: businessDays(usualCalendar, agencyDay(), 5),
  });
  expect((await letters()).at(-1)).toBe("SUB-T2-001: your submittal is with the agency");
  expect((await told(engineer.personId)).at(-1)).toBe(`${by} submits SUB-T2-001, revision 0`);
  expect(await cardsOf(site)).toMatchObject([
    { column: "ours", says: expect.stringMatching(/^Take/) },
  ]);
  // Who listed what is wanted may review what the contractor lays before it.
  const { actions } = await q.asking<SubmittalDetail>(engineer, `GET /api/v1/submittals/${id}`);
  expect(actions.find(({ name }) => name === "review")).toMatchObject({ enabled: true });
  expect(await refusalOf(step(id, "review", {}, inspector))).toMatch(/^not_allowed/);
  expect(await refusalOf(step(id, "approve", {}, second))).toMatch(
    /^(not_in_this_status|conflict)/,
  );
  await step(id, "review", {}, second);
  expect(await refusalOf(step(id, "reviseResubmit", {}, second))).toMatch(
    /^review_unsaid: Write down what the contractor is to do/,
  );
  expect(await refusalOf(step(id, "approve", { says: "", fileIds: [newId()] }, second))).toMatch(
    /^file_missing/,
  );
  const marked = [await fileOf(second, "marked.pdf")];
  await step(id, "reviseResubmit", { says: "Add hooks.", fileIds: marked }, second);
  expect((await letters()).at(-1)).toBe(
    "SUB-T2-001: your submittal is to be revised and resubmitted",
  );
  expect(await read(id)).toMatchObject({ status: "revise_resubmit", court: "contractor" });
  await submitOutside(id, { says: "Hooks added" });
  expect(await read(id)).toMatchObject({ status: "submitted", revision: 1, review: "" });
  await step(id, "review", {}, second);
  await step(id, "approveAsNoted", { says: "Sheet 3 as marked." }, second);
  const done = await read(id);
  expect(done).toMatchObject({
    status: "approved_as_noted",
    revision: 1,
    court: null,
    reviewedByName: second.name,
  });
  expect(done.turns.map(({ kind, revision, files: of }) => [kind, revision, of.length])).toEqual([
    ["submitted", 0, 1],
    ["taken", 0, 0],
    ["revise_resubmit", 0, 1],
    ["submitted", 1, 1],
    ["taken", 1, 0],
    ["approved_as_noted", 1, 0],
  ]);
  const paper = submittalDocument(done, "County", String);
  for (const words of ["SUB-T2-001", "rebar-0.pdf", "marked.pdf", "Add hooks.", "Hooks added"])
    expect(paper).toContain(words);
  const papers = await papersOfSubmittals(t.database.read(engineer), [id]);
  expect(papers.map(({ name }) => name)).toEqual(["SUB-T2-001.pdf"]);
  expect((await outside(site)).items[0]).toMatchObject({ maySubmit: false, revision: 1 });
  expect(await refusalOf(submitOutside(id))).toMatch(
    /^not_your_turn: SUB-T2-001 does not wait for this from you/,
  );
  expect(
    await refusalOf(
      q.asking(engineer, `PATCH /api/v1/submittals/${id}`, { leadDays: 1 }, done.version),
    ),
  ).toMatch(/^not_in_this_status: It was submitted: what it says stays/);
});

test("approved and rejected end it; what came on paper is not reviewed by whoever entered it", async () => {
  const { engineer, second } = q.people;
  const site = await q.building("T3");
  const ends = async (decision: string, says: string) => {
    const { id } = await listed(site);
    const fileIds = [await fileOf(engineer)];
    await step(id, "submit", { fileIds, says: "By mail" }, engineer);
    expect(await refusalOf(step(id, "review", {}, engineer))).toMatch(/another person/);
    await step(id, "review", {}, second);
    await step(id, decision, { says }, second);
    return read(id);
  };
  expect(await ends("approve", "")).toMatchObject({ status: "approved", court: null });
  expect((await letters()).at(-1)).toBe("SUB-T3-001: your submittal is approved");
  expect(await ends("reject", "Another grade")).toMatchObject({ status: "rejected", court: null });
  expect((await letters()).at(-1)).toBe("SUB-T3-002: your submittal is rejected");
  const { id } = await listed(site);
  expect(await refusalOf(step(id, "withdraw", {}, engineer))).toMatch(/^reason_required/);
  expect(await refusalOf(step(id, "submit", { fileIds: [newId()], says: "" }, engineer))).toMatch(
    /^file_missing: This file is not there/,
  );
  expect(await refusalOf(step(id, "submit", { fileIds: [] }, engineer))).toMatch(
    /Attach what is submitted/,
  );
  expect(await openSubmittals(t.database.read(engineer), { id: site })).toEqual([
    {
      what: "SUB-T3-003",
      says: "a submittal: not submitted",
      href: `/projects/submittals/${id}`,
    },
  ]);
  await step(id, "withdraw", { reason: "Not needed" }, engineer);
  expect(await read(id)).toMatchObject({ status: "withdrawn", statusReason: "Not needed" });
  expect(await openSubmittals(t.database.read(engineer), { id: site })).toEqual([]);
});

test("the contractor submits what nobody listed; another company, agency or role finds nothing", async () => {
  const site = await q.building("T4");
  const given = {
    contractId: q.contractId,
    title: "Bearing pads",
    section: "05 10 00",
    fileIds: [await fileOf(q.contractor)],
  };
  const send = (over: object = {}, actor: Actor = q.contractor) =>
    q.asking<Written>(actor, `POST ${at(site)}/submittals`, { ...given, ...over });
  const { id } = await send();
  expect(await read(id)).toMatchObject({ number: "SUB-T4-001", status: "submitted", revision: 0 });
  expect(await refusalOf(send({ fileIds: [newId()] }))).toMatch(/^file_missing/);
  expect(await refusalOf(send({ fileIds: [await fileOf(q.people.engineer)] }))).toMatch(
    /^file_missing/,
  );
  expect(await refusalOf(send({ contractId: newId() }))).toMatch(
    /^contract_unknown: Choose your contract of this project/,
  );
  expect(await refusalOf(send({}, q.rival))).toMatch(/^not_found/);
  expect(await refusalOf(outside(site, q.rival))).toMatch(/^not_found/);
  const open = await listed(site);
  expect(await refusalOf(submitOutside(open.id, {}, q.rival))).toMatch(/^not_found/);
  expect(await refusalOf(read(id, q.elsewhere))).toMatch(/^not_found/);
  expect(await refusalOf(listed(site, {}, q.people.bystander))).toMatch(/^not_allowed/);
  expect(await refusalOf(listed(site, { contractId: newId() }))).toMatch(
    /^contract_unknown: Choose a contract of this project/,
  );
  const file = (await outside(site)).items.flatMap(({ turns }) => turns[0]?.files ?? [])[0]!;
  const path = `GET ${at(site)}/submittal-files`;
  expect(await refusalOf(q.asking(q.rival, `${path}/${file.id}`))).toMatch(/^not_found/);
  expect(await refusalOf(q.asking(q.contractor, `${path}/${newId()}`))).toMatch(/^not_found/);
  const done = await q.building("T5", "closed");
  expect(await refusalOf(listed(done))).toMatch(
    /^project_not_open: PRJ-\S+ is not under way: submittals are taken from its approval/,
  );
});

test("a review that is late, and what is not in on its day, are counted and shown", async () => {
  const site = await q.building("T6");
  const past = daysLater(q.people.inspector, -60);
  await listed(site, { neededOn: agencyDay(10), leadDays: 20, reviewDays: 5 }, past);
  const { id } = await listed(site, { reviewDays: 5 }, past);
  await q.asking(
    daysLater(q.contractor, -30),
    `POST /api/v1/vendor-submittals/${q.agency.orgId}/${id}/actions/submit`,
    { fileIds: [await fileOf(q.contractor)], says: "" },
    (await read(id)).version,
  );
  const of = await q.asking<ProjectSubmittals>(
    q.people.engineer,
    `GET /api/v1/projects/${site}/submittals`,
  );
  expect(of).toMatchObject({ ours: 1, overdueOurs: 1, overdueContractors: 1 });
  expect((await cardsOf(site)).map(({ column, overdue }) => [column, overdue])).toEqual(
    expect.arrayContaining([
      ["ours", true],
      ["contractors", true],
    ]),
  );
  expect((await outside(site)).items.map(({ overdue }) => overdue)).toEqual([true, true]);
});

test("two listed at once get two numbers", async () => {
  const site = await q.building("T7");
  const made = await Promise.all([0, 1, 2].map(() => listed(site)));
  expect(made.map(({ number }) => number).toSorted()).toEqual([
    "SUB-T7-001",
    "SUB-T7-002",
    "SUB-T7-003",
  ]);
});
