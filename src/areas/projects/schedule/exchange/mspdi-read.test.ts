import { expect, test } from "vitest";
import {
  elements,
  msCalendar,
  msFile,
  msLink,
  msTask,
  nightShift,
  weekDay,
} from "./files.setup.ts";
import { readMspdi } from "./mspdi-read.model.ts";
import { saidMoment, type Plan } from "./plan.model.ts";

const read = (tasks: readonly string[], more: Partial<Parameters<typeof msFile>[0]> = {}): Plan =>
  readMspdi(msFile({ tasks, ...more }));
const first = (plan: Plan) => plan.tasks[0]!;
const lagOf = (fields: Record<string, number>) => {
  const { lag, lagCalendar } = read([msTask(1), msTask(2, {}, msLink(1, fields))]).links[0]!;
  return [lag, lagCalendar];
};

test("lags are tenths of a minute of the successor's calendar, elapsed ones of all hours", () => {
  expect(lagOf({ LinkLag: 9600, LagFormat: 7 })).toEqual([960, "successor"]);
  expect(lagOf({ LinkLag: -4800, LagFormat: 5 })).toEqual([-480, "successor"]);
  expect(lagOf({ LinkLag: 28_800, LagFormat: 8 })).toEqual([2880, "allHours"]);
  expect(lagOf({ LinkLag: 14_400, LagFormat: 40 })).toEqual([1440, "allHours"]);
});

test("a lag in percent is that part of the predecessor's duration", () => {
  expect(lagOf({ LinkLag: 50, LagFormat: 19 })).toEqual([240, "successor"]);
  expect(lagOf({ LinkLag: -25, LagFormat: 20 })).toEqual([-120, "allHours"]);
});

test("links of all four kinds keep their ends", () => {
  const types = [0, 1, 2, 3].map((Type) => read([msTask(1), msTask(2, {}, msLink(1, { Type }))]));
  expect(types.map(({ links }) => links[0]!.type)).toEqual(["FF", "FS", "SF", "SS"]);
});

test("constraints by their numbers, as soon as possible is none", () => {
  const kinds = [0, 1, 2, 3, 4, 5, 6, 7].map(
    (ConstraintType) =>
      first(read([msTask(1, { ConstraintType, ConstraintDate: "2026-06-03T08:00:00" })])).constraint
        ?.kind,
  );
  expect(kinds).toEqual([
    undefined,
    "asLateAsPossible",
    "startOn",
    "finishOn",
    "startNoEarlier",
    "startNoLater",
    "finishNoEarlier",
    "finishNoLater",
  ]);
});

test("a task with its progress, deadline and cost in cents", () => {
  const task = first(
    read([
      msTask(7, {
        Name: "Pier &amp; cap &#8211; east",
        Duration: "PT16H30M0S",
        RemainingDuration: "PT4H0M0S",
        PercentComplete: 75,
        ActualStart: "2026-06-01T08:00:00",
        Deadline: "2026-06-30T17:00:00",
        Cost: 123_456,
      }),
    ]),
  );
  expect(task).toMatchObject({
    uid: "7",
    code: "7",
    name: "Pier & cap – east",
    duration: 990,
    remaining: 240,
    percent: 75,
    cents: 123_456,
    kind: "task",
  });
  expect(saidMoment(task.deadline!)).toBe("2026-06-30 17:00");
});

test("the code comes from the custom text that bears it, whatever it is called there", () => {
  for (const alias of ["Code", "Activity ID", "task code"]) {
    const named = elements({ FieldID: 188_743_740, Alias: alias });
    const more = elements({ ExtendedAttributes: elements({ ExtendedAttribute: named }) });
    const field = `<ExtendedAttribute><FieldID>188743740</FieldID><Value>A1010</Value></ExtendedAttribute>`;
    expect(first(read([msTask(1, {}, field)], { more })).code).toBe("A1010");
  }
});

