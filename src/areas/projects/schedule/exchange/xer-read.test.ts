import { expect, test } from "vitest";
import {
  p6Calendar,
  p6File,
  p6Hours,
  p6Link,
  p6Options,
  p6Project,
  p6Task,
  xerFile,
} from "./files.setup.ts";
import { saidMoment, type Plan } from "./plan.model.ts";
import { decodeXer } from "./xer-table.model.ts";
import { readXer } from "./xer-read.model.ts";

const named = (plan: Plan) =>
  plan.unsupported.map(({ what, where, count }) => [what, where.join(), count]);

test("an activity with its lengths in hours, its links and lags", () => {
  const plan = readXer(
    p6File(
      [p6Task(1, { target_drtn_hr_cnt: "20,5", remain_drtn_hr_cnt: "20,5" }), p6Task(2)],
      [p6Link(1, 2, { pred_type: "PR_SS", lag_hr_cnt: -12 })],
    ),
  );
  expect(plan.tasks.map(({ code, duration }) => [code, duration])).toEqual([
    ["A1", 1230],
    ["A2", 480],
  ]);
  expect(plan.links).toEqual([
    { from: "1", to: "2", type: "SS", lag: -720, lagCalendar: "predecessor" },
  ]);
  expect(plan).toMatchObject({
    format: "xer",
    program: "Primavera P6 19.12",
    calendar: "10",
    name: "BRIDGE",
  });
});

test("the options say whose calendar counts lags, and how progress goes on", () => {
  const read = (options: object) => {
    const { links, outOfSequence, unsupported } = readXer(
      p6File([p6Task(1), p6Task(2)], [p6Link(1, 2)], {
        SCHEDOPTIONS: [{ ...p6Options, ...options }],
      }),
    );
    return [links[0]!.lagCalendar, outOfSequence, unsupported[0]?.what];
  };
  const lag = (of: string) => read({ sched_calendar_on_relationship_lag: of })[0];
  expect(
    ["rcal_Predecessor", "rcal_Successor", "rcal_24Hour", "rcal_ProjDefault"].map(lag),
  ).toEqual(["predecessor", "successor", "allHours", "project"]);
  expect(read({ sched_progress_override: "Y" })[1]).toBe("override");
  expect(read({ sched_retained_logic: "N" })).toEqual([
    "predecessor",
    "retained",
    "Progress by actual dates; retained logic is taken",
  ]);
});

test("hours are read by their names and laid out anyhow; a finish at midnight is the day's end", () => {
  const nested =
    "(0||CalendarData()(\u007F\u007F  (0||DaysOfWeek()(\u007F    (0||1()())(0||2()(\u007F(0||0(s|8:00|f|00:00)())))))\u007F(0||Exceptions()((0||0(d|46175)())(0||1(d|46179)((0||0(f|12:00|s|06:00)())))))))";
  const { calendars } = readXer(
    p6File([p6Task(1)], [], { CALENDAR: [{ ...p6Calendar, clndr_data: nested }] }),
  );
  expect(calendars[0]!.week).toEqual([[], [{ from: 480, to: 1440 }], [], [], [], [], []]);
  expect(calendars[0]!.exceptions).toEqual([
    { on: "2026-06-02", shifts: [], why: "" },
    { on: "2026-06-06", shifts: [{ from: 360, to: 720 }], why: "" },
  ]);
});

test("a calendar takes the days off of the global one that it leans on", () => {
  const rows = [
    { clndr_id: 9, clndr_name: "Global", clndr_data: p6Hours("(0||0(d|46175)())") },
    { ...p6Calendar, base_clndr_id: 9, clndr_data: p6Hours("(0||0(d|46176)())") },
  ];
  const { calendars } = readXer(p6File([p6Task(1)], [], { CALENDAR: rows }));
  expect(calendars[0]!.exceptions.map(({ on }) => on)).toEqual(["2026-06-02", "2026-06-03"]);
});

