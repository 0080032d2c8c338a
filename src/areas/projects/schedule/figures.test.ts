// Planned and earned value to the cent, and what a schedule's health is judged by.
import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { earnedValue, indexesOf, plannedValue } from "./earned.model.ts";
import { hoursOf } from "./hours.model.ts";
import { healthOf, type HealthFacts } from "./health.model.ts";
import type { PlanLink, PlanTask } from "./plan.model.ts";
import { everyDay, planTask } from "./schedule.setup.ts";
import { minuteOf, WorkTime } from "./worktime.model.ts";

const calendar = new WorkTime(hoursOf({ week: everyDay, exceptions: [] }));
const at = (on: string, clock = 0) => minuteOf(day(on)) + clock * 60;
const today = day("2027-05-01");

test("Planned value is the part of the working time before the data date", () => {
  const cost = { codeId: "03", cents: 100_01, calendar };
  const planned = (dataDate: number) =>
    plannedValue(
      [
        { ...cost, start: at("2027-04-05", 8), finish: at("2027-04-08", 16) },
        { ...cost, start: at("2027-04-07", 16), finish: at("2027-04-07", 16) },
      ],
      dataDate,
    ).get("03");
  expect(planned(at("2027-04-05"))).toBe(0);
  expect(planned(at("2027-04-06"))).toBe(25_00);
  expect(planned(at("2027-04-08"))).toBe(75_01 + 100_01);
  expect(planned(at("2027-05-01"))).toBe(200_02);
});

test("Earned value, the indexes and the estimate follow their formulas", () => {
  const earned = earnedValue([
    { codeId: "03", cents: 1_000_00, percent: 40 },
    { codeId: "03", cents: 1, percent: 50 },
    { codeId: "05", cents: 300_00, percent: 0 },
  ]);
  expect([...earned]).toEqual([
    ["03", 400_01],
    ["05", 0],
  ]);
  expect(indexesOf({ planned: 500_00, earned: 400_00, actual: 800_00, budget: 1_000_00 })).toEqual({
    spi: 0.8,
    cpi: 0.5,
    estimateAtCompletionCents: 2_000_00,
  });
  expect(indexesOf({ planned: null, earned: 0, actual: 0, budget: 1_000_00 })).toEqual({
    spi: null,
    cpi: null,
    estimateAtCompletionCents: null,
  });
});

const placed = (id: string, over: Partial<HealthFacts["tasks"][number]> = {}) => ({
  ...planTask(id),
  start: at("2027-05-03", 8),
  finish: at("2027-05-03", 16),
  totalFloat: 0,
  ...over,
});
const link = (from: string, to: string, lag = 0): PlanLink => ({
  ...{ id: `${from} ${to}`, from, to, type: "FS", lag, lagCalendar: "predecessor" },
});
const found = (over: Partial<HealthFacts>) => {
  const facts = {
    tasks: [placed("Dig"), placed("Pour", { start: at("2027-05-04", 8) })],
    links: [link("Dig", "Pour")],
    dataDate: at("2027-05-01"),
    finish: at("2027-05-03", 16),
    mustFinishOn: null,
    hasBaseline: true,
    ...over,
  };
  return healthOf(facts, today).map(({ rule, tasks }) => [rule, tasks]);
};

test("A schedule that keeps the limits has no findings", () => {
  expect(found({})).toEqual([]);
  expect(found({ tasks: [], hasBaseline: false })).toEqual([]);
  expect(healthOf({ ...({} as HealthFacts), tasks: [] }, today)).toEqual([]);
});

test("Each rule finds its tasks", () => {
  expect(found({ links: [] })).toEqual([["openEnds", ["Pour"]]]);
  expect(found({ links: [link("Dig", "Pour", -60)] })).toEqual([["leads", ["Pour"]]]);
  const dig = (over: Partial<PlanTask> & { totalFloat?: number }) =>
    found({ tasks: [placed("Dig", over), placed("Pour", { start: at("2027-05-04", 8) })] });
  expect(dig({ constraint: { kind: "startOn", at: 0 } })).toEqual([["hardConstraints", ["Dig"]]]);
  expect(dig({ totalFloat: -60 })).toEqual([["negativeFloat", ["Dig"]]]);
  expect(dig({ actualStart: at("2027-05-02") })).toEqual([["futureWork", ["Dig"]]]);
  const pour = placed("Pour", { actualStart: at("2027-04-20", 8) });
  expect(found({ tasks: [placed("Dig"), pour] })).toEqual([["outOfSequence", ["Pour"]]]);
  expect(found({ hasBaseline: false })).toEqual([["noBaseline", []]]);
  expect(found({ mustFinishOn: day("2027-05-02") })).toEqual([["contractFinish", ["Dig", "Pour"]]]);
});

test("A finding says its limit with its source, and none is older than its source", () => {
  const facts = { tasks: [placed("Dig")], links: [], dataDate: 0, finish: 1, mustFinishOn: null };
  const [finding] = healthOf({ ...facts, hasBaseline: false }, today).filter(
    ({ rule }) => rule === "noBaseline",
  );
  expect(finding).toMatchObject({
    says: "No baseline is approved, so nothing says what is late.",
    limit: "None. GAO-16-89G, Schedule Assessment Guide (December 2015), best practice 10.",
  });
  expect(healthOf({ ...facts, hasBaseline: false }, day("2014-01-01"))).not.toContainEqual(finding);
});
