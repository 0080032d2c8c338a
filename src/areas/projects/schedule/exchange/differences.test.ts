import { expect, test } from "vitest";
import { scheduleOf } from "../engine.model.ts";
import { changesAgainst } from "./against.model.ts";
import { differencesOf } from "./differences.model.ts";
import {
  elements,
  msCalendar,
  msFile,
  msLink,
  msTask,
  nightShift,
  p6File,
  p6Link,
  p6Options,
  p6Project,
  p6Task,
} from "./files.setup.ts";
import { readMspdi } from "./mspdi-read.model.ts";
import { networkOfPlan } from "./plan-network.model.ts";
import { saidMoment, type Plan } from "./plan.model.ts";
import { drawnPlan } from "./plan.setup.ts";
import { readXer } from "./xer-read.model.ts";

/** Cause and neighbour by task, of those that stand elsewhere than in the file. */
const causes = (plan: Plan) =>
  Object.fromEntries(
    differencesOf(plan).differences.map(({ code, cause, by }) => [
      code,
      by ? `${cause} ${by}` : cause,
    ]),
  );
const saysOf = (plan: Plan, code: string) =>
  differencesOf(plan).differences.find((each) => each.code === code)!.says;
const ms = (...tasks: string[]) => readMspdi(msFile({ tasks }));
const on = (day: string, from = "08:00", to = "17:00", last = day) => ({
  Start: `2026-06-${day}T${from}:00`,
  Finish: `2026-06-${last}T${to}:00`,
});
const p6On = (day: string, last = day) => ({
  early_start_date: `2026-06-${day} 08:00`,
  early_end_date: `2026-06-${last} 17:00`,
});

test("a plan whose dates are the engine's has no differences", () => {
  const plan = ms(msTask(1), msTask(2, on("03"), msLink(1, { LinkLag: 4800 })));
  expect(differencesOf(plan).differences).toEqual([]);
  for (let seed = 1; seed <= 60; seed++) {
    const drawn = {
      ...drawnPlan(seed),
      links: drawnPlan(seed).links.filter(({ from, to }) => Number(from) < Number(to)),
    };
    const at = new Map(scheduleOf(networkOfPlan(drawn)).tasks.map((task) => [task.id, task]));
    const tasks = drawn.tasks.map((task) => ({
      ...task,
      start: at.get(task.uid)?.start ?? null,
      finish: at.get(task.uid)?.finish ?? null,
    }));
    expect(differencesOf({ ...drawn, tasks }).differences).toEqual([]);
  }
});

test("a lag in another calendar is found, and what follows of it names it", () => {
  // Two days of lag behind Friday: at all hours it is over on Sunday, in working time on Tuesday.
  const tasks = [p6Task(1, p6On("05")), p6Task(2, p6On("08")), p6Task(3, p6On("09"))].map(
    (task, at) =>
      at === 0 ? { ...task, cstr_type: "CS_MSOA", cstr_date: "2026-06-05 08:00" } : task,
  );
  const links = [p6Link(1, 2, { lag_hr_cnt: 16 }), p6Link(2, 3)];
  const plan = readXer(p6File(tasks, links));
  expect(causes(plan)).toEqual({ A2: "lagCalendar", A3: "follows 2" });
  expect(saysOf(plan, "A2")).toBe(
    "The file's date follows when its lag is counted in 24 hours a day; here it is counted in the predecessor's calendar.",
  );
  expect(saysOf(plan, "A3")).toBe(`It goes with A2 Task 2. There: ${saysOf(plan, "A2")}`);
  const hours = {
    SCHEDOPTIONS: [{ ...p6Options, sched_calendar_on_relationship_lag: "rcal_24Hour" }],
  };
  expect(causes(readXer(p6File(tasks, links, hours)))).toEqual({});
});