test("every kind of constraint; a second one that bounds the end is a deadline", () => {
  const types = [
    ...["CS_MSO", "CS_MSOA", "CS_MSOB", "CS_MEO", "CS_MEOA", "CS_MEOB"],
    ...["CS_MANDSTART", "CS_MANDFIN", "CS_ALAP"],
  ];
  const { tasks } = readXer(
    p6File(
      types.map((cstr_type, at) => p6Task(at + 1, { cstr_type, cstr_date: "2026-06-03 08:00" })),
    ),
  );
  expect(tasks.map(({ constraint }) => constraint!.kind)).toEqual([
    ...[
      "startOn",
      "startNoEarlier",
      "startNoLater",
      "finishOn",
      "finishNoEarlier",
      "finishNoLater",
    ],
    ...["startOn", "finishOn", "asLateAsPossible"],
  ]);
  expect(tasks.map(({ beyond }) => beyond.join())).toEqual([
    "",
    "",
    "",
    "",
    "",
    "",
    "mandatory",
    "mandatory",
    "",
  ]);
  const second = readXer(
    p6File([
      p6Task(1, { cstr_type2: "CS_MEOB", cstr_date2: "2026-06-30 17:00" }),
      p6Task(2, { cstr_type2: "CS_MSOA", cstr_date2: "2026-06-30 08:00", cstr_type: "CS_NEW" }),
    ]),
  );
  expect(saidMoment(second.tasks[0]!.deadline!)).toBe("2026-06-30 17:00");
  expect(second.tasks[1]!.beyond).toEqual(["secondConstraint"]);
  expect(named(second)).toContainEqual(["Constraints of an unknown kind", "Task 2: CS_NEW", 1]);
});

test("progress: what is done, what has begun, and a plan that slipped by a thousand years", () => {
  const { tasks, unsupported } = readXer(
    p6File([
      p6Task(1, {
        status_code: "TK_Complete",
        act_start_date: "2026-05-04 08:00",
        act_end_date: "2026-05-05 17:00",
        target_drtn_hr_cnt: 16,
      }),
      p6Task(2, {
        status_code: "TK_Active",
        act_start_date: "2026-05-04 08:00",
        target_drtn_hr_cnt: 32,
      }),
      p6Task(3, {
        status_code: "TK_Active",
        act_start_date: "2026-05-04 08:00",
        target_drtn_hr_cnt: 5_469_776,
      }),
      p6Task(4, {
        status_code: "TK_Active",
        act_start_date: "2026-05-04 08:00",
        complete_pct_type: "CP_Phys",
        phys_complete_pct: 40,
      }),
      p6Task(5, {
        status_code: "TK_Active",
        act_start_date: "2026-05-04 08:00",
        complete_pct_type: "CP_Units",
        act_work_qty: 1,
        remain_work_qty: 3,
      }),
      p6Task(6, { task_type: "TT_FinMile", early_end_date: "2026-06-01 17:00" }),
    ]),
  );
  expect(
    tasks.map(({ kind, duration, remaining, percent }) => [kind, duration, remaining, percent]),
  ).toEqual([
    ["task", 960, 0, 100],
    ["task", 1920, 480, 75],
    ["task", 480, 480, 99],
    ["task", 480, 480, 40],
    ["task", 480, 480, 25],
    ["milestone", 0, 0, 0],
  ]);
  expect(tasks[0]!.start).toBe(tasks[0]!.actualStart);
  expect(unsupported.map(({ what }) => what)).toEqual(["Planned durations longer than a schedule"]);
});

test("the WBS becomes summaries in its order; what has no activity is left out", () => {
  const wbs = (wbs_id: number, parent: number, short: string, seq_num: number, top = "N") => ({
    ...{
      wbs_id,
      proj_id: 1,
      parent_wbs_id: parent,
      wbs_short_name: short,
      wbs_name: `Part ${short}`,
    },
    ...{ seq_num, proj_node_flag: top },
  });
  const plan = readXer(
    p6File(
      [p6Task(1, { wbs_id: 103 }), p6Task(2, { wbs_id: 100 }), p6Task(3, { wbs_id: 102 })],
      [],
      {
        PROJWBS: [
          wbs(100, 99, "BR", 0, "Y"),
          wbs(101, 100, "B", 2),
          wbs(102, 100, "A", 1),
          wbs(103, 101, "C", 0),
          wbs(104, 100, "D", 3),
        ],
      },
    ),
  );
  expect(plan.tasks.map(({ code, kind, parent }) => [code, kind, parent])).toEqual([
    ["A2", "task", null],
    ["A", "summary", null],
    ["A3", "task", "wbs102"],
    ["B", "summary", null],
    ["B.C", "summary", "wbs101"],
    ["A1", "task", "wbs103"],
  ]);
  expect(plan.name).toBe("Part BR");
  expect(named(plan)).toEqual([["WBS elements without activities", "", 1]]);
});

