// Progress of a schedule is told up to a data date; a baseline is approved by another person and kept.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { scheduleRules } from "./schedule/schedule.checks.ts";
import { oneDay, scheduleAgency } from "./schedule/schedule.setup.ts";

let t: TestDatabase;
let s: Awaited<ReturnType<typeof scheduleAgency>>;

beforeAll(async () => {
  t = await freshDatabase();
  s = await scheduleAgency(t);
});
afterAll(() => t.drop());

test("An update tells what began and what is left; the rest lies behind the data date", async () => {
  const of = await s.planned("P211");
  const [dig, pour] = [await s.task(of, "Dig", 2), await s.task(of, "Pour", 3)];
  await s.link(of, dig, pour);
  const dataDate = addDays(of.start, 4);
  const began = s.at(of, 0, "08:00");
  const { made } = await s.tell(
    of,
    dataDate,
    [{ id: dig, actualStart: began, percent: 50, remainingMinutes: oneDay }],
    s.people.inspector,
  );
  expect(await s.taskOf(of, dig)).toMatchObject({
    actualStart: began,
    percent: 50,
    finish: s.at(of, 4, "16:00"),
  });
  expect(await s.taskOf(of, pour)).toMatchObject({ start: s.at(of, 5, "08:00") });
  const { updates, version } = await s.read(of.projectId);
  expect(updates).toMatchObject([
    { id: made, number: 1, dataDate, narrative: "As seen on the site", source: "progress" },
  ]);
  expect(version).toBe(5);
  await s.tell(of, dataDate, [
    { id: dig, actualStart: began, actualFinish: s.at(of, 3, "16:00"), percent: 80 },
  ]);
  expect(await s.taskOf(of, dig)).toMatchObject({ percent: 100, remainingMinutes: 0 });
});

test("Progress that cannot be is refused", async () => {
  const of = await s.planned("P212");
  const nothing = s.tell(of, of.start, []);
  expect(await refusalOf(nothing)).toContain("schedule_empty");
  expect(await refusalOf(s.propose(of))).toContain("schedule_empty");
  const dig = await s.task(of, "Dig", 2);
  const told = (days: number, tasks: object[]) =>
    refusalOf(s.tell(of, addDays(of.start, days), tasks));
  await s.tell(of, addDays(of.start, 2), []);
  expect(await told(1, [])).toContain("data_date_back");
  expect(await refusalOf(s.tell(of, agencyDay(2), []))).toContain("data_date_ahead");
  expect(await told(3, [{ id: newId() }])).toContain("task_unknown");
  const late = [{ id: dig, actualStart: s.at(of, 5, "08:00") }];
  expect(await told(3, late)).toContain("schedule_refused: Dig lies behind the data date.");
  expect(await refusalOf(s.write(of, "PATCH ", { start: addDays(of.start, 6) }))).toContain(
    "start_behind_data_date",
  );
});

test("A baseline is approved by another person than proposed it, and tasks slip against it", async () => {
  const of = await s.planned("P213");
  const dig = await s.task(of, "Dig", 2);
  await s.propose(of);
  expect(await refusalOf(s.propose(of))).toContain("baseline_waits");
  expect(await refusalOf(s.decide(of, "approve", s.people.engineer))).toContain("not_allowed");
  const { proposedBaseline } = await s.read(of.projectId, s.people.manager);
  expect(proposedBaseline).toMatchObject({ number: 1, mayApprove: true, note: "As bid" });
  await s.decide(of, "approve", s.people.manager);
  const { baseline, slipDays, proposedBaseline: none } = await s.read(of.projectId);
  expect([baseline?.number, slipDays, none]).toEqual([1, 0, null]);
  await s.write(of, `PATCH /tasks/${dig}`, { durationMinutes: 5 * oneDay });
  expect(await s.taskOf(of, dig)).toMatchObject({
    baselineFinish: s.at(of, 1, "16:00"),
    slipDays: 3,
  });
  expect((await s.read(of.projectId)).slipDays).toBe(3);
  const added = await s.task(of, "Extra", 1);
  expect(await s.taskOf(of, added)).toMatchObject({ baselineFinish: null, slipDays: null });
});

test("Who proposed a baseline does not approve it; a returned one leaves the number free", async () => {
  const of = await s.planned("P214");
  await s.task(of, "Dig", 2);
  await s.propose(of, s.people.manager);
  expect(await refusalOf(s.decide(of, "approve", s.people.manager))).toContain(
    "You proposed this baseline, so another person approves it.",
  );
  await s.decide(of, "return", s.people.admin, { reason: "The deck is missing" });
  await s.propose(of, s.people.manager);
  await s.decide(of, "approve", s.people.admin);
  await s.propose(of, s.people.manager);
  await s.decide(of, "approve", s.people.admin);
  expect((await s.read(of.projectId)).baseline?.number).toBe(2);
});

test("The database keeps baselines and updates as they were", async () => {
  const of = await s.planned("P215");
  await s.task(of, "Dig", 2);
  await s.propose(of);
  await s.decide(of, "approve", s.people.manager);
  await s.tell(of, of.start, []);
  const asApp = (work: Parameters<typeof s.as>[1]) => s.as(s.people.admin, work);
  await expect(
    asApp((tx) => tx.rows(sql`update schedule_baseline set snapshot = '{}' where true`)),
  ).rejects.toThrow("a baseline is not changed");
  await expect(
    asApp((tx) => tx.rows(sql`delete from schedule_baseline where true`)),
  ).rejects.toThrow("a baseline is not changed");
  await expect(
    asApp((tx) => tx.rows(sql`update schedule_update set narrative = '' where true`)),
  ).rejects.toThrow("an update of a schedule is not changed");
});

test("A finish that is not its last task's, or not its baseline's, is found", async () => {
  const of = await s.planned("P216");
  await s.task(of, "Dig", 2);
  await s.propose(of);
  await s.decide(of, "approve", s.people.manager);
  const found = async () => {
    const db = t.database.read(s.people.admin);
    const all = await scheduleRules[0]!.check({ db, app: t.app } as never);
    const page = `/projects/${of.projectId}?tab=schedule`;
    return all.filter(({ link }) => link === page).map(({ sentence }) => sentence);
  };
  expect(await found()).toEqual([]);
  const put = (column: "finish" | "base_finish", by: number) =>
    s.as(s.people.admin, (tx) =>
      tx.rows(
        column === "finish"
          ? sql`update schedule set finish = finish + ${by} where id = ${of.id}`
          : sql`update schedule set base_finish = base_finish + ${by} where id = ${of.id}`,
      ),
    );
  await put("base_finish", 60);
  expect(await found()).toEqual([
    expect.stringMatching(/: it is held against another finish than its baseline has\.$/),
  ]);
  await put("finish", 60);
  expect(await found()).toEqual([
    expect.stringMatching(/: its finish is not that of its last task\.$/),
  ]);
});
