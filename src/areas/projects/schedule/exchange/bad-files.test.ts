import { expect, test } from "vitest";
import { differencesOf } from "./differences.model.ts";
import {
  elements,
  msCalendar,
  msFile,
  msLink,
  msTask,
  p6Calendar,
  p6File,
  p6Link,
  p6Project,
  p6Task,
  weekDay,
  xerFile,
} from "./files.setup.ts";
import { readPlan } from "./file.model.ts";
import { readMspdi } from "./mspdi-read.model.ts";
import { mostTasks, Refused } from "./plan.model.ts";
import { decodeXer } from "./xer-table.model.ts";
import { readXer } from "./xer-read.model.ts";

/** What is said of a file that is not taken, and of its rows. */
const refusal = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [error.message, ...error.faults.map(({ row, says }) => `${row}: ${says}`)].join("\n");
  }
  return "taken";
};
const ms = (...tasks: string[]) => refusal(() => differencesOf(readMspdi(msFile({ tasks }))));
const p6 = (tasks: readonly object[], links: readonly object[] = []) =>
  refusal(() => differencesOf(readXer(p6File(tasks as never, links as never))));
const oneRow = (says: string) =>
  `One row of this file cannot be taken. Nothing of it was.\n${says}`;

test("lengths below zero, and none, are said by row", () => {
  expect(ms(msTask(1), msTask(4, { Duration: "-PT8H0M0S", RemainingDuration: "PT8H0M0S" }))).toBe(
    oneRow("4: Task 4: the duration is below zero."),
  );
  expect(ms(msTask(1, { RemainingDuration: "-PT1H0M0S" }))).toBe(
    oneRow("1: Task 1: the remaining duration is below zero."),
  );
  expect(ms(msTask(1, { Duration: "soon" }))).toBe(
    oneRow("1: Duration: soon is no length of time."),
  );
  expect(ms(msTask(1, { Duration: "PT99999999H0M0S" }))).toBe(
    oneRow("1: Task 1: the duration is longer than a schedule."),
  );
  expect(ms(msTask(1, { PercentComplete: 140 }))).toContain(
    "the percent is not between 0 and 100.",
  );
  expect(p6([p6Task(1, { target_drtn_hr_cnt: -8, remain_drtn_hr_cnt: -8 })])).toContain(
    "Task 1: the duration is below zero.",
  );
  expect(p6([p6Task(1, { target_drtn_hr_cnt: "", remain_drtn_hr_cnt: "" })])).toContain(
    "Task 1 has no duration.",
  );
  expect(p6([p6Task(1, { remain_drtn_hr_cnt: "many" })])).toContain(
    "Task 1: the duration is no number.",
  );
});

test("dates before 1984, behind 2083 and none at all are said by row", () => {
  expect(ms(msTask(1, { ActualStart: "1983-12-31T08:00:00" }))).toBe(
    oneRow("1: Task 1, actual start: 1983-12-31 is not between 1984 and 2083."),
  );
  expect(ms(msTask(1, { Deadline: "2084-01-01T08:00:00" }))).toBe(
    oneRow("1: Task 1, deadline: 2084-01-01 is not between 1984 and 2083."),
  );
  expect(p6([p6Task(1, { early_start_date: "2026-02-30 08:00" })])).toBe(
    oneRow("13: Task 1, early start: 2026-02-30 08:00 is no date."),
  );
  expect(ms(msTask(1, { ConstraintType: 4 }))).toBe(
    oneRow("1: Task 1: its constraint has no date."),
  );
  const starts = { StartDate: "1980-01-01T08:00:00" };
  expect(refusal(() => readMspdi(msFile({ tasks: [msTask(1)], fields: starts })))).toContain(
    "Start of the project: 1980-01-01 is not between 1984 and 2083.",
  );
});

test("ids and codes that come twice name both tasks", () => {
  expect(ms(msTask(1), msTask(1, { Name: "Deck" }))).toBe(
    oneRow("1: Deck has the id 1 of Task 1."),
  );
  expect(p6([p6Task(1), p6Task(2, { task_code: "A1" })])).toBe(
    oneRow("14: Task 2 has the code A1 of Task 1."),
  );
  const twice = { tasks: [msTask(1)], calendars: [msCalendar(1), msCalendar(1)] };
  expect(refusal(() => readMspdi(msFile(twice)))).toContain("Two calendars have one id.");
});

