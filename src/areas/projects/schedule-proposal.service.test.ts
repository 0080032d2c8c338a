// Schedules of other programs: handed in by either side, compared, decided task by task, accepted by another.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import type { Actor } from "#kernel/access.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { questionAgency } from "./question.setup.ts";
import { exportSchedule } from "./schedule/exchange/current.service.ts";
import { elements, msFile, msLink, msTask } from "./schedule/exchange/files.setup.ts";
import { readMspdi } from "./schedule/exchange/mspdi-read.model.ts";
import type { ContractorSchedules, ProposalDetail } from "./schedule/exchange/proposal.model.ts";
import type { ConstructionBoard } from "./board/board.model.ts";
import type { ContractorProjects } from "./question/contractor.model.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { ScheduleDetail } from "./schedule/schedule.model.ts";

type Written = { id: string; version: number; status: string; number: string };
let t: TestDatabase;
const setUp = async () => questionAgency(t, await contractAgency(t));
let q: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  t = await freshDatabase();
  q = await setUp();
});
afterAll(() => t.drop());

const code = (value: string) =>
  elements({ ExtendedAttribute: elements({ FieldID: 1, Value: value }) });
const alias = elements({ FieldID: 1, Alias: "Code" });
const more = elements({ ExtendedAttributes: elements({ ExtendedAttribute: alias }) });
const file = (...tasks: string[]) => msFile({ tasks, more });
const on = (day: string) => ({
  Start: `2026-06-${day}T08:00:00`,
  Finish: `2026-06-${day}T17:00:00`,
});
// Footing on Monday; the deck one working day behind it, which the file has two days later.
const footing = msTask(1, { Name: "Footing" }, code("A"));
const deck = msTask(2, { ...on("05"), Name: "Deck" }, msLink(1, { LinkLag: 4800 }) + code("B"));
const rail = msTask(3, { ...on("08"), Name: "Rail" }, msLink(2) + code("C"));
const first = file(footing, deck, rail);

const stored = async (text: string, actor: Actor = q.people.engineer): Promise<string> => {
  const kept = await t.app.files.put(Readable.from([text]));
  return q.as(q.deputy, (tx) =>
    recordFile(tx, {
      ...kept,
      orgId: q.agency.orgId,
      name: "schedule.xml",
      uploadedBy: actor.personId,
    }),
  );
};
const path = "/api/v1/schedule-proposals";
const handIn = async (projectId: string, text = first, actor: Actor = q.people.engineer) =>
  q.asking<Written>(actor, `POST /api/v1/projects/${projectId}/schedule-proposals`, {
    fileId: await stored(text, actor),
    narrative: "August",
  });
const read = (id: string, actor: Actor = q.people.engineer) =>
  q.asking<ProposalDetail>(actor, `GET ${path}/${id}`);
const step = async (id: string, name: string, actor: Actor, body: object = {}) =>
  q.asking<Written>(actor, `POST ${path}/${id}/actions/${name}`, body, (await read(id)).version);
const schedule = (projectId: string) =>
  q.asking<ScheduleDetail>(q.people.engineer, `GET /api/v1/projects/${projectId}/schedule`);
const startsOf = async (projectId: string) =>
  Object.fromEntries((await schedule(projectId)).tasks.map((task) => [task.code, task.start]));

const at = (projectId: string) => `/api/v1/vendor-projects/${q.agency.orgId}/${projectId}`;
const side = (projectId: string, actor: Actor = q.contractor) =>
  q.asking<ContractorSchedules>(actor, `GET ${at(projectId)}/schedules`);
const bring = async (projectId: string, over: object = {}, actor: Actor = q.contractor) =>
  q.asking<Written>(actor, `POST ${at(projectId)}/schedules`, {
    fileId: await stored(first, q.contractor),
    contractId: q.contractId,
    ...over,
  });