test("costs of resources and expenses are cents of their activity", () => {
  const { tasks, unsupported } = readXer(
    p6File([p6Task(1), p6Task(2)], [], {
      TASKRSRC: [
        { task_id: 1, proj_id: 1, target_cost: "1250.50" },
        { task_id: 1, proj_id: 1, target_cost: "100" },
      ],
      PROJCOST: [{ task_id: 2, proj_id: 1, target_cost: "0.25" }],
    }),
  );
  expect(tasks.map(({ cents }) => cents)).toEqual([135_050, 25]);
  expect(unsupported.map(({ what }) => what)).toEqual([
    "Assignments of resources (their costs are taken)",
    "Expenses (their costs are taken)",
  ]);
});

test("what P6 has and a schedule here has not is named", () => {
  const plan = readXer(
    p6File(
      [
        p6Task(1, { expect_end_date: "2026-06-05 17:00", clndr_id: 77, new_column: "x" }),
        p6Task(2, { task_type: "TT_LOE" }),
        p6Task(3, { task_type: "TT_WBS" }),
        p6Task(4, { suspend_date: "2026-06-05 17:00", task_type: "TT_Rsrc" }),
      ],
      [p6Link(1, 2), p6Link(9, 1, { pred_proj_id: 5 })],
      {
        SCHEDOPTIONS: [{ ...p6Options, sched_use_expect_end_flag: "Y" }],
        PROJECT: [p6Project, { ...p6Project, proj_id: 2, proj_short_name: "OTHER" }],
        TASKACTV: [{ task_id: 1 }],
        GIZMO: [{ a: 1 }],
        CALENDAR: [p6Calendar, { clndr_id: 11, clndr_name: "Idle" }],
      },
    ),
  );
  expect(named(plan)).toEqual([
    ["Other projects of the file", "OTHER", 1],
    ["Calendars without hours, taken as eight hours on five days", "Idle", 1],
    ["Expected finishes", "Task 1", 1],
    ["Activities by level of effort", "A2 Task 2", 1],
    ["Summaries of the WBS as activities", "A3 Task 3", 1],
    ["Suspended activities", "Task 4", 1],
    ["Activities that their resources place", "Task 4", 1],
    ["Links of activities that are not taken", "row 21", 1],
    ["Links to other projects", "row 22", 1],
    ["Activity codes of activities", "", 1],
    ["Table GIZMO", "", 1],
    ["Columns of another version", "TASK.new_column", 1],
    ["Calendars that no activity has", "Idle", 1],
  ]);
  expect(plan.tasks[0]).toMatchObject({ missingCalendar: "77", beyond: ["expectedFinish"] });
});

test("text is UTF-8 where it is that, else Windows-1252; a line break in a note goes on", () => {
  const text = p6File([p6Task(1, { task_name: "Brücke – Ost" })]);
  const utf8 = new TextEncoder().encode(text);
  expect(readXer(decodeXer(utf8)).tasks[0]!.name).toBe("Brücke – Ost");
  const old = Uint8Array.from(text, (sign) => (sign === "–" ? 0x96 : sign.charCodeAt(0)));
  expect(readXer(decodeXer(old)).tasks[0]!.name).toBe("Brücke – Ost");
  const broken = xerFile({
    PROJECT: [p6Project],
    CALENDAR: [p6Calendar],
    TASK: [{ task_memo: "one\r\ntwo", ...p6Task(1) }, p6Task(2)],
  });
  expect(readXer(broken).tasks.map(({ code }) => code)).toEqual(["A1", "A2"]);
});

test("columns stand in any order, and a file without links or options is read", () => {
  const shuffled = Object.fromEntries(Object.entries(p6Task(1)).toReversed());
  const plan = readXer(xerFile({ TASK: [shuffled], PROJECT: [p6Project], CALENDAR: [p6Calendar] }));
  expect(plan.tasks[0]).toMatchObject({ code: "A1", duration: 480 });
  expect(named(plan)).toEqual([
    ["The options of scheduling are not in the file; P6's usual ones are taken", "", 1],
  ]);
});
