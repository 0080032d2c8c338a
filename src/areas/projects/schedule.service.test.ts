// The schedule of a project: begun once, its tasks and links computed by one door, refused in words.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { everyDay, oneDay, scheduleAgency } from "./schedule/schedule.setup.ts";

let t: TestDatabase;
let s: Awaited<ReturnType<typeof scheduleAgency>>;

beforeAll(async () => {
  t = await freshDatabase();
  s = await scheduleAgency(t);
});
afterAll(() => t.drop());

test("A project has one schedule, which begins with its start and the contract's finish", async () => {
  const of = await s.planned("P201");
  const stands = await s.read(of.projectId);
  expect(stands).toMatchObject({
    id: of.id,
    start: `${of.start}T00:00`,
    dataDate: of.start,
    finish: null,
    mustFinishOn: agencyDay(89),
    baseline: null,
    tasks: [],
    canEdit: true,
    canReport: true,
  });
  expect(stands.number).toMatch(/^SCH-\d{4}-00001$/);
  expect(stands.calendars.map(({ name }) => name)).toEqual([
    "The agency's hours",
    "Every day of P201",
  ]);
  const again = s.asking(s.people.engineer, `POST /api/v1/projects/${of.projectId}/schedule`, {
    start: of.start,
  });
  expect(await refusalOf(again)).toContain("schedule_exists");
  expect((await s.read(of.projectId, s.people.clerk)).canEdit).toBe(false);
});

test("Tasks follow each other by their links, summaries from the tasks within", async () => {
  const of = await s.planned("P202");
  const part = await s.task(of, "Abutments", 1, { kind: "summary" });
  const dig = await s.task(of, "Dig", 2, { parentId: part });
  const pour = await s.task(of, "Pour", 3, { parentId: part, crew: "North" });
  await s.link(of, dig, pour, { lagMinutes: oneDay });
  const open = await s.task(of, "Opened", 0, { kind: "milestone" });
  await s.link(of, pour, open);
  const { tasks, finish } = await s.read(of.projectId);
  expect(tasks.map(({ name, level }) => [name, level])).toEqual([
    ["Abutments", 0],
    ["Dig", 1],
    ["Pour", 1],
    ["Opened", 0],
  ]);
  expect(tasks[1]).toMatchObject({ start: s.at(of, 0, "08:00"), finish: s.at(of, 1, "16:00") });
  expect(tasks[2]).toMatchObject({
    start: s.at(of, 3, "08:00"),
    driver: { by: "link", taskId: dig },
    critical: true,
    longestPath: true,
    totalFloatMinutes: 0,
  });
  expect(tasks[0]).toMatchObject({
    start: s.at(of, 0, "08:00"),
    finish: s.at(of, 5, "16:00"),
    durationMinutes: 6 * oneDay,
    critical: true,
  });
  expect(finish).toBe(s.at(of, 5, "16:00"));
});

test("A loop is refused by the names of its tasks in order, and nothing is stored", async () => {
  const of = await s.planned("P203");
  const [a, b] = [await s.task(of, "Form", 1), await s.task(of, "Strip", 1)];
  await s.link(of, a, b);
  expect(await refusalOf(s.link(of, b, a))).toMatch(
    /^schedule_loop: These tasks wait for each other: (Form → Strip → Form|Strip → Form → Strip)\.$/,
  );
  expect((await s.read(of.projectId)).links).toHaveLength(1);
});

test("What is not kept is refused in words", async () => {
  const of = await s.planned("P204");
  const other = await s.planned("P205");
  const a = await s.task(of, "Grade", 1);
  const part = await s.task(of, "Roadway", 1, { kind: "summary" });
  const refused = (over: object) => refusalOf(s.task(of, "Bad", 1, over));
  expect(await refused({ parentId: a })).toContain(
    "Grade is no summary, so nothing lies within it.",
  );
  expect(await refused({ parentId: newId() })).toContain("The summary of Bad is not there.");
  expect(await refused({ before: newId() })).toContain("place_unknown");
  expect(await refused({ calendarId: other.calendarId })).toContain("calendar_unknown");
  expect(await refused({ ownerId: newId() })).toContain("owner_unknown");
  expect(await refused({ costs: [{ codeId: newId(), cents: 1 }] })).toContain("code_unknown");
  expect(await refused({ durationMinutes: -1 })).toContain("It cannot take less than no time.");
  expect(await refused({ deadline: "1983-12-31T08:00" })).toContain(
    "Enter a day from 1984 to 2083.",
  );
  expect(await refused({ deadline: "2027-04-31T08:00" })).toContain("Enter a day");
  expect(await refused({ durationMinutes: 50_000_000 })).toContain("schedule_without_end");
  expect(await refusalOf(s.link(of, a, part))).toContain(
    "schedule_refused: Roadway is a summary: link the tasks within it.",
  );
  const gone = s.write(of, `PATCH /tasks/${newId()}`, { name: "Nothing" });
  expect(await refusalOf(gone)).toContain("not_found");
  expect(await refusalOf(s.write(of, `DELETE /links/${newId()}`))).toContain("not_found");
});

