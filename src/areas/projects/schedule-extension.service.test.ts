// A slip asks an extension of time as a change of the contract; in force, the day to finish by moves.
import { afterAll, beforeAll, expect, test } from "vitest";
import { contractAgency } from "#areas/contracts/contracts.setup.ts";
import { signChange } from "#areas/contracts/change/applying.service.ts";
import { withParts } from "#areas/governance/governance.server.ts";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { questionAgency } from "./question.setup.ts";
import type { OpenedChanges } from "./question/change.model.ts";
import { papersOfSchedules } from "./schedule/evidence.service.ts";
import type {
  ChangeSlip,
  ContractorExtensions,
  SlipAnswer,
} from "./schedule/extension/extension.model.ts";
import type { ScheduleDetail, WrittenSchedule } from "./schedule/schedule.model.ts";
import { everyDay, oneDay } from "./schedule/schedule.setup.ts";

type Written = { id: string; number: string; version: number; status: string };
let t: TestDatabase;
let c: Awaited<ReturnType<typeof contractAgency>>;
const setUp = async () => questionAgency(t, c);
let q: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  t = await freshDatabase();
  c = await contractAgency(t);
  q = await setUp();
});
afterAll(() => t.drop());

const start = agencyDay(-20);
const mustFinishOn = agencyDay(10);
const read = (projectId: string) =>
  q.asking<ScheduleDetail>(q.people.engineer, `GET /api/v1/projects/${projectId}/schedule`);
const write = async (projectId: string, id: string, asked: string, body: object) => {
  const [method, rest] = asked.split(" ") as [string, string];
  return q.asking<WrittenSchedule>(
    q.people.engineer,
    `${method} /api/v1/schedules/${id}${rest}`,
    body,
    (await read(projectId)).version,
  );
};
const at = (days: number, clock: string) => `${addDays(start, days)}T${clock}`;

/** A schedule of two tasks with its baseline, of which the first was four days late. */
const slipped = async (code: string) => {
  const projectId = await q.building(code);
  const calendar = await q.asking<Written>(q.people.engineer, "POST /api/v1/work-calendars", {
    ...{ name: `Every day of ${code}`, projectId, week: everyDay },
  });
  const { id } = await q.asking<WrittenSchedule>(
    q.people.engineer,
    `POST /api/v1/projects/${projectId}/schedule`,
    { start, calendarId: calendar.id, mustFinishOn },
  );
  const task = async (name: string, days: number) =>
    (await write(projectId, id, "POST /tasks", { name, durationMinutes: days * oneDay })).made!;
  const [steel, deck] = [await task("Steel", 4), await task("Deck", 6)];
  await write(projectId, id, "POST /links", { from: steel, to: deck });
  await write(projectId, id, "POST /baseline", { note: "As bid" });
  const { id: baselineId, version } = (await read(projectId)).proposedBaseline!;
  await q.asking(
    c.people.manager,
    `POST /api/v1/schedule-baselines/${baselineId}/actions/approve`,
    {},
    version,
  );
  const { made } = await write(projectId, id, "POST /progress", {
    dataDate: addDays(start, 9),
    narrative: "The mill was closed",
    tasks: [
      {
        ...{ id: steel, actualStart: at(0, "08:00"), actualFinish: at(7, "16:00") },
        ...{ percent: 100, remainingMinutes: 0 },
      },
    ],
  });
  return { projectId, id, steel, deck, update: made! };
};
type Slipped = Awaited<ReturnType<typeof slipped>>;

const slip = ({ id, update }: Slipped, actor: Actor = q.people.engineer) =>
  q.asking<SlipAnswer>(actor, `GET /api/v1/schedules/${id}/slips/baseline/${update}`);
const bodyOf = ({ steel, deck, update }: Slipped, over: object = {}) => ({
  ...{ before: "baseline", after: update, contractId: q.contractId },
  ...{ title: "Extension of time: 4 days", reason: "The mill was closed", days: 4 },
  causes: [
    { key: `task:${steel}`, whose: "outside" },
    { key: `task:${deck}`, whose: "contractor" },
  ],
  ...over,
});
const ask = (of: Slipped, over: object = {}, actor: Actor = q.people.engineer) =>
  q.asking<Written>(
    actor,
    `POST /api/v1/schedules/${of.id}/actions/askExtension`,
    bodyOf(of, over),
  );

