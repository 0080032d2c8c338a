// What moved between two states of a schedule, and why: each cause, and the beginning of a chain.
import { expect, test } from "vitest";
import { addDays, day } from "#kernel/time.ts";
import { comparedOf, finishSaid } from "./compare.model.ts";
import { computedPlan } from "./computed.model.ts";
import { hoursOf } from "./hours.model.ts";
import type { Plan, PlanLink, PlanTask } from "./plan.model.ts";
import { planTask } from "./schedule.setup.ts";
import { snapshotOf, type Snapshot } from "./snapshot.model.ts";
import { minuteOf, WorkTime } from "./worktime.model.ts";

const start = day("2027-04-05");
const week = Array.from({ length: 7 }, () => [{ from: 480, to: 960 }]);
type Hours = Snapshot["calendars"][number];
const always: Hours = { id: "agency", name: "The agency's hours", week, exceptions: [] };

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
const link = (from: string, to: string, over: Partial<PlanLink> = {}): PlanLink => ({
  ...{ id: `${from} ${to}`, from, to, type: "FS", lag: 0, lagCalendar: "predecessor", ...over },
});
const chain: Plan = {
  tasks: [planTask("Submittal"), planTask("Steel"), planTask("Deck")],
  links: [link("Submittal", "Steel"), link("Steel", "Deck")],
};
const withTask = (id: string, over: Partial<PlanTask>): Plan => ({
  ...chain,
  tasks: chain.tasks.map((task) => (task.id === id ? { ...task, ...over } : task)),
});
const told = (after: Snapshot, before = kept(chain)) =>
  comparedOf(before, after).map(({ taskId, days, cause, by }) => [taskId, days, cause, by]);

test("Nothing moved where nothing changed", () => {
  expect(comparedOf(kept(chain), kept(chain))).toEqual([]);
  expect(finishSaid(kept(chain), kept(chain))).toBe("The finish stays.");
});

test("A slip goes back through its predecessors to the task that caused it", () => {
  const late = withTask("Submittal", {
    ...{ actualStart: minuteOf(start) + 480, percent: 50, remaining: 480 },
  });
  const after = kept(late, { dataDate: addDays(start, 3) });
  expect(told(after)).toEqual([
    ["Submittal", 3, "progress", null],
    ["Steel", 3, "predecessor", "Submittal"],
    ["Deck", 3, "predecessor", "Steel"],
  ]);
  const [submittal, steel, deck] = comparedOf(kept(chain), after);
  expect(submittal!.says).toBe("50 percent are done, 8 hours are left.");
  expect(steel!.says).toBe(
    "It waits for Submittal, which finishes 3 days later. 50 percent are done, 8 hours are left.",
  );
  expect(deck!.says).toBe(
    "It waits for Steel, which finishes 3 days later. All of it begins with Submittal: 50 percent are done, 8 hours are left.",
  );
  expect(deck!.root).toBe("Submittal");
  expect(finishSaid(kept(chain), after)).toBe("The finish lies 3 days later.");
});

test("Each other cause is named", () => {
  const steel = (over: Partial<PlanTask>) => told(kept(withTask("Steel", over)))[0];
  expect(steel({ duration: 960, remaining: 960 })).toEqual(["Steel", 1, "duration", null]);
  const at = minuteOf(addDays(start, 4));
  expect(steel({ constraint: { kind: "startNoEarlier", at } })).toEqual([
    ...["Steel", 3, "constraint", null],
  ]);
  const lag = { ...chain, links: [chain.links[0]!, link("Steel", "Deck", { lag: 480 })] };
  expect(told(kept(lag))).toEqual([["Deck", 1, "link", "Steel"]]);
  const freed = { ...chain, links: [chain.links[0]!] };
  expect(told(kept(freed))).toEqual([["Deck", -2, "link", "Steel"]]);
  expect(told(kept(chain), kept(freed))).toEqual([["Deck", 2, "link", "Steel"]]);
  expect(told(kept(chain, { dataDate: addDays(start, 2) }))[0]).toEqual([
    ...["Submittal", 2, "data date", null],
  ]);
  expect(told(kept(chain, { start: addDays(start, 1), dataDate: addDays(start, 1) }))[0]).toEqual([
    ...["Submittal", 1, "constraint", null],
  ]);
  const gone = { tasks: chain.tasks.slice(0, 2), links: [chain.links[0]!] };
  expect(told(kept(gone))).toEqual([["Deck", 0, "gone", null]]);
  expect(told(kept(chain), kept(gone))).toEqual([["Deck", 0, "new", null]]);
});

test("Days off and other calendars are a calendar's doing", () => {
  const flood = { on: addDays(start, 1), shifts: [], why: "Flood" };
  const after = kept(chain, { calendars: [{ ...always, exceptions: [flood] }] });
  const [steel] = comparedOf(kept(chain), after);
  expect(steel).toMatchObject({
    taskId: "Steel",
    cause: "calendar",
    says: "Of The agency's hours, 1 day has other hours now (Flood).",
  });
  const half: Hours = {
    ...{ id: "half", name: "Mornings", week: week.map(() => [{ from: 480, to: 720 }]) },
    exceptions: [],
  };
  const calendars = [always, half];
  const mornings = kept(withTask("Deck", { calendarId: "half" }), { calendars });
  expect(comparedOf(kept(chain, { calendars }), mornings)).toMatchObject([
    { taskId: "Deck", days: 1, cause: "calendar", says: "It goes by Mornings now." },
  ]);
});