test("what follows over several tasks names where it begins", () => {
  const plan = ms(
    msTask(1, { ...on("02"), Manual: 1 }),
    msTask(2, on("03"), msLink(1)),
    msTask(3, on("04"), msLink(2)),
  );
  expect(causes(plan)).toEqual({ 1: "unknownField", 2: "follows 1", 3: "follows 2" });
  expect(saysOf(plan, "3")).toBe(
    "It goes with 2 Task 2, and so with 1 Task 1. There: What is not taken of the file: the task is scheduled by hand there.",
  );
});

test("a constraint that the file does not follow, and one that goes before the links there", () => {
  const soft = ms(msTask(1, { ConstraintType: 4, ConstraintDate: "2026-06-03T08:00:00" }));
  expect(causes(soft)).toEqual({ 1: "constraint" });
  expect(saysOf(soft, "1")).toBe(
    "The file's date follows without the constraint that the task bears.",
  );
  const hard = ms(
    msTask(1, { ...on("01", "08:00", "17:00", "02"), Duration: "PT16H0M0S" }),
    msTask(2, { ...on("02"), ConstraintType: 2, ConstraintDate: "2026-06-02T08:00:00" }, msLink(1)),
  );
  expect(causes(hard)).toEqual({ 2: "constraint" });
  expect(saysOf(hard, "2")).toBe(
    "The file's date follows when the constraint goes before the links: it is a mandatory one there.",
  );
});

const p6At = (day: string, more = {}) => [
  { ...p6Project, last_recalc_date: `2026-06-${day} 00:00`, ...more },
];

test("progress out of sequence by the other rule", () => {
  const begun = {
    status_code: "TK_Active",
    act_start_date: "2026-06-01 08:00",
    remain_drtn_hr_cnt: 8,
  };
  const goesOn = [
    p6Task(1, { ...p6On("03", "04"), target_drtn_hr_cnt: 16, remain_drtn_hr_cnt: 16 }),
    p6Task(2, { ...begun, early_end_date: "2026-06-03 17:00" }),
  ];
  const more = { PROJECT: p6At("03") };
  const retained = readXer(p6File(goesOn, [p6Link(1, 2)], more));
  expect(causes(retained)).toEqual({ A2: "progressRule" });
  expect(saysOf(retained, "A2")).toBe(
    "The file's date follows when what began out of sequence goes on without its predecessors.",
  );
  const waits = goesOn.map((task, at) =>
    at === 1 ? { ...task, early_end_date: "2026-06-05 17:00" } : task,
  );
  const override = { ...more, SCHEDOPTIONS: [{ ...p6Options, sched_progress_override: "Y" }] };
  expect(saysOf(readXer(p6File(waits, [p6Link(1, 2)], override)), "A2")).toBe(
    "The file's date follows when what began out of sequence waits for its predecessors.",
  );
});

test("work left before the data date, and work that goes on where it stopped", () => {
  const fields = { StatusDate: "2026-06-03T00:00:00" };
  const begun = {
    ...on("01", "08:00", "17:00", "02"),
    ...{ ActualStart: "2026-06-01T08:00:00", Duration: "PT16H0M0S" },
    ...{ RemainingDuration: "PT8H0M0S", PercentComplete: 50 },
  };
  const plan = readMspdi(msFile({ tasks: [msTask(1), msTask(2, begun)], fields }));
  expect(causes(plan)).toEqual({ 1: "progressRule", 2: "progressRule" });
  expect(saysOf(plan, "1")).toBe(
    "The file has work that is not done before the data date; here nothing that is left is before 2026-06-03 00:00.",
  );
  expect(saysOf(plan, "2")).toBe(
    "The file lets what is left follow what is done; here it goes on from the data date.",
  );
});