const letters = async () =>
  (
    await identityDb(t.database).rows<{ subject: string }>(sql`
      select subject
      from mail
      where org_id = ${q.agency.orgId} and kind = 'schedule_proposal'
      order by created_at
    `)
  ).map(({ subject }) => subject);

test("a file is compared at once: which tasks differ, and why", async () => {
  const site = await q.building("X1");
  const made = await handIn(site);
  expect(made).toMatchObject({ number: "SUP-X1-001", status: "compared" });
  const found = await read(made.id);
  expect(found).toMatchObject({
    side: "agency",
    format: "mspdi",
    tasks: 3,
    equal: 1,
    dataDate: "2026-06-01",
    outdated: false,
    file: { name: "schedule.xml" },
  });
  expect(
    found.differences.map((each) => [each.code, each.cause, each.canKeep, each.choice]),
  ).toEqual([
    ["B", "other", true, "ours"],
    ["C", "follows", false, "ours"],
  ]);
  expect(found.differences[0]!.theirs.start).toBe("2026-06-05T08:00");
  expect(found.differences[0]!.ours.start).toBe("2026-06-03T08:00");
  const listed = await q.asking<{ items: { id: string }[] }>(
    q.people.bystander,
    `GET ${path}?projectId=${site}`,
  );
  expect(listed.items.map(({ id }) => id)).toEqual([made.id]);
});

test("whom it is not for, and what is no schedule, is refused", async () => {
  const site = await q.building("X2");
  expect(await refusalOf(handIn(site, first, q.people.bystander))).toMatch(/^not_allowed/);
  expect(await refusalOf(handIn(site, first, q.people.inspector))).toMatch(/^not_allowed/);
  expect(await refusalOf(handIn(site, first, q.elsewhere))).toMatch(/file_missing/);
  const address = `POST /api/v1/projects/${site}/schedule-proposals`;
  const missing = q.asking(q.people.engineer, address, { fileId: site });
  expect(await refusalOf(missing)).toMatch(/file_missing/);
  expect(await refusalOf(handIn(site, "hello"))).toMatch(
    /schedule_unreadable.*Hand in a schedule of Microsoft Project \(XML\) or of Primavera P6 \(XER\)/s,
  );
  expect(await refusalOf(handIn(site, file(msTask(1, { Duration: "-PT8H0M0S" }))))).toMatch(
    /schedule_unreadable.*2 rows of this file cannot be taken/s,
  );
  const made = await handIn(site);
  expect(await refusalOf(handIn(site))).toMatch(/^proposal_waits/);
  expect(await refusalOf(read(made.id, q.elsewhere))).toMatch(/^not_found/);
  expect(await refusalOf(step(made.id, "accept", q.people.bystander))).toMatch(/^not_allowed/);
  const closed = await q.building("X3", "closed");
  expect(await refusalOf(handIn(closed))).toMatch(/^project_not_open/);
});

test("another person accepts it: a project without a schedule begins its own by the file", async () => {
  const site = await q.building("X4");
  const { id } = await handIn(site);
  const decide = (body: object) => step(id, "decide", q.people.second, body);
  expect(await refusalOf(decide({ dates: { 1: "theirs" } }))).toMatch(/^task_unknown/);
  expect(await refusalOf(decide({ tasks: { Z: "ours" } }))).toMatch(/^task_unknown/);
  expect(await refusalOf(decide({ dates: { 3: "theirs" } }))).toMatch(/^date_follows/);
  await decide({ dates: { 2: "theirs" } });
  expect((await read(id)).differences[0]!.choice).toBe("theirs");
  expect(await refusalOf(step(id, "accept", q.people.engineer))).toMatch(
    /You handed this schedule in, so another person accepts it/,
  );
  await step(id, "accept", q.people.second);
  expect(await startsOf(site)).toEqual({
    A: "2026-06-01T08:00",
    B: "2026-06-05T08:00",
    C: "2026-06-08T08:00",
  });
  const { updates, tasks } = await schedule(site);
  expect(updates).toMatchObject([{ number: 1, narrative: "August", source: "proposal" }]);
  expect(tasks[1]!.constraint).toEqual({ kind: "startNoEarlier", at: "2026-06-05T08:00" });
  expect(await refusalOf(decide({}))).toMatch(/It was decided: what was chosen of it stays/);
  expect(await letters()).toEqual([]);
});

