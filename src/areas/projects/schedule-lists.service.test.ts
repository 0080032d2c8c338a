// Schedules over all projects: lists, cards, milestones that are kept as days, the morning, paper, money.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { addDays, type Day } from "#kernel/time.ts";
import { newId } from "#kernel/ids.ts";
import { ask } from "#areas/assistant/help/ask.service.ts";
import { hrefOf } from "#server/area.ts";
import { searchRecords } from "#areas/platform/search/search.service.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { receiveGoods } from "#server/testing/purchase.ts";
import { codesAgency } from "./codes.setup.ts";
import type { ConstructionBoard } from "./board/board.model.ts";
import { applyNetwork, type AppliedNetwork } from "./schedule/apply.service.ts";
import { milestoneDeadlines } from "./schedule/deadlines.service.ts";
import { scheduleHoldings } from "./schedule/leaving.service.ts";
import type { ScheduleRow, ScheduleTaskRow } from "./schedule/list.model.ts";
import { loadNetwork } from "./schedule/network.service.ts";
import { scheduleMilestones, schedulePaper } from "./schedule/paper.service.ts";
import { refreshSchedule, tellOwners } from "./schedule/schedule.day.ts";
import type { Comparison } from "./schedule/schedule.model.ts";
import { oneDay, planTask, schedulesOf } from "./schedule/schedule.setup.ts";

let t: TestDatabase;
let s: Awaited<ReturnType<typeof agencyOf>>;
const agencyOf = async (of: TestDatabase) => schedulesOf(await codesAgency(of));

beforeAll(async () => {
  t = await freshDatabase();
  s = await agencyOf(t);
});
afterAll(() => t.drop());

const listed = async <T>(path: string, actor = s.people.engineer) =>
  (await s.asking<{ items: T[] }>(actor, `GET ${path}`)).items;
const against = (of: { id: string }, a: string, b: string) =>
  s.asking<Comparison>(s.people.clerk, `GET /api/v1/schedules/${of.id}/updates/${a}/against/${b}`);

test("The portfolio has a line a project, and tasks name what drives them", async () => {
  const of = await s.planned("P221", -5);
  const dig = await s.task(of, "Dig", 2, { ownerId: s.people.engineer.personId, crew: "North" });
  const open = await s.task(of, "Opened", 0, { kind: "milestone" });
  await s.link(of, dig, open);
  await s.propose(of);
  await s.decide(of, "approve", s.people.manager);
  await s.tell(of, agencyDay(-2), [
    { id: dig, actualStart: s.at(of, 0, "08:00"), percent: 25, remainingMinutes: 2 * oneDay },
  ]);
  const [line] = await listed<ScheduleRow>(`/api/v1/schedules?projectId=${of.projectId}&open=true`);
  expect(line).toMatchObject({
    projectId: of.projectId,
    baseFinishOn: agencyDay(-4),
    finishOn: agencyDay(-1),
    dataDate: agencyDay(-2),
    slipDays: 3,
    nextMilestone: "Opened",
    nextMilestoneOn: agencyDay(-1),
  });
  const tasks = (query: string) =>
    listed<ScheduleTaskRow>(`/api/v1/schedule-tasks?projectId=${of.projectId}&${query}`);
  const slipped = await tasks("slipped=true&sort=-movedDays");
  expect(slipped.toSorted((a, b) => a.name.localeCompare(b.name))).toMatchObject([
    { name: "Dig", movedDays: 3, slipDays: 3, drivenBy: null, percent: 25 },
    { name: "Opened", movedDays: 3, drivenBy: "Dig", driverId: dig },
  ]);
  expect((await tasks("mine=true")).map(({ name }) => name)).toEqual(["Dig"]);
  expect((await tasks("crew=North&kind=task")).map(({ ownerId }) => ownerId)).toEqual([
    s.people.engineer.personId,
  ]);
  expect((await tasks("waits=true")).map(({ name }) => name)).toEqual(["Opened"]);
  expect(await tasks("soon=true")).toEqual([]);
  const others = await s.asking<{ items: unknown[] }>(s.elsewhere, "GET /api/v1/schedule-tasks");
  expect(others.items).toEqual([]);
});