test("summaries hold what is beneath them; a task without length is a milestone", () => {
  const plan = read([
    msTask(0, { OutlineLevel: 0, Summary: 1 }),
    msTask(1, { Summary: 1 }),
    msTask(2, { OutlineLevel: 2, Summary: 1 }),
    msTask(3, { OutlineLevel: 3, Duration: "PT0H0M0S" }),
    msTask(4),
  ]);
  expect(plan.tasks.map(({ uid, kind, parent }) => [uid, kind, parent])).toEqual([
    ["1", "summary", null],
    ["2", "summary", "1"],
    ["3", "milestone", "2"],
    ["4", "task", null],
  ]);
});

test("a calendar of its own, hours over midnight, and a day counted day and night", () => {
  const calendars = [msCalendar(1), msCalendar(2, { week: nightShift, name: "Nights" })];
  const plan = read(
    [msTask(1, { CalendarUID: 2 }), msTask(2, { DurationFormat: 8, Duration: "PT48H0M0S" })],
    { calendars },
  );
  expect(plan.tasks.map(({ calendar }) => calendar)).toEqual(["2", "elapsed"]);
  expect(plan.calendars.find(({ uid }) => uid === "2")!.week[3]).toEqual([
    { from: 1200, to: 1440 },
  ]);
  expect(plan.calendars.find(({ uid }) => uid === "elapsed")!.week[0]).toEqual([
    { from: 0, to: 1440 },
  ]);
});

const exceptionsOf = (more: string) =>
  read([msTask(1)], { calendars: [msCalendar(1, { more })] }).calendars[0]!.exceptions;
const period = (from: string, to: string) =>
  elements({ TimePeriod: elements({ FromDate: `${from}T00:00:00`, ToDate: `${to}T23:59:00` }) });
const exception = (from: string, to: string, fields: string) =>
  elements({
    Exceptions: elements({
      Exception:
        period(from, to) + elements({ Name: "Why" }) + fields + elements({ DayWorking: 0 }),
    }),
  });
const daysIn = (from: string, to: string, fields: string) =>
  exceptionsOf(exception(from, to, fields))
    .map(({ on }) => on)
    .join(" ");

test("exceptions come again by day, week, month and year", () => {
  expect(daysIn("2026-07-03", "2026-07-04", "<Type>1</Type>")).toBe("2026-07-03 2026-07-04");
  expect(daysIn("2026-07-01", "2026-07-09", "<Type>7</Type><Period>4</Period>")).toBe(
    "2026-07-01 2026-07-05 2026-07-09",
  );
  expect(
    daysIn(
      "2026-07-01",
      "2026-07-31",
      "<Type>6</Type><Period>2</Period><DaysOfWeek>8</DaysOfWeek>",
    ),
  ).toBe("2026-07-01 2026-07-15 2026-07-29");
  expect(
    daysIn("2026-01-15", "2026-04-30", "<Type>4</Type><Period>1</Period><MonthDay>31</MonthDay>"),
  ).toBe("2026-01-31 2026-02-28 2026-03-31 2026-04-30");
  expect(
    daysIn("2026-01-15", "2026-04-30", "<Type>4</Type><Period>2</Period><MonthDay>1</MonthDay>"),
  ).toBe("2026-02-01 2026-04-01");
  // The last Monday of May, the fourth Thursday of November, the first weekday.
  expect(
    daysIn(
      "2026-01-01",
      "2027-12-31",
      "<Type>3</Type><Month>4</Month><MonthPosition>4</MonthPosition><MonthItem>4</MonthItem>",
    ),
  ).toBe("2026-05-25 2027-05-31");
  expect(
    daysIn(
      "2026-01-01",
      "2026-12-31",
      "<Type>3</Type><Month>10</Month><MonthPosition>3</MonthPosition><MonthItem>7</MonthItem>",
    ),
  ).toBe("2026-11-26");
  expect(
    daysIn(
      "2026-08-01",
      "2026-09-30",
      "<Type>5</Type><MonthPosition>0</MonthPosition><MonthItem>1</MonthItem>",
    ),
  ).toBe("2026-08-03 2026-09-01");
  expect(
    daysIn(
      "2026-08-01",
      "2026-08-31",
      "<Type>5</Type><MonthPosition>1</MonthPosition><MonthItem>2</MonthItem>",
    ),
  ).toBe("2026-08-02");
  expect(
    daysIn("2026-01-01", "2028-12-31", "<Type>2</Type><Month>6</Month><MonthDay>4</MonthDay>"),
  ).toBe("2026-07-04 2027-07-04 2028-07-04");
});