test("actual dates that cannot be", () => {
  expect(ms(msTask(1, { ActualFinish: "2026-06-01T17:00:00" }))).toContain(
    "Task 1: it has an actual finish and no actual start.",
  );
  expect(
    ms(msTask(1, { ActualStart: "2026-06-02T08:00:00", ActualFinish: "2026-06-01T17:00:00" })),
  ).toContain("Task 1: it finished before it started.");
  const late = { ActualStart: "2026-06-09T08:00:00" };
  const fields = { StatusDate: "2026-06-05T17:00:00" };
  expect(refusal(() => readMspdi(msFile({ tasks: [msTask(1, late)], fields })))).toContain(
    "Task 1: its actual dates lie behind the data date.",
  );
});

test("links to what is not there, and of no kind", () => {
  expect(ms(msTask(1, {}, msLink(9)))).toBe(
    oneRow("1: Task 1 follows the task 9, which is not there."),
  );
  expect(p6([p6Task(1)], [p6Link(8, 1)])).toBe(
    oneRow("16: A link joins 8 and 1, and one of them is not there."),
  );
  expect(p6([p6Task(1), p6Task(2)], [p6Link(1, 2, { pred_type: "PR_XX" })])).toContain(
    "A link of the unknown kind PR_XX.",
  );
  expect(p6([p6Task(1), p6Task(2)], [p6Link(1, 2, { lag_hr_cnt: "x" })])).toContain(
    "A link has a lag that is no number.",
  );
  expect(ms(msTask(1), msTask(2, {}, msLink(1, { LinkLag: "x" })))).toContain(
    "Task 2: its lag is no number.",
  );
});

test("tasks that wait for each other are named in their order", () => {
  expect(ms(msTask(1, {}, msLink(3)), msTask(2, {}, msLink(1)), msTask(3, {}, msLink(2)))).toBe(
    "These tasks wait for each other: Task 2 → Task 3 → Task 1 → Task 2.",
  );
  expect(p6([p6Task(1, { task_name: "Deck" })], [p6Link(1, 1)])).toBe(
    "These tasks wait for each other: Deck → Deck.",
  );
});

test("work behind 2083, and tasks beneath what is no summary", () => {
  const late = { Duration: "PT8H0M0S", ConstraintType: 4, ConstraintDate: "2083-12-31T16:00:00" };
  expect(ms(msTask(1, late))).toBe(
    "These tasks go on behind 2083, or their calendars have no hours to do them in.",
  );
  expect(ms(msTask(1), msTask(2, { OutlineLevel: 2 }))).toBe(
    oneRow("2: Task 2 is beneath Task 1, which is no summary."),
  );
});

test("calendars without an hour, with hours that overlap, that are their own base, that cannot be read", () => {
  const calendar = (week: string) =>
    refusal(() => readMspdi(msFile({ tasks: [msTask(1)], calendars: [msCalendar(1, { week })] })));
  const off = [1, 2, 3, 4, 5, 6, 7].map((at) => weekDay(at, "")).join("");
  expect(calendar(off)).toBe(oneRow("0: The calendar Standard has no hour of work."));
  const time = (from: string, to: string) =>
    `<WorkingTime><FromTime>${from}</FromTime><ToTime>${to}</ToTime></WorkingTime>`;
  expect(calendar(weekDay(2, time("08:00:00", "12:00:00") + time("11:00:00", "13:00:00")))).toBe(
    oneRow("0: The calendar Standard has hours that overlap."),
  );
  const own = (uid: number, base: number) =>
    elements({
      Calendar: elements({ UID: uid, Name: `C${uid}`, IsBaseCalendar: 0, BaseCalendarUID: base }),
    });
  expect(
    refusal(() => readMspdi(msFile({ tasks: [msTask(1)], calendars: [own(1, 2), own(2, 1)] }))),
  ).toContain("is its own base.");
  const cut = { CALENDAR: [{ ...p6Calendar, clndr_data: "(0||CalendarData()((0||DaysOfWeek()(" }] };
  expect(refusal(() => readXer(p6File([p6Task(1)], [], cut)))).toBe(
    oneRow("7: The hours of the calendar Five days cannot be read."),
  );
});