/** Judged, priced, paid for, approved by another and signed. */
const apply = async (id: string): Promise<void> => {
  const { author, deputy, keeper, manager } = c.people;
  const step = async (who: Actor, name: string, body: object) =>
    q.asking(
      who,
      `POST /api/v1/change-orders/${id}/actions/${name}`,
      body,
      (await q.asking<Written>(who, `GET /api/v1/change-orders/${id}`)).version,
    );
  await step(author, "review", { inScope: true, scopeReason: "The same bridge" });
  await step(author, "price", { analysis: "No cost" });
  await step(deputy, "checkFunds", { funding: "No cost", yearPlan: [] });
  await step(author, "submit", {});
  await approveDocument(t.database, manager, id);
  await c.as(keeper, (tx) => signChange(tx, keeper, { id, version: null }, c.ink));
};
const changeSlip = (id: string, actor: Actor = q.people.engineer) =>
  q.asking<ChangeSlip>(actor, `GET /api/v1/change-orders/${id}/slip`);
const endsOn = async () =>
  (
    await t.database.read(c.people.author).one<{ on: string }>(sql`
      select ends_on as "on"
      from contract
      where org_id = ${c.agency.orgId} and id = ${q.contractId}
    `)
  ).on;

test("From a slip to the day to finish by: asked, decided as every change, applied", async () => {
  const of = await slipped("E1");
  const found = await slip(of);
  expect(found).toMatchObject({ days: 5, workingDays: 5, unexplained: 0, closed: null, asked: [] });
  expect(found.movers).toMatchObject([
    { key: `task:${of.steel}`, name: "Steel", cause: "progress", alone: 4, without: 4 },
    { key: `task:${of.deck}`, name: "Deck", alone: 1, without: 1 },
  ]);
  expect(found.contracts.map(({ id }) => id)).toEqual([q.contractId]);
  expect([found.title, found.reason]).toEqual([
    "Extension of time: 5 days",
    expect.stringMatching(
      /^The finish moved from .*\nCompared: baseline 1 and update 1\.\nSteel, 4 days\. /,
    ),
  ]);
  const { id, number } = await ask(of);
  expect((await changeSlip(id)).slip).toMatchObject({
    ...{ projectId: of.projectId, askedDays: 4, days: 5, appliedDays: null },
    movers: [
      { name: "Steel", whose: "outside" },
      { name: "Deck", whose: "contractor" },
    ],
  });
  const opened = await q.asking<OpenedChanges>(
    q.people.engineer,
    `GET /api/v1/schedules/${of.id}/changes`,
  );
  expect(opened.changes).toMatchObject([{ id, number, status: "proposed" }]);
  expect(await refusalOf(ask(of, { days: 1 }))).toBe(
    `slip_asked: ${number} asks for these days already.`,
  );
  expect((await slip(of)).asked).toMatchObject([{ id, number }]);
  const before = await endsOn();
  await apply(id);
  expect(await endsOn()).toBe(addDays(before as never, 4));
  expect((await read(of.projectId)).mustFinishOn).toBe(addDays(mustFinishOn, 4));
  expect((await changeSlip(id)).slip!.appliedDays).toBe(4);
  expect(await refusalOf(ask(of))).toMatch(/^slip_asked/);
  await expect(
    c.as(c.people.deputy, (tx) =>
      tx.rows(sql`update schedule_extension set slip = '{}' where id = ${id}`),
    ),
  ).rejects.toThrow("an extension that was asked is not changed");
});

test("Days follow from named causes that are not the contractor's own", async () => {
  const of = await slipped("E2");
  expect(await refusalOf(ask(of, { days: 5 }))).toContain(
    "days_beyond_cause: These causes moved the finish by 4 days: ask for that at most.",
  );
  const own = [{ key: `task:${of.steel}`, whose: "contractor" }];
  expect(await refusalOf(ask(of, { causes: own }))).toContain(
    "no_cause_for_days: All causes are the contractor's own: they give no days.",
  );
  const other = [{ key: `task:${newId()}`, whose: "agency" }];
  expect(await refusalOf(ask(of, { causes: other }))).toContain(
    "cause_unknown: A cause is not in this slip. Open it again.",
  );
  expect(await refusalOf(ask(of, { before: of.update, after: of.update }))).toBe(
    "no_slip: Between these two states the finish did not move to a later day.",
  );
  expect(await refusalOf(ask(of, { contractId: newId() }))).toContain("contract_unknown");
});

test("A refused change leaves its days free; an ended project is asked nothing of", async () => {
  const of = await slipped("E3");
  const { id, version } = await ask(of);
  await q.asking(
    c.people.author,
    `POST /api/v1/change-orders/${id}/actions/refuse`,
    { reason: "Not shown" },
    version,
  );
  const again = await ask(of, { days: 3 });
  expect(again.status).toBe("proposed");
  await c.as(c.people.deputy, (tx) =>
    tx.rows(sql`
      update project
      set status = 'cancelled'
      where org_id = ${c.agency.orgId} and id = ${of.projectId}
    `),
  );
  expect(await refusalOf(ask(of))).toMatch(
    /^project_ended: .* has ended: an extension is asked while the work goes on\.$/,
  );
  expect((await slip(of)).closed).toContain("has ended");
  await apply(again.id);
  expect((await read(of.projectId)).mustFinishOn).toBe(mustFinishOn);
});

