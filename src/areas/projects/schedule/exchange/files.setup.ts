// Files as other programs write them, made here for the tests.

type Fields = Readonly<Record<string, string | number>>;
/** Elements by their names; what they hold stands as it is. */
export const elements = (of: Fields): string =>
  Object.entries(of)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("");

const shift = (from: string, to: string) =>
  `<WorkingTime><FromTime>${from}:00</FromTime><ToTime>${to}:00</ToTime></WorkingTime>`;
const workday = shift("08:00", "12:00") + shift("13:00", "17:00");
/** Hours of a weekday of Microsoft Project: 1 is Sunday; no hours are a day off. */
export const weekDay = (type: number, times: string): string =>
  `<WeekDay><DayType>${type}</DayType><DayWorking>${times ? 1 : 0}</DayWorking>${
    times ? `<WorkingTimes>${times}</WorkingTimes>` : ""
  }</WeekDay>`;
const fiveDays = [1, 2, 3, 4, 5, 6, 7]
  .map((at) => weekDay(at, at === 1 || at === 7 ? "" : workday))
  .join("");
/** A calendar of Microsoft Project: five days of eight hours, and more. */
export const msCalendar = (
  uid: number,
  { week = fiveDays, more = "", name = "Standard" } = {},
): string =>
  `<Calendar>${elements({ UID: uid, Name: name, IsBaseCalendar: 1, BaseCalendarUID: -1 })}<WeekDays>${week}</WeekDays>${more}</Calendar>`;
export const nightShift = [1, 2, 3, 4, 5, 6, 7]
  .map((at) => weekDay(at, shift("20:00", "00:00")))
  .join("");

/** A task of Microsoft Project: eight hours from 8 on Monday, unless its fields say otherwise. */
export const msTask = (uid: number, fields: Fields = {}, more = ""): string =>
  `<Task>${elements({
    UID: uid,
    ID: uid,
    Name: `Task ${uid}`,
    OutlineLevel: 1,
    Start: "2026-06-01T08:00:00",
    Finish: "2026-06-01T17:00:00",
    Duration: "PT8H0M0S",
    DurationFormat: 7,
    Summary: 0,
    ...fields,
  })}${more}</Task>`;
/** A link of Microsoft Project; lags in tenths of a minute, types 0 FF, 1 FS, 2 SF, 3 SS. */
export const msLink = (from: number, fields: Fields = {}): string =>
  `<PredecessorLink>${elements({ PredecessorUID: from, Type: 1, CrossProject: 0, LinkLag: 0, LagFormat: 7, ...fields })}</PredecessorLink>`;

type MsFile = {
  tasks: readonly string[];
  calendars?: readonly string[];
  fields?: Fields;
  more?: string;
};
/** A file of Microsoft Project that begins on Monday 1 June 2026 at 8. */
export const msFile = ({
  tasks,
  calendars = [msCalendar(1)],
  fields = {},
  more = "",
}: MsFile): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Project xmlns="http://schemas.microsoft.com/project">${elements({
    SaveVersion: 14,
    Title: "Bridge",
    ScheduleFromStart: 1,
    StartDate: "2026-06-01T08:00:00",
    CalendarUID: 1,
    ...fields,
  })}${more}<Calendars>${calendars.join("")}</Calendars><Tasks>${tasks.join("")}</Tasks></Project>`;

const hours = "(0||0(s|08:00|f|12:00)())(0||1(f|17:00|s|13:00)())";
/** The hours of a calendar of P6: five days, and exceptions by their day number. */
export const p6Hours = (exceptions = "", week = hours): string =>
  `(0||CalendarData()((0||DaysOfWeek()(${[1, 2, 3, 4, 5, 6, 7]
    .map((at) => `(0||${at}()(${at === 1 || at === 7 ? "" : week}))`)
    .join("")}))(0||VIEW(ShowTotal|N)())(0||Exceptions()(${exceptions}))))`;

type Rows = readonly Fields[];
const table = (name: string, rows: Rows): string => {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [
    `%T\t${name}`,
    `%F\t${columns.join("\t")}`,
    ...rows.map((row) => `%R\t${columns.map((column) => row[column] ?? "").join("\t")}`),
  ].join("\r\n");
};
/** A file of P6 with its tables in their order. */
export const xerFile = (tables: Readonly<Record<string, Rows>>): string =>
  [
    "ERMHDR\t19.12\t2026-06-01\tProject\tadmin\tadmin\tdbxDatabaseNoName\tProject Management\tUSD",
    ...Object.entries(tables).map(([name, rows]) => table(name, rows)),
    "%E",
    "",
  ].join("\r\n");

export const p6Project = {
  proj_id: 1,
  proj_short_name: "BRIDGE",
  clndr_id: 10,
  last_recalc_date: "2026-06-01 00:00",
  plan_start_date: "2026-06-01 00:00",
};
export const p6Calendar = { clndr_id: 10, clndr_name: "Five days", clndr_data: p6Hours() };
export const p6Options = {
  proj_id: 1,
  sched_retained_logic: "Y",
  sched_progress_override: "N",
  sched_calendar_on_relationship_lag: "rcal_Predecessor",
};
/** An activity of P6: eight hours, not begun. */
export const p6Task = (id: number, fields: Fields = {}): Fields => ({
  task_id: id,
  proj_id: 1,
  wbs_id: 100,
  clndr_id: 10,
  task_type: "TT_Task",
  status_code: "TK_NotStart",
  complete_pct_type: "CP_Drtn",
  task_code: `A${id}`,
  task_name: `Task ${id}`,
  target_drtn_hr_cnt: 8,
  remain_drtn_hr_cnt: 8,
  early_start_date: "2026-06-01 08:00",
  early_end_date: "2026-06-01 17:00",
  ...fields,
});
export const p6Link = (from: number, to: number, fields: Fields = {}): Fields => ({
  task_pred_id: from * 100 + to,
  task_id: to,
  pred_task_id: from,
  proj_id: 1,
  pred_proj_id: 1,
  pred_type: "PR_FS",
  lag_hr_cnt: 0,
  ...fields,
});
/** A project of P6 with its activities and links. */
export const p6File = (
  tasks: Rows,
  links: Rows = [],
  more: Readonly<Record<string, Rows>> = {},
): string =>
  xerFile({
    PROJECT: [p6Project],
    CALENDAR: [p6Calendar],
    SCHEDOPTIONS: [p6Options],
    TASK: tasks,
    ...(links.length > 0 ? { TASKPRED: links } : {}),
    ...more,
  });