test("a week of its own stands for its days, and what cannot be counted is named", () => {
  const times = "<WorkingTime><FromTime>06:00:00</FromTime><ToTime>10:00:00</ToTime></WorkingTime>";
  const own = elements({ Name: "Flood", WeekDays: weekDay(2, times) });
  const week = elements({
    WorkWeeks: elements({ WorkWeek: period("2026-07-06", "2026-07-10") + own }),
  });
  expect(exceptionsOf(week)).toEqual([
    { on: "2026-07-06", shifts: [{ from: 360, to: 600 }], why: "Flood" },
  ]);
  const counted = exception("2026-07-01", "2026-07-31", "<Type>8</Type>");
  const plan = read([msTask(1)], { calendars: [msCalendar(1, { more: counted })] });
  expect(plan.unsupported).toEqual([
    { what: "Exceptions of calendars by count of days", where: ["Standard: Why"], count: 1 },
  ]);
});

test("a calendar of a resource takes what it does not say from its base", () => {
  const hours = { WeekDays: weekDay(6, "") };
  const own = elements({
    Calendar: elements({ UID: 3, Name: "Crew", IsBaseCalendar: 0, BaseCalendarUID: 1, ...hours }),
  });
  const { calendars } = read([msTask(1, { CalendarUID: 3 })], { calendars: [own, msCalendar(1)] });
  const crew = calendars.find(({ uid }) => uid === "3")!;
  expect(crew.week.map((shifts) => shifts.length)).toEqual([0, 2, 2, 2, 2, 0, 0]);
});

test("what is not taken is listed with where it stands", () => {
  const assigned = (TaskUID: number, ResourceUID: number) =>
    elements({ Assignment: elements({ TaskUID, ResourceUID }) });
  const more = elements({
    Resources: elements({ Resource: elements({ UID: 1, Name: "Crane" }) }),
    Assignments: assigned(1, 1) + assigned(2, -65_535),
  });
  const plan = read(
    [
      msTask(1, { Manual: 1, LevelingDelay: 4800 }, "<Baseline><Number>0</Number></Baseline>"),
      msTask(2, { Active: 0 }),
      msTask(3, { CalendarUID: 9 }),
      msTask(4, { Stop: "2026-06-01T10:00:00", Resume: "2026-06-02T08:00:00" }),
      msTask(5, { Summary: 1 }),
      msTask(6, { OutlineLevel: 2 }, msLink(5)),
    ],
    { more, fields: { ScheduleFromStart: 0 } },
  );
  expect(plan.unsupported.map(({ what, where, count }) => [what, where.join(), count])).toEqual([
    ["Inactive tasks", "Task 2", 1],
    ["Links of summary tasks", "Task 5 → Task 6", 1],
    ["Resources", "Crane", 1],
    ["Assignments of resources", "", 1],
    ["Baselines of tasks", "", 1],
    ["Scheduling back from the finish", "", 1],
    ["Tasks scheduled by hand", "Task 1", 1],
    ["Delays by levelling", "Task 1", 1],
    ["Tasks in parts", "Task 4", 1],
  ]);
  expect(first(plan).beyond).toEqual(["manual", "levelling", "resources", "fromFinish"]);
  expect(plan.tasks[1]).toMatchObject({ calendar: null, missingCalendar: "9" });
});

test("the data date is the status date, else what progress tells, else the start", () => {
  const at = (plan: Plan) => [saidMoment(plan.dataDate), plan.dataDateFrom];
  expect(at(read([msTask(1)], { fields: { StatusDate: "2026-06-30T17:00:00" } }))).toEqual([
    "2026-06-30 17:00",
    "file",
  ]);
  expect(at(read([msTask(1)]))).toEqual(["2026-06-01 08:00", "start"]);
  const begun = {
    ActualStart: "2026-06-02T08:00:00",
    RemainingDuration: "PT3H0M0S",
    PercentComplete: 62,
  };
  expect(at(read([msTask(1, begun)]))).toEqual(["2026-06-02 14:00", "progress"]);
});