test("A task is changed, moved and taken away with what lies within it", async () => {
  const of = await s.planned("P206");
  const part = await s.task(of, "Deck", 1, { kind: "summary" });
  const [a, b] = [await s.task(of, "Rebar", 1), await s.task(of, "Concrete", 2)];
  const waits = await s.link(of, a, b);
  await s.write(of, `POST /tasks/${b}/move`, { parentId: part });
  await s.write(of, `POST /tasks/${a}/move`, { parentId: part, before: b });
  await s.write(of, `PATCH /tasks/${a}`, { durationMinutes: 2 * oneDay, crew: "South" });
  await s.write(of, `PATCH /links/${waits}`, { type: "SS", lagMinutes: oneDay });
  const stands = await s.read(of.projectId);
  expect(stands.tasks.map(({ name }) => name)).toEqual(["Deck", "Rebar", "Concrete"]);
  expect(stands.tasks[2]!.start).toBe(s.at(of, 1, "08:00"));
  expect(await refusalOf(s.write(of, `POST /tasks/${part}/move`, { parentId: part }))).toContain(
    "cannot lie within itself.",
  );
  await s.write(of, `DELETE /links/${waits}`);
  await s.write(of, `DELETE /tasks/${part}`);
  expect(await s.read(of.projectId)).toMatchObject({ tasks: [], links: [], finish: null });
});

test("Settings and calendars compute the schedule anew", async () => {
  const of = await s.planned("P207");
  const a = await s.task(of, "Haul", 2);
  await s.write(of, "PATCH ", { start: addDays(of.start, 1), outOfSequence: "override" });
  expect(await s.taskOf(of, a)).toMatchObject({ start: s.at(of, 1, "08:00") });
  const off = { on: addDays(of.start, 2), shifts: [], why: "Flood" };
  const calendar = `PATCH /api/v1/work-calendars/${of.calendarId}`;
  const { engineer } = s.people;
  await s.asking(engineer, calendar, { exceptions: [off] }, 1);
  expect(await s.taskOf(of, a)).toMatchObject({ finish: s.at(of, 3, "16:00") });
  expect(await refusalOf(s.asking(engineer, calendar, { exceptions: [] }, 1))).toContain(
    "stale_version",
  );
  const twice = s.asking(engineer, "POST /api/v1/work-calendars", {
    ...{ name: "every day of P207", projectId: of.projectId, week: everyDay },
  });
  expect(await refusalOf(twice)).toContain("calendar_exists");
  const never = s.asking(engineer, "POST /api/v1/work-calendars", {
    ...{ name: "Never", week: everyDay.map(() => []) },
  });
  expect(await refusalOf(never)).toContain("Work is done on one day at least.");
  const { items } = await s.asking<{ items: { name: string }[] }>(
    engineer,
    `GET /api/v1/work-calendars?projectId=${of.projectId}`,
  );
  expect(items.map(({ name }) => name)).toEqual(["The agency's hours", "Every day of P207"]);
});

test("Two who write at once: the later one reads first", async () => {
  const of = await s.planned("P208");
  const { version } = await s.read(of.projectId);
  const add = (name: string) =>
    s.asking(s.people.engineer, `POST /api/v1/schedules/${of.id}/tasks`, { name }, version);
  const [one, two] = await Promise.all([refusalOf(add("First")), refusalOf(add("Second"))]);
  expect([one, two].filter((each) => each === "nothing was refused")).toHaveLength(1);
  expect([one, two].some((each) => each.startsWith("stale_version"))).toBe(true);
  expect((await s.read(of.projectId)).tasks).toHaveLength(1);
  const without = s.asking(s.people.engineer, `POST /api/v1/schedules/${of.id}/tasks`, {
    name: "Blind",
  });
  expect(await refusalOf(without)).toContain("version_required");
});

test("Another agency and a lower role are refused, and so is a project that ended", async () => {
  const of = await s.planned("P209");
  expect(await refusalOf(s.read(of.projectId, s.elsewhere))).toContain("not_found");
  expect(await refusalOf(s.write(of, "POST /tasks", { name: "x" }, s.elsewhere))).toContain(
    "not_found",
  );
  for (const asked of ["POST /tasks", "POST /links", "POST /baseline", "POST /progress", "PATCH "])
    expect(await refusalOf(s.write(of, asked, {}, s.people.clerk))).toContain("not_allowed");
  expect(await refusalOf(s.write(of, "POST /tasks", { name: "x" }, s.people.inspector))).toContain(
    "not_allowed",
  );
  await s.step(of.projectId, "cancel", { reason: "The bridge is not built" }, s.people.manager);
  expect(await refusalOf(s.task(of, "Late", 1))).toContain("project_ended");
  expect((await s.read(of.projectId)).canEdit).toBe(false);
});