test("Whoever searches a number of a schedule comes to the schedule of its project", async () => {
  const of = await s.planned("P232", -5);
  await s.task(of, "Dig", 2);
  const { number } = await s.as(s.people.clerk, (tx) =>
    tx.one<{ number: string }>(sql`
      select number
      from schedule
      where org_id = ${s.agency.orgId} and id = ${of.id}
    `),
  );
  const { clerk } = s.people;
  const found = async (actor = clerk) =>
    (await searchRecords(t.database.read(actor), actor, number)).items;
  const [first] = await found();
  expect(first).toMatchObject({ kind: "schedule", id: of.id, number });
  expect(first!.href).toBe(`/projects/${of.projectId}?tab=schedule`);
  expect(await found(s.elsewhere)).toEqual([]);
  expect(hrefOf({ path: "/projects/:id", opens: "projectId" }, { id: of.id })).toBe(null);
});

test("Whoever asks in words finds the schedules behind the baseline", async () => {
  const { clerk } = s.people;
  const found = await ask(t.database, clerk, "Which schedules are behind the baseline?");
  expect(found.list).toMatchObject({ name: "schedules" });
  expect(found.list!.href).toBe("/project-management?open=true&slipped=true");
});

test("Tasks that somebody reports go to a successor when they leave", async () => {
  const { engineer, second, admin } = s.people;
  const of = await s.planned("P233", -5);
  const dig = await s.task(of, "Dig", 2, { ownerId: second.personId });
  const done = await s.task(of, "Clear", 1, { ownerId: second.personId });
  const noon = s.at(of, 0, "12:00");
  await s.tell(of, agencyDay(-3), [
    { id: done, actualStart: s.at(of, 0, "08:00"), actualFinish: noon, percent: 100 },
  ]);
  const [holding] = scheduleHoldings;
  const held = await holding!.of(t.database.read(admin), second.personId!);
  expect(held).toMatchObject([{ id: dig, link: `/projects/${of.projectId}?tab=schedule` }]);
  const gone = await s.as(admin, (tx) =>
    holding!.takeOver!(tx, admin, second.personId!, engineer.personId),
  );
  expect(gone).toBe(1);
  expect((await s.taskOf(of, dig)).ownerId).toBe(engineer.personId);
  expect((await s.taskOf(of, done)).ownerId).toBe(second.personId);
  expect(await holding!.of(t.database.read(admin), second.personId!)).toEqual([]);
});

test("The board shows tasks that nobody told of, and baselines that wait", async () => {
  const of = await s.planned("P222", -3);
  await s.task(of, "Clear the site", 2);
  await s.propose(of);
  const { cards } = await s.asking<ConstructionBoard>(
    s.people.engineer,
    "GET /api/v1/construction-board",
  );
  expect(cards.filter(({ projectId }) => projectId === of.projectId)).toMatchObject([
    { kind: "scheduleTask", says: "Tell of its progress: Clear the site", column: "missing" },
    { kind: "baseline", says: "Approve the baseline, or return it", column: "ours" },
  ]);
});

test("Milestones are kept as days, until they are reached or the project ends", async () => {
  const of = await s.planned("P223", -3);
  const open = await s.task(of, "Opened to traffic", 0, { kind: "milestone" });
  const days = () =>
    s.as(s.people.admin, (tx) =>
      tx.rows<{ title: string; dueOn: Day; status: string }>(sql`
        select title, due_on, status
        from deadline
        where org_id = ${s.agency.orgId} and source_type = 'schedule' and source_id = ${of.id}
      `),
    );
  const due = { title: "Opened to traffic", dueOn: of.start, status: "open" };
  expect(await days()).toEqual([due]);
  const reached = s.at(of, 0, "12:00");
  await s.tell(of, agencyDay(0), [{ id: open, actualStart: reached, actualFinish: reached }]);
  expect((await days()).map(({ status }) => status)).toEqual(["dropped"]);
  const all = await s.as(s.people.admin, (tx) => milestoneDeadlines(tx));
  expect(all.find(({ id }) => id === of.id)).toMatchObject({
    link: `/projects/${of.projectId}?tab=schedule`,
    deadlines: [],
  });
});

