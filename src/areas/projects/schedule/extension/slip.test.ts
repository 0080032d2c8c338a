// Why a finish moved: each change put back and put in alone, and what ran beside it.
import { expect, test } from "vitest";
import { addDays, day } from "#kernel/time.ts";
import { computedPlan } from "../computed.model.ts";
import { hoursOf } from "../hours.model.ts";
import type { Plan, PlanLink, PlanTask } from "../plan.model.ts";
import { everyDay, oneDay, planTask } from "../schedule.setup.ts";
import { snapshotOf, type Snapshot } from "../snapshot.model.ts";
import { minuteOf, WorkTime } from "../worktime.model.ts";
import { daysOfCauses, slipOf } from "./slip.model.ts";

const start = day("2027-04-05");
const always: Snapshot["calendars"][number] = {
  ...{ id: "agency", name: "The agency's hours", week: everyDay, exceptions: [] },
};
const kept = (plan: Plan, over: Partial<Snapshot> = {}): Snapshot => {
  const head = {
    start,
    dataDate: start,
    outOfSequence: "retained" as const,
    calendarId: null,
    calendars: [always],
    ...over,
  };
  const clocks = new Map(head.calendars.map((each) => [each.id, new WorkTime(hoursOf(each))]));
  const computed = computedPlan(
    plan,
    {
      start: minuteOf(head.start),
      dataDate: minuteOf(head.dataDate),
      outOfSequence: head.outOfSequence,
    },
    (id) => clocks.get(id ?? "agency")!,
  );
  return snapshotOf({ ...head, plan, computed });
};
const link = (from: string, to: string): PlanLink => ({
  ...{ id: `${from} ${to}`, from, to, type: "FS", lag: 0, lagCalendar: "predecessor" },
});
const of = (name: string, days: number, over: Partial<PlanTask> = {}): PlanTask =>
  planTask(name, { duration: days * oneDay, remaining: days * oneDay, ...over });
const morning = (n: number) => minuteOf(addDays(start, n)) + 480;
const evening = (n: number) => minuteOf(addDays(start, n)) + 960;
/** A task that went from one day to another, both worked on. */
const done = (name: string, days: number, from: number, to: number): PlanTask =>
  of(name, days, {
    ...{ actualStart: morning(from), actualFinish: evening(to), percent: 100, remaining: 0 },
  });

// Steel waits for the submittal, the deck for steel and for the footing.
const links = [link("Submittal", "Steel"), link("Steel", "Deck"), link("Footing", "Deck")];
const plan = (...tasks: PlanTask[]): Plan => ({ tasks, links });
const before = kept(plan(of("Submittal", 2), of("Steel", 3), of("Footing", 5), of("Deck", 2)));
const told = (after: Snapshot, from = before) =>
  slipOf(from, after).movers.map(({ key, alone, without }) => [key, alone, without]);

test("A finish that stays has no cause", () => {
  expect(slipOf(before, before)).toEqual({
    ...{ wasFinish: "2027-04-11", finish: "2027-04-11", days: 0, workingDays: 0 },
    ...{ movers: [], unexplained: 0 },
  });
});

test("A predecessor that was late is the cause, not what waited for it", () => {
  const late = kept(
    plan(
      done("Submittal", 2, 0, 5),
      done("Steel", 3, 6, 8),
      done("Footing", 5, 0, 4),
      of("Deck", 2),
    ),
    { dataDate: addDays(start, 9) },
  );
  expect(slipOf(before, late)).toMatchObject({ days: 4, workingDays: 4, unexplained: 0 });
  expect(slipOf(before, late).movers).toMatchObject([
    { key: "task:Submittal", cause: "progress", says: "It finished on 2027-04-10." },
  ]);
  expect(told(late)).toEqual([["task:Submittal", 4, 4]]);
  expect(daysOfCauses(before, late, ["task:Submittal"])).toBe(4);
  expect(daysOfCauses(before, late, ["task:Footing"])).toBe(0);
});

test("Two causes at the same time: each alone moves the finish, without one the other does", () => {
  const late = kept(
    plan(
      done("Submittal", 2, 0, 5),
      done("Steel", 3, 6, 8),
      done("Footing", 5, 0, 7),
      of("Deck", 2),
    ),
    { dataDate: addDays(start, 9) },
  );
  expect(told(late)).toEqual([
    ["task:Submittal", 4, 1],
    ["task:Footing", 3, 0],
  ]);
  expect(daysOfCauses(before, late, ["task:Footing"])).toBe(3);
  expect(daysOfCauses(before, late, ["task:Footing", "task:Submittal"])).toBe(4);
});

test("Causes behind each other share the slip", () => {
  const late = kept(
    plan(done("Submittal", 2, 0, 3), of("Steel", 6), of("Footing", 5), of("Deck", 2)),
    { dataDate: addDays(start, 4) },
  );
  // The footing did not begin by the data date: it would have moved the finish by four days alone.
  expect(told(late)).toEqual([
    ["task:Footing", 4, 0],
    ["task:Steel", 3, 1],
    ["task:Submittal", 2, 1],
  ]);
  expect(slipOf(before, late)).toMatchObject({ days: 5, unexplained: 0 });
});

test("Days off of a calendar, a new task and one that is gone are causes", () => {
  const flood = {
    ...always,
    exceptions: [1, 2].map((n) => ({ on: addDays(start, n), shifts: [], why: "Flood" })),
  };
  const drawn = { tasks: before.tasks, links: before.links };
  const wet = kept(drawn, { calendars: [flood] });
  expect(slipOf(before, wet).movers).toMatchObject([
    {
      ...{ key: "calendar:agency", cause: "calendar", alone: 2, without: 2 },
      says: "Of The agency's hours, 2 days have other hours now (Flood).",
    },
  ]);
  const added = kept({
    tasks: [...before.tasks, of("Pile", 3)],
    links: [...links, link("Steel", "Pile"), link("Pile", "Deck")],
  });
  expect(told(added)).toEqual([["task:Pile", 3, 3]]);
  expect(told(before, added)).toEqual([]);
  expect(slipOf(added, before)).toMatchObject({ days: -3, unexplained: 0 });
});

test("Settings are a cause; what would wait for itself has no days", () => {
  const shifted = kept(before, { start: addDays(start, 2), dataDate: addDays(start, 2) });
  expect(told(shifted)).toEqual([["settings", 2, 2]]);
  expect(slipOf(before, shifted).movers[0]!.says).toContain("Its start, its calendar or its rule");
  const turned = kept({
    tasks: before.tasks.map((task) => ({ ...task })),
    links: [link("Deck", "Footing"), link("Submittal", "Steel"), link("Steel", "Deck")],
  });
  expect(slipOf(before, turned)).toMatchObject({ days: 5 });
});