test("more tasks than a schedule takes, and none", () => {
  const many = Array.from({ length: mostTasks + 1 }, (_, at) => p6Task(at + 1));
  expect(p6(many)).toBe("This file has 10001 tasks; a schedule takes 10000. Divide it.");
  expect(ms(msTask(1, { Summary: 1 }))).toBe("This file holds no tasks.");
});

test("what is no XML, declares entities, nests without end or ends in the middle", () => {
  const read = (xml: string) => refusal(() => readMspdi(xml));
  expect(read("hello")).toBe("This file is not well-formed XML. Save it again and try again.");
  expect(read("<a><b></a>")).toBe("This file is not well-formed XML. Save it again and try again.");
  expect(read('<!DOCTYPE Project [<!ENTITY a "b">]><Project/>')).toBe(
    "This file declares a document type, which a schedule never needs.",
  );
  expect(read(`<Project>${"<Task>".repeat(200)}`)).toBe(
    "This file is nested too deeply to be a schedule.",
  );
  expect(read("<Project><Task")).toBe("This file ends in the middle. Save it again and try again.");
  expect(read(`<Project>${"<a/>".repeat(6_000_001)}`)).toBe(
    "This file holds more than a schedule. Divide it.",
  );
  expect(read("<Invoice><Line/></Invoice>")).toContain(
    "This is no schedule of Microsoft Project (XML).",
  );
});

test("what is no XER, ends in the middle, or lacks a column that nothing can do without", () => {
  const read = (text: string) => refusal(() => readXer(text));
  expect(read("%T\tTASK")).toBe("This is no XER of Primavera P6: it has no header.");
  expect(read(p6File([p6Task(1)]).replace("%E\r\n", ""))).toBe(
    "This file ends in the middle: its last line (%E) is missing.",
  );
  expect(read(xerFile({ TASK: [p6Task(1)] }))).toBe("This XER holds no project.");
  const { clndr_id: _without, ...task } = p6Task(1);
  expect(read(xerFile({ PROJECT: [p6Project], TASK: [task as never] }))).toBe(
    "The table TASK of this XER has no column clndr_id.",
  );
  expect(refusal(() => decodeXer(Uint8Array.of(69, 0, 82)))).toBe(
    "This file is no text. Export it again as XER.",
  );
});

test("of many rows the first two hundred are said", () => {
  const tasks = Array.from({ length: 250 }, (_, at) => msTask(at + 1, { PercentComplete: -1 }));
  const lines = ms(...tasks).split("\n");
  expect(lines[0]).toBe("250 rows of this file cannot be taken. Nothing of it was.");
  expect(lines).toHaveLength(201);
});

test("a file is told apart by how it begins, in the encoding that it declares", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const read = (of: Uint8Array) => refusal(() => readPlan(of));
  const xml = msFile({ tasks: [msTask(1, { Name: "Bäche" })] });
  expect(readPlan(bytes(xml)).tasks[0]!.name).toBe("Bäche");
  expect(readPlan(bytes(`\uFEFF${xml}`)).tasks[0]!.name).toBe("Bäche");
  const wide = new Uint8Array(2 + xml.length * 2);
  wide.set([0xff, 0xfe]);
  [...xml].forEach((sign, at) =>
    wide.set([sign.charCodeAt(0) % 256, sign.charCodeAt(0) >> 8], 2 + at * 2),
  );
  expect(readPlan(wide).tasks[0]!.name).toBe("Bäche");
  expect(readPlan(bytes(p6File([p6Task(1)]))).format).toBe("xer");
  expect(read(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 1))).toBe(
    "This is a file of Microsoft Project itself. Save it as XML there, and hand that in.",
  );
  const old = Uint8Array.from(xml, (sign) => sign.charCodeAt(0));
  expect(read(old)).toBe(
    "This file is not in UTF-8, the encoding that it declares. Save it again.",
  );
  expect(read(bytes("hello"))).toBe(
    "Hand in a schedule of Microsoft Project (XML) or of Primavera P6 (XER).",
  );
});