test("Two states are compared by their causes, and an unknown one is not there", async () => {
  const of = await s.planned("P224", -8);
  const [steel, deck] = [await s.task(of, "Steel", 1), await s.task(of, "Deck", 1)];
  await s.link(of, steel, deck);
  await s.propose(of);
  await s.decide(of, "approve", s.people.manager);
  const { made: first } = await s.tell(of, of.start, []);
  const began = s.at(of, 0, "08:00");
  const { made: second } = await s.tell(of, addDays(of.start, 4), [
    { id: steel, actualStart: began, percent: 50, remainingMinutes: oneDay },
  ]);
  const { says, items } = await against(of, first!, second!);
  expect(says).toBe("The finish lies 4 days later.");
  expect(items.map(({ name, cause, root }) => [name, cause, root])).toEqual([
    ["Steel", "progress", null],
    ["Deck", "predecessor", steel],
  ]);
  expect((await against(of, "baseline", "now")).items).toHaveLength(2);
  expect((await against(of, second!, "now")).items).toEqual([]);
  expect(await refusalOf(against(of, newId(), "now"))).toContain("not_found");
  const bare = await s.planned("P225");
  expect(await refusalOf(against(bare, "baseline", "now"))).toContain("not_found");
});

test("A whole network is applied as one update; what is kept stays held against the baseline", async () => {
  const of = await s.planned("P226", -8);
  const [steel, deck] = [await s.task(of, "Steel", 1), await s.task(of, "Deck", 1)];
  await s.propose(of);
  await s.decide(of, "approve", s.people.manager);
  const { version } = await s.read(of.projectId);
  const { plan, calendars } = await s.as(s.people.engineer, (tx) => loadNetwork(tx, of));
  const kept = plan.tasks.find(({ id }) => id === steel)!;
  const [rail, mornings] = [newId(), newId()];
  const week = calendars[0]!.week.map(() => [{ from: 480, to: 720 }]);
  const network: AppliedNetwork = {
    tasks: [
      { ...kept, duration: 960, remaining: 960 },
      planTask(rail, { name: "Rail", calendarId: mornings }),
    ],
    links: [{ id: newId(), from: steel, to: rail, type: "FS", lag: 0, lagCalendar: "predecessor" }],
    calendars: [{ id: mornings, name: "Mornings", week, exceptions: [] }],
    dataDate: addDays(of.start, 1),
    narrative: "The contractor's update of May",
    source: "proposal",
  };
  const apply = (over: Partial<AppliedNetwork> = {}) =>
    s.as(s.people.engineer, (tx) =>
      applyNetwork(tx, s.people.engineer, of.id, version, { ...network, ...over }),
    );
  const all = { id: newId(), name: "Everybody's", week, exceptions: [] };
  await s.as(s.people.engineer, (tx) =>
    tx.rows(sql`
      insert into work_calendar (org_id, id, name, week)
      values (${s.agency.orgId}, ${all.id}, ${all.name}, ${JSON.stringify(week)}::jsonb)
    `),
  );
  const changed = { ...all, name: "Otherwise" };
  expect(await refusalOf(apply({ calendars: [changed] }))).toContain("calendar_of_all");
  const { made } = await apply();
  const stands = await s.read(of.projectId);
  expect(stands.tasks.map(({ name }) => name)).toEqual(["Steel", "Rail"]);
  expect(stands.tasks[0]).toMatchObject({ slipDays: 2, durationMinutes: 960 });
  expect(stands.tasks[1]).toMatchObject({ start: s.at(of, 3, "08:00"), baselineFinish: null });
  expect(stands.updates[0]).toMatchObject({ id: made, source: "proposal" });
  expect(stands.tasks.some(({ id }) => id === deck)).toBe(false);
  expect(await refusalOf(apply())).toContain("stale_version");
});