test("the next file is held against the schedule, and accepted in part", async () => {
  const site = await q.building("X5");
  const begun = await handIn(
    site,
    file(footing, msTask(2, { ...on("02"), Name: "Deck" }, msLink(1) + code("B"))),
  );
  await step(begun.id, "accept", q.people.second);
  const longer = {
    ...on("02"),
    Name: "Deck",
    Duration: "PT16H0M0S",
    Finish: "2026-06-03T17:00:00",
  };
  const next = file(
    msTask(7, { Name: "Footing" }, code("A")),
    msTask(8, longer, msLink(7) + code("B")),
    msTask(9, { ...on("04"), Name: "Rail" }, msLink(8) + code("C")),
    msTask(10, { ...on("01"), Name: "Signs" }, code("D")),
  );
  const { id } = await handIn(site, next);
  const found = await read(id);
  expect(found.changes.map((each) => [each.code, each.what, each.choice])).toEqual([
    ["B", "changed", "theirs"],
    ["C", "new", "theirs"],
    ["D", "new", "theirs"],
  ]);
  await step(id, "decide", q.people.second, { tasks: { B: "ours", D: "ours" } });
  await step(id, "accept", q.people.second);
  const { tasks, links } = await schedule(site);
  expect(tasks.map((task) => [task.code, task.durationMinutes, task.start])).toEqual([
    ["A", 480, "2026-06-01T08:00"],
    ["B", 480, "2026-06-02T08:00"],
    ["C", 480, "2026-06-03T08:00"],
  ]);
  expect(links).toHaveLength(2);
});

test("a schedule that was changed meanwhile is compared anew; one is returned or withdrawn with a reason", async () => {
  const site = await q.building("X6");
  const one = await handIn(site);
  await step(one.id, "accept", q.people.second);
  const two = await handIn(site);
  const { id, version } = await schedule(site);
  await q.asking(
    q.people.engineer,
    `POST /api/v1/schedules/${id}/tasks`,
    { name: "Signs", durationMinutes: 480 },
    version,
  );
  expect((await read(two.id)).outdated).toBe(true);
  expect(await refusalOf(step(two.id, "accept", q.people.second))).toMatch(/^schedule_moved/);
  await step(two.id, "withdraw", q.people.engineer, { reason: "Compared anew" });
  const three = await handIn(site);
  expect(await refusalOf(step(three.id, "return", q.people.second))).toMatch(/reason/);
  await step(three.id, "return", q.people.second, { reason: "Name the curing" });
  expect(await read(three.id)).toMatchObject({
    status: "returned",
    statusReason: "Name the curing",
  });
});

test("the contractor hands in its schedule, keeps its copy, and reads what came of it", async () => {
  const site = await q.building("X7");
  expect(await side(site)).toMatchObject({ closed: null, items: [] });
  const made = await bring(site);
  expect(made).toMatchObject({ number: "SUP-X7-001", status: "compared" });
  const waiting = await side(site);
  expect(waiting.closed).toMatch(/is with the agency/);
  expect(waiting.items[0]).toMatchObject({
    status: "compared",
    differing: 2,
    fileName: "schedule.xml",
  });
  expect(waiting.items[0]!.differences.map((each) => each.code)).toEqual(["B", "C"]);
  expect(await refusalOf(bring(site))).toMatch(/^proposal_waits/);
  expect((await read(made.id)).contract).toMatchObject({ id: q.contractId });
  await step(made.id, "return", q.people.engineer, { reason: "Count the curing in calendar days" });
  expect((await side(site)).items[0]).toMatchObject({
    status: "returned",
    statusReason: "Count the curing in calendar days",
  });
  expect(await letters()).toEqual([
    "SUP-X7-001: your schedule is with the agency",
    "SUP-X7-001: your schedule is returned",
  ]);
  const again = await bring(site);
  await step(again.id, "accept", q.people.engineer);
  expect((await letters()).at(-1)).toBe("SUP-X7-002: your schedule is accepted");
  expect(Object.keys(await startsOf(site))).toEqual(["A", "B", "C"]);
});