test("a calendar that is not in the file, a link to a summary, work in parts", () => {
  const nights = ms(msTask(1, { ...on("01", "20:00", "04:00", "02"), CalendarUID: 5 }));
  expect(causes(nights)).toEqual({ 1: "missingCalendar" });
  expect(saysOf(nights, "1")).toBe(
    "Its calendar (5) is not in the file; here it has the project's.",
  );
  const linked = ms(
    msTask(1),
    msTask(2, { Summary: 1, Name: "Deck" }, msLink(1)),
    msTask(3, { ...on("02"), OutlineLevel: 2 }),
  );
  expect(saysOf(linked, "3")).toBe(
    "The file's date follows from a link to its summary Deck. Summaries have no links here.",
  );
  const parts = ms(msTask(1, on("01", "08:00", "17:00", "05")));
  expect(saysOf(parts, "1")).toBe("What is not taken of the file: it is done in parts there.");
});

test("two dates between which nobody works are one moment of work", () => {
  const plan = ms(
    msTask(1),
    msTask(2, { ...on("02", "08:00", "08:00"), Duration: "PT0H0M0S" }, msLink(1)),
  );
  expect(causes(plan)).toEqual({ 2: "noWorkBetween" });
  expect(saysOf(plan, "2")).toBe(
    "Nobody works between the two dates by its calendar: both are the same moment of work.",
  );
});

test("what no single rule explains is said as that", () => {
  const plan = ms(msTask(1, on("09")));
  expect(causes(plan)).toEqual({ 1: "other" });
  expect(saysOf(plan, "1")).toBe(
    "No single rule gives the file's date: it may be older than the file's last change.",
  );
});

test("as late as possible follows its successor, which the file has elsewhere", () => {
  const late = { ...on("04"), ConstraintType: 1 };
  const plan = ms(
    msTask(1, late),
    msTask(2, { ...on("05"), Manual: 1 }, msLink(1)),
    msTask(3, on("01", "08:00", "17:00", "12"), ""),
  );
  expect(causes(plan)["1"]).toBe("follows 2");
  const calendars = [msCalendar(1), msCalendar(2, { week: nightShift, name: "Nights" })];
  expect(
    readMspdi(msFile({ tasks: [msTask(1, { CalendarUID: 2 })], calendars })).calendars,
  ).toHaveLength(2);
});

test("against the schedule: what is new, gone, changed by its code, and by how many days", () => {
  const code = (value: string) =>
    `<ExtendedAttribute><FieldID>1</FieldID><Value>${value}</Value></ExtendedAttribute>`;
  const alias = elements({ FieldID: 1, Alias: "Code" });
  const more = elements({ ExtendedAttributes: elements({ ExtendedAttribute: alias }) });
  const file = (...tasks: string[]) => readMspdi(msFile({ tasks, more }));
  const current = file(
    msTask(1, {}, code("A")),
    msTask(2, {}, code("B")),
    msTask(3, {}, code("C")),
    msTask(6, {}, code("S")),
  );
  const next = file(
    msTask(
      1,
      {
        ...on("01", "08:00", "17:00", "03"),
        Duration: "PT24H0M0S",
        Deadline: "2026-06-30T17:00:00",
      },
      code("A"),
    ),
    msTask(4, {}, msLink(1, { Type: 3, LinkLag: 600 }) + code("B")),
    msTask(5, { ConstraintType: 1 }, code("D")),
    msTask(6, {}, code("S")),
  );
  expect(changesAgainst(current, next)).toEqual([
    {
      ...{ code: "A", name: "Task 1", what: "changed", days: 2 },
      fields: [
        { field: "duration", was: "8 h", is: "24 h" },
        { field: "deadline", was: "none", is: saidMoment(next.tasks[0]!.deadline!) },
      ],
    },
    {
      ...{ code: "B", name: "Task 4", what: "changed", days: 0 },
      fields: [
        { field: "name", was: "Task 2", is: "Task 4" },
        { field: "predecessors", was: "none", is: "A SS +1 h" },
      ],
    },
    { code: "D", name: "Task 5", what: "new", fields: [], days: null },
    { code: "C", name: "Task 3", what: "gone", fields: [], days: null },
  ]);
});