test("The morning computes by the agency's days off of today, and owners hear on Mondays", async () => {
  const { engineer, admin } = s.people;
  const of = await s.planned("P227", -3);
  await s.write(of, "PATCH ", { calendarId: null });
  const owned = await s.task(of, "Fence", 1, { ownerId: engineer.personId });
  const fresh = () => s.as(admin, (tx) => refreshSchedule(tx, admin, of.id));
  expect(await fresh()).toBe(false);
  const { start } = await s.taskOf(of, owned);
  const off = start.split("T")[0]!;
  await s.as(admin, (tx) =>
    tx.rows(sql`
      insert into agency_closure (org_id, id, first_day, last_day, name, open)
      values (${s.agency.orgId}, ${newId()}, ${off}, ${off}, 'Flood', false)
    `),
  );
  expect(await fresh()).toBe(true);
  expect((await s.taskOf(of, owned)).start > start).toBe(true);
  const told = () =>
    s.as(engineer, (tx) =>
      tx.rows(sql`
        select id
        from notification
        where person_id = ${engineer.personId} and link = '/project-management'
      `),
    );
  const on = (day: string) =>
    t.database.transaction({ ...admin, businessNow: `${day}T18:00:00Z` } as never, tellOwners);
  await on("2099-01-06");
  expect(await told()).toHaveLength(0);
  await on("2099-01-05");
  await vi.waitFor(async () => expect(await told()).toHaveLength(1));
});

test("The schedule goes on paper with its bars, and its milestones into a calendar", async () => {
  const of = await s.planned("P228", -3);
  const read = <T>(work: (db: ReturnType<TestDatabase["database"]["read"]>) => Promise<T>) =>
    work(t.database.read(s.people.clerk));
  expect(await refusalOf(read((db) => schedulePaper(db, of.projectId)))).toContain(
    "schedule_empty",
  );
  const part = await s.task(of, "Deck", 1, { kind: "summary" });
  await s.task(of, "Pour <A>", 2, { parentId: part });
  await s.task(of, "Opened", 0, { kind: "milestone", constraint: null });
  const { document, title } = await read((db) => schedulePaper(db, of.projectId));
  expect(title).toMatch(/^PRJ-.*-schedule$|-schedule$/);
  expect(document).toContain("Pour &lt;A&gt;");
  expect(document.match(/<rect/g)!.length).toBeGreaterThan(1);
  expect(document).toContain("No baseline is approved.");
  const { text } = await read((db) =>
    scheduleMilestones(db, of.projectId, "https://agency.example"),
  );
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(1);
  expect(text).toContain("SUMMARY:Opened");
  expect(text).toContain("DTSTART;VALUE=DATE:");
  const { id } = await s.begun("P229");
  expect(await refusalOf(read((db) => schedulePaper(db, id)))).toContain("not_found");
});

test("Planned, earned and actual stand beside each other, the last from the ledger alone", async () => {
  const of = await s.planned("P230", -4);
  const costs = [{ codeId: s.codes["300"]!, cents: 10_000_00 }];
  const dig = await s.task(of, "Dig", 4, { costs });
  await s.propose(of);
  await s.decide(of, "approve", s.people.manager);
  const splits = [{ accountStringId: of.accountStringId }];
  const placed = await s.order([
    { unitPrice: "1000.00", code: "300", splits },
    { unitPrice: "50.00", splits },
  ]);
  await receiveGoods(t.database, s.people as never, placed, ["6", "2"]);
  await s.bill(placed, [
    { at: 0, quantity: "5", unitPrice: "1000.00" },
    { at: 1, quantity: "2", unitPrice: "50.00" },
  ]);
  const began = s.at(of, 0, "08:00");
  const told = [{ id: dig, actualStart: began, percent: 40, remainingMinutes: oneDay }];
  await s.tell(of, agencyDay(-2), told);
  expect((await s.read(of.projectId)).money).toMatchObject({
    plannedCents: 5_000_00,
    earnedCents: 4_000_00,
    actualCents: 0,
    budgetCents: 10_000_00,
    spi: 0.8,
    cpi: null,
  });
  await s.tell(of, agencyDay(1), told);
  const { money } = await s.read(of.projectId);
  expect(money).toMatchObject({
    plannedCents: 10_000_00,
    actualCents: 5_000_00,
    otherActualCents: 100_00,
    cpi: 0.8,
    estimateAtCompletionCents: 12_500_00,
  });
  expect(money.codes.map(({ code, actualCents }) => [code, actualCents])).toEqual([
    ["", 100_00],
    ["300", 5_000_00],
  ]);
});