test("another company finds no such project, and no file of it", async () => {
  const site = await q.building("X8");
  const made = await bring(site);
  expect(await refusalOf(side(site, q.rival))).toMatch(/^not_found/);
  expect(await refusalOf(bring(site, {}, q.rival))).toMatch(/^not_found/);
  const copy = (actor: Actor, id = made.id) =>
    q.asking(actor, `GET ${at(site)}/schedules/${id}/file`);
  expect(await refusalOf(copy(q.rival))).toMatch(/^not_found/);
  expect(await refusalOf(copy(q.contractor, site))).toMatch(/^not_found/);
  const other = await q.building("X9");
  expect(await refusalOf(bring(other, { contractId: site }))).toMatch(/contract_unknown/);
  expect(await refusalOf(bring(other, { fileId: site }))).toMatch(/file_missing/);
});

test("our schedule leaves for Microsoft Project, and comes back unchanged", async () => {
  const site = await q.building("X10");
  const xml = async () => (await exportSchedule(t.database.read(q.people.bystander), site)).xml;
  expect(await refusalOf(xml())).toMatch(/^not_found/);
  await step((await handIn(site)).id, "accept", q.people.second);
  const plan = readMspdi(await xml());
  expect(plan.tasks.map((task) => [task.code, task.name])).toEqual([
    ["A", "Footing"],
    ["B", "Deck"],
    ["C", "Rail"],
  ]);
  const back = await handIn(site, await xml());
  expect(await read(back.id)).toMatchObject({ differences: [], changes: [] });
});

test("the schedule of each month is waited for on both sides until it is handed in", async () => {
  const site = await q.building("X11");
  const due = async () =>
    (await q.asking<ContractorProjects>(q.contractor, "GET /api/v1/vendor-projects")).waits.filter(
      ({ kind }) => kind === "schedule",
    );
  const cards = async () =>
    (
      await q.asking<ConstructionBoard>(q.people.engineer, "GET /api/v1/construction-board")
    ).cards.filter(({ kind, projectId }) => kind === "monthlySchedule" && projectId === site);
  expect([await due(), await cards()]).toEqual([[], []]);
  const rule = async (over: object) => {
    const { version } = await q.asking<Written>(q.people.engineer, `GET /api/v1/projects/${site}`);
    return q.asking(q.people.engineer, `PATCH /api/v1/projects/${site}`, over, version);
  };
  expect(await refusalOf(rule({ monthlyScheduleDay: 10 }))).toContain(
    "A monthly schedule has its day of the month and from when on, or neither.",
  );
  const today = agencyDay();
  const month = Number(today.slice(8)) > 28 ? 28 : Number(today.slice(8));
  await rule({ monthlyScheduleDay: month, monthlyScheduleFrom: agencyDay(-20) });
  const dueOn = `${today.slice(0, 8)}${String(month).padStart(2, "0")}`;
  expect(await due()).toMatchObject([{ dueOn, detail: "Bridge X11" }]);
  expect((await due())[0]!.title).toMatch(/^Hand in your schedule of /);
  expect(await cards()).toMatchObject([
    { column: "contractors", dueOn, says: "The contractor hands its monthly schedule in" },
  ]);
  expect((await side(site)).dueOn).toBe(dueOn);
  const made = await bring(site);
  expect([await due(), await cards(), (await side(site)).dueOn]).toEqual([[], [], null]);
  await step(made.id, "return", q.people.engineer, { reason: "The deck is missing" });
  expect(await due()).toHaveLength(1);
});
