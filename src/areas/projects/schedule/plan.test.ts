// What a plan is refused for, how tasks are read in order, and what summaries say of the tasks within.
import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { usualCalendar } from "#kernel/business-days.ts";
import { computedPlan } from "./computed.model.ts";
import { agencyHours, hoursOf, minutesPerDay } from "./hours.model.ts";
import { lastDayOf, minuteAt, momentOf, type Moment } from "./moment.model.ts";
import { faultsOf, inReadingOrder, type Plan, type PlanLink, type PlanTask } from "./plan.model.ts";
import { planTask } from "./schedule.setup.ts";
import { minuteOf, WorkTime } from "./worktime.model.ts";

const start = day("2027-04-05");
const moment = (text: string) => minuteAt(text as Moment);
const dataDate = minuteOf(start);
const task = planTask;
const summary = (id: string, over: Partial<PlanTask> = {}) =>
  task(id, { kind: "summary", duration: 0, remaining: 0, ...over });
const link = (from: string, to: string, over: Partial<PlanLink> = {}): PlanLink => ({
  ...{ id: `${from} ${to}`, from, to, type: "FS", lag: 0, lagCalendar: "predecessor", ...over },
});
const saysOf = (plan: Partial<Plan>) =>
  faultsOf({ tasks: [], links: [], ...plan }, dataDate).map(({ says }) => says);

test("Moments are minutes of the wall clock, and midnight ends the day before", () => {
  expect(momentOf(moment("2027-04-05T13:07"))).toBe("2027-04-05T13:07");
  expect(lastDayOf(moment("2027-04-06T00:00"))).toBe("2027-04-05");
});

test("The agency's hours are its week without holidays and the days that it closes", () => {
  const hours = agencyHours(
    {
      ...usualCalendar,
      closures: [
        { firstDay: day("2027-04-06"), lastDay: day("2027-04-07"), name: "Flood", open: false },
        { firstDay: day("2027-07-05"), lastDay: day("2027-07-05"), name: "Sandbags", open: true },
      ],
    },
    day("2027-01-01"),
    day("2027-12-31"),
  );
  expect(minutesPerDay(hours)).toBe(480);
  const clock = new WorkTime(hoursOf(hours));
  const worked = (from: string, to: string) =>
    clock.worked(moment(to)) - clock.worked(moment(from));
  expect(worked("2027-04-05T00:00", "2027-04-10T00:00")).toBe(3 * 480);
  expect(worked("2027-07-05T00:00", "2027-07-06T00:00")).toBe(480);
  expect(worked("2027-12-24T00:00", "2027-12-25T00:00")).toBe(0);
});

test("Each task is told what is wrong with it", () => {
  const told = (over: Partial<PlanTask>) => saysOf({ tasks: [task("Deck", over)] })[0];
  expect(told({ duration: -1 })).toBe("Deck cannot take less than no time.");
  expect(told({ duration: 53_000_000 })).toBe("Deck takes more than a hundred years.");
  expect(told({ kind: "milestone" })).toBe(
    "Deck is a milestone, which takes no time. Make it a task.",
  );
  expect(told({ kind: "summary", deadline: 5 })).toBe(
    "Deck is a summary: its dates, progress and cost follow from the tasks within.",
  );
  expect(told({ percent: 10 })).toBe("Say when Deck began: it has progress.");
  const began = dataDate - 2000;
  expect(told({ actualStart: began, percent: 100 })).toBe("Say when Deck finished: it is whole.");
  expect(told({ actualStart: began, actualFinish: began - 1, percent: 100 })).toBe(
    "Deck cannot finish before it began.",
  );
  expect(told({ actualStart: dataDate + 1 })).toBe(
    "Deck lies behind the data date. What is told lies before the morning of that day.",
  );
  expect(told({ parentId: "gone" })).toBe("The summary of Deck is not there.");
  expect(told({ actualStart: began, actualFinish: dataDate, percent: 100 })).toBeUndefined();
});

test("Each link is told what is wrong with it", () => {
  const tasks = [task("Dig"), task("Pour"), summary("Pier")];
  const told = (...links: PlanLink[]) => saysOf({ tasks, links }).at(-1);
  expect(told(link("Dig", "gone"))).toBe("A link names a task that is not in this schedule.");
  expect(told(link("Dig", "Pier"))).toBe("Pier is a summary: link the tasks within it.");
  expect(told(link("Dig", "Dig"))).toBe("Dig cannot wait for itself.");
  expect(told(link("Dig", "Pour", { lag: 53_000_000 }))).toBe(
    "The lag behind Dig is over a hundred years.",
  );
  expect(told(link("Dig", "Pour"), link("Dig", "Pour", { id: "2" }))).toBe(
    "Dig and Pour have this link already.",
  );
});

test("A plan is not larger than a schedule may be", () => {
  const many = (n: number) => Array.from({ length: n }, (_, at) => task(`t${at}`));
  expect(saysOf({ tasks: many(10_001) })).toEqual(["A schedule has at most 10,000 tasks."]);
  const links = Array.from({ length: 15_001 }, () => link("t0", "t1"));
  expect(saysOf({ tasks: many(2), links })).toEqual(["A schedule has at most 15,000 links."]);
  expect(saysOf({ tasks: [task("a"), task("a")] })).toEqual([
    "Two tasks of the schedule have the same id.",
  ]);
});

test("Tasks are read behind their summary, whatever order they were written in", () => {
  const tasks = [
    task("c", { parentId: "two" }),
    summary("one"),
    task("a", { parentId: "one" }),
    summary("two", { parentId: "one" }),
    task("z"),
  ];
  expect(inReadingOrder(tasks).map(({ id, level }) => `${level}${id}`)).toEqual([
    ...["0one", "1a", "1two", "2c", "0z"],
  ]);
});

test("A summary lies from the first start to the last finish and is done by length", () => {
  const began = moment("2027-04-05T08:00");
  const tasks = [
    summary("Pier"),
    task("Dig", {
      ...{ parentId: "Pier", duration: 960, remaining: 0, percent: 100 },
      ...{ actualStart: began, actualFinish: moment("2027-04-06T17:00") },
    }),
    task("Pour", { parentId: "Pier", duration: 480, remaining: 480 }),
    summary("Empty"),
  ];
  const clock = new WorkTime(hoursOf(agencyHours(usualCalendar)));
  const settings = {
    start: minuteOf(start),
    dataDate: minuteOf(day("2027-04-07")),
    outOfSequence: "retained",
  } as const;
  const { placed } = computedPlan({ tasks, links: [link("Dig", "Pour")] }, settings, () => clock);
  expect(placed.get("Pier")).toMatchObject({
    start: began,
    finish: moment("2027-04-07T17:00"),
    duration: 3 * 480,
    remaining: 480,
    percent: 67,
    actualStart: began,
    actualFinish: null,
    totalFloat: 0,
    critical: true,
  });
  expect(placed.get("Empty")).toMatchObject({ start: settings.dataDate, duration: 0, percent: 0 });
});