test("Whom it is not for is refused", async () => {
  const of = await slipped("E4");
  expect(await refusalOf(ask(of, {}, q.people.inspector))).toMatch(/^not_allowed/);
  expect(await refusalOf(ask(of, {}, q.elsewhere))).toMatch(/^not_found/);
  expect(await refusalOf(slip(of, q.elsewhere))).toMatch(/^not_found/);
  const { id } = await ask(of);
  expect(await refusalOf(changeSlip(id, q.elsewhere))).toMatch(/^not_found/);
});

test("The contractor asks from its portal, for its own contract and between kept states", async () => {
  const of = await slipped("E5");
  const project = `/api/v1/vendor-projects/${q.agency.orgId}/${of.projectId}`;
  const extensions = (actor: Actor = q.contractor) =>
    q.asking<ContractorExtensions>(actor, `GET ${project}/extensions`);
  const bring = (over: object = {}, actor: Actor = q.contractor) =>
    q.asking<Written>(actor, `POST ${project}/extensions`, bodyOf(of, over));
  expect((await extensions()).states.map(({ name, label }) => [name, label])).toEqual([
    [of.update, "update 1"],
    ["baseline", "baseline 1"],
  ]);
  const found = await q.asking<SlipAnswer>(
    q.contractor,
    `GET ${project}/slips/baseline/${of.update}`,
  );
  expect(found.movers.map(({ name }) => name)).toEqual(["Steel", "Deck"]);
  const strangers = [
    () => bring({}, q.rival),
    () => bring({ after: "now" }),
    () => extensions(q.rival),
  ];
  for (const strange of strangers) expect(await refusalOf(strange())).toMatch(/^not_found/);
  expect(await refusalOf(bring({ contractId: newId() }))).toContain(
    "contract_unknown: Choose your contract of this project.",
  );
  const { id, number } = await bring();
  expect((await extensions()).asked).toMatchObject([
    { id, number, status: "proposed", appliedDays: null, slip: { askedDays: 4 } },
  ]);
  expect(await refusalOf(bring())).toMatch(/^slip_asked/);
  const without = await q.building("E6");
  const empty = `/api/v1/vendor-projects/${q.agency.orgId}/${without}`;
  expect(await q.asking(q.contractor, `GET ${empty}/extensions`)).toEqual({
    ...{ closed: null, states: [], asked: [] },
  });
  expect(await refusalOf(q.asking(q.contractor, `POST ${empty}/extensions`, bodyOf(of)))).toBe(
    "not_found: No such schedule.",
  );
});

test("A project's evidence holds its schedule: as it stands, baseline, updates, extensions of time", async () => {
  const of = await slipped("E9");
  const { number } = await ask(of);
  const db = t.database.read(q.people.engineer);
  const parts = await withParts(db, [of.projectId]);
  expect(parts).toEqual(expect.arrayContaining([of.id, (await read(of.projectId)).baseline!.id]));
  const papers = await papersOfSchedules(db, parts);
  const sch = (await read(of.projectId)).number;
  expect(papers.map(({ name }) => name)).toEqual([
    `${sch}-schedule.pdf`,
    `${sch}-baseline-1.pdf`,
    `${sch}-updates.pdf`,
    `${sch}-extensions.pdf`,
  ]);
  const [stands, baseline, updates, extensions] = await Promise.all(
    papers.map(({ document }) => document()),
  );
  expect(stands).toContain("Red is critical");
  expect(baseline).toContain(`Baseline 1 of ${sch}, approved`);
  expect(baseline).toContain("As bid");
  expect(baseline).toContain(formatDate(addDays(start, 9)));
  expect(baseline).not.toContain("Red is critical");
  expect(updates).toContain("The mill was closed");
  expect(updates).toContain(formatDate(addDays(start, 9)));
  expect(extensions).toContain(`${number}: Extension of time: 4 days`);
  expect(extensions).toContain("Beyond both sides&#39; control");
  expect(extensions).toContain("Asked: 4 days. None given yet.");
  const theirs = t.database.read(q.elsewhere);
  expect(await papersOfSchedules(theirs, parts)).toEqual([]);
  expect(await withParts(theirs, [of.projectId])).toEqual([of.projectId]);
});
