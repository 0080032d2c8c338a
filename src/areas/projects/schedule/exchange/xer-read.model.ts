import type { LagCalendar, LinkType } from "../network.model.ts";
import {
  Findings,
  momentIn,
  Refused,
  type Plan,
  type PlanLink,
  type PlanTask,
} from "./plan.model.ts";
import { soundPlan } from "./sound.model.ts";
import { xerCalendars } from "./xer-calendar.model.ts";
import { knownColumns } from "./xer-columns.data.ts";
import { tablesOf, type XerFile, type XerRow } from "./xer-table.model.ts";
import { readActivity, type XerGround } from "./xer-task.model.ts";

const lagCalendars: Readonly<Record<string, LagCalendar>> = {
  rcal_Predecessor: "predecessor",
  rcal_Successor: "successor",
  rcal_24Hour: "allHours",
  rcal_ProjDefault: "project",
};
const types: Readonly<Record<string, LinkType>> = {
  PR_FS: "FS",
  PR_SS: "SS",
  PR_FF: "FF",
  PR_SF: "SF",
};
const read = new Set(["PROJECT", "CALENDAR", "PROJWBS", "TASK", "TASKPRED", "SCHEDOPTIONS"]);
/** Tables that say nothing of a project's plan. */
const silent = new Set([
  "CURRTYPE",
  "OBS",
  "UMEASURE",
  "RISKTYPE",
  "FINTMPL",
  "DOCCATG",
  "MEMOTYPE",
]);
const labels: Readonly<Record<string, string>> = {
  ACTVCODE: "Activity codes",
  TASKACTV: "Activity codes of activities",
  RSRC: "Resources",
  TASKRSRC: "Assignments of resources (their costs are taken)",
  PROJCOST: "Expenses (their costs are taken)",
  UDFVALUE: "User-defined fields",
  TASKMEMO: "Notes of activities",
  TASKPROC: "Steps of activities",
  RSRCRATE: "Rates of resources",
};

const projectOf = (
  rows: readonly XerRow[],
  tasks: readonly XerRow[],
  findings: Findings,
): XerRow => {
  const counts = new Map<string, number>();
  for (const task of tasks)
    counts.set(task.get("proj_id"), (counts.get(task.get("proj_id")) ?? 0) + 1);
  const has = (row: XerRow) => counts.get(row.get("proj_id")) ?? 0;
  const ordered = rows.toSorted((a, b) => has(b) - has(a));
  const [project, ...others] = ordered;
  if (!project) throw new Refused("This XER holds no project.");
  for (const other of others)
    findings.left("Other projects of the file", other.get("proj_short_name"));
  return project;
};

// The summaries above the activities, from the top; those without any are not taken.
const wbsOf = (rows: readonly XerRow[], used: ReadonlySet<string>, findings: Findings) => {
  const byId = new Map(rows.map((row) => [row.get("wbs_id"), row]));
  const isTop = (row: XerRow) =>
    row.get("proj_node_flag") === "Y" || !byId.has(row.get("parent_wbs_id"));
  const needed = new Set<string>();
  for (const id of used)
    for (let row = byId.get(id); row && !isTop(row); row = byId.get(row.get("parent_wbs_id"))) {
      if (needed.has(row.get("wbs_id"))) break;
      needed.add(row.get("wbs_id"));
    }
  const empty = rows.filter((row) => !isTop(row) && !needed.has(row.get("wbs_id")));
  if (empty.length > 0) findings.left("WBS elements without activities", null, empty.length);
  const children = new Map<string, XerRow[]>();
  for (const row of rows) {
    if (!needed.has(row.get("wbs_id"))) continue;
    const above = byId.get(row.get("parent_wbs_id"));
    const key = above && !isTop(above) ? above.get("wbs_id") : "";
    children.set(key, [...(children.get(key) ?? []), row]);
  }
  for (const list of children.values())
    list.sort((a, b) => Number(a.get("seq_num") || 0) - Number(b.get("seq_num") || 0));
  return { children, needed };
};

const summaryOf = (row: XerRow, parent: PlanTask | null): PlanTask => ({
  uid: `wbs${row.get("wbs_id")}`,
  code: [parent?.code, row.get("wbs_short_name")].filter(Boolean).join("."),
  name: row.get("wbs_name") || row.get("wbs_short_name"),
  row: row.line,
  kind: "summary",
  parent: parent?.uid ?? null,
  calendar: null,
  missingCalendar: null,
  duration: 0,
  remaining: 0,
  percent: 0,
  actualStart: null,
  actualFinish: null,
  constraint: null,
  deadline: null,
  start: null,
  finish: null,
  cents: 0,
  beyond: [],
});

const tasksOf = (
  activities: readonly XerRow[],
  wbs: readonly XerRow[],
  ground: XerGround,
): PlanTask[] => {
  const used = new Set(activities.map((row) => row.get("wbs_id")));
  const { children, needed } = wbsOf(wbs, used, ground.findings);
  const within = new Map<string, XerRow[]>();
  for (const row of activities) {
    const key = needed.has(row.get("wbs_id")) ? row.get("wbs_id") : "";
    within.set(key, [...(within.get(key) ?? []), row]);
  }
  const tasks: PlanTask[] = [];
  const codes = new Set<string>();
  const add = (key: string, above: PlanTask | null): void => {
    for (const row of within.get(key) ?? []) {
      const task = readActivity(row, above?.uid ?? null, ground);
      if (task) tasks.push(task);
    }
    for (const row of children.get(key) ?? []) {
      const own = summaryOf(row, above);
      // WBS codes may repeat beneath one element: the id keeps them apart.
      const code = codes.has(own.code) ? `${own.code} (${row.get("wbs_id")})` : own.code;
      codes.add(code);
      const summary = { ...own, code };
      tasks.push(summary);
      add(row.get("wbs_id"), summary);
    }
  };
  add("", null);
  return tasks;
};

const linksOf = (
  rows: readonly XerRow[],
  tasks: readonly PlanTask[],
  all: readonly XerRow[],
  lagCalendar: LagCalendar,
  findings: Findings,
): PlanLink[] => {
  const taken = new Set(tasks.map(({ uid }) => uid));
  const stored = new Set(all.map((row) => row.get("task_id")));
  return rows.flatMap((row): PlanLink[] => {
    const [from, to] = [row.get("pred_task_id"), row.get("task_id")];
    if (!taken.has(from) || !taken.has(to)) {
      const outside = row.get("pred_proj_id") !== row.get("proj_id");
      if (outside) findings.left("Links to other projects", `row ${row.line}`);
      else if (stored.has(from) && stored.has(to))
        findings.left("Links of activities that are not taken", `row ${row.line}`);
      else
        findings.wrong(row.line, `A link joins ${from} and ${to}, and one of them is not there.`);
      return [];
    }
    const type = types[row.get("pred_type")];
    const lag = Math.round(Number((row.get("lag_hr_cnt") || "0").replace(",", ".")) * 60);
    if (!type) findings.wrong(row.line, `A link of the unknown kind ${row.get("pred_type")}.`);
    if (!Number.isFinite(lag)) findings.wrong(row.line, "A link has a lag that is no number.");
    return type ? [{ from, to, type, lag, lagCalendar }] : [];
  });
};

const centsOf = (file: XerFile): ReadonlyMap<string, number> => {
  const cents = new Map<string, number>();
  for (const table of ["TASKRSRC", "PROJCOST"])
    for (const row of file.tables.get(table) ?? []) {
      const cost = Number((row.get("target_cost") || "0").replace(",", "."));
      const task = row.get("task_id");
      if (Number.isFinite(cost)) cents.set(task, (cents.get(task) ?? 0) + Math.round(cost * 100));
    }
  return cents;
};

const nameTheRest = (file: XerFile, findings: Findings): void => {
  for (const [table, rows] of file.tables)
    if (!read.has(table) && !silent.has(table) && rows.length > 0)
      findings.left(labels[table] ?? `Table ${table}`, null, rows.length);
  for (const [table, known] of Object.entries(knownColumns)) {
    const columns = new Set(known.split(" "));
    for (const column of file.columns.get(table) ?? [])
      if (!columns.has(column)) findings.left("Columns of another version", `${table}.${column}`);
  }
};

const optionsOf = (file: XerFile, project: string, findings: Findings) => {
  const all = file.tables.get("SCHEDOPTIONS") ?? [];
  const own = all.find((row) => row.get("proj_id") === project) ?? all[0];
  const said = own?.get("sched_calendar_on_relationship_lag") ?? "";
  if (!own)
    findings.left("The options of scheduling are not in the file; P6's usual ones are taken");
  const overrides = own?.get("sched_progress_override") === "Y";
  const retains = own?.get("sched_retained_logic") !== "N";
  if (!overrides && !retains) findings.left("Progress by actual dates; retained logic is taken");
  return {
    lagCalendar: lagCalendars[said] ?? ("predecessor" as const),
    outOfSequence: overrides ? ("override" as const) : ("retained" as const),
    usesExpectedFinish: own?.get("sched_use_expect_end_flag") === "Y",
  };
};

const required: readonly (readonly [string, readonly string[]])[] = [
  ["PROJECT", ["proj_id"]],
  ["TASK", ["task_id", "proj_id", "task_name", "task_type", "status_code", "clndr_id"]],
  ["TASKPRED", ["task_id", "pred_task_id", "pred_type"]],
];
const lookForColumns = (file: XerFile): void => {
  for (const [table, columns] of required) {
    const there = file.columns.get(table);
    const missing = there ? columns.filter((column) => !there.includes(column)) : [];
    if (missing.length > 0)
      throw new Refused(`The table ${table} of this XER has no column ${missing.join(", ")}.`);
  }
};

/**
 * A schedule of Primavera P6 (XER). Columns are found by their names, so that another version's are
 * named and not fatal; lags are counted in the calendar of the options of scheduling.
 * @throws Refused for what is no such file, and with the faults of its rows.
 */
export const readXer = (text: string): Plan => {
  const findings = new Findings();
  const file = tablesOf(text);
  lookForColumns(file);
  const activities = file.tables.get("TASK") ?? [];
  const project = projectOf(file.tables.get("PROJECT") ?? [], activities, findings);
  const id = project.get("proj_id");
  const own = (table: string) =>
    (file.tables.get(table) ?? []).filter((row) => row.get("proj_id") === id);
  const options = optionsOf(file, id, findings);
  const all = xerCalendars(file.tables.get("CALENDAR") ?? [], findings);
  const calendars = new Set(all.map(({ uid }) => uid));
  const ground = {
    findings,
    calendars,
    cents: centsOf(file),
    usesExpectedFinish: options.usesExpectedFinish,
  };
  const tasks = tasksOf(own("TASK"), own("PROJWBS"), ground);
  const links = linksOf(own("TASKPRED"), tasks, activities, options.lagCalendar, findings);
  nameTheRest(file, findings);
  const at = (column: string, label: string) =>
    momentIn(project.get(column), { row: project.line, label, findings });
  const starts = tasks.flatMap(({ start }) => start ?? []);
  const told = at("last_recalc_date", "Data date");
  const start =
    at("plan_start_date", "Start of the project") ??
    starts.reduce((a, b) => Math.min(a, b), told ?? Infinity);
  if (!Number.isFinite(start))
    findings.wrong(project.line, "The file says no start of the project.");
  const main = project.get("clndr_id");
  const used = new Set([main, ...tasks.map(({ calendar }) => calendar)]);
  for (const each of all)
    if (!used.has(each.uid)) findings.left("Calendars that no activity has", each.name);
  const top = own("PROJWBS").find((row) => row.get("proj_node_flag") === "Y");
  return soundPlan(
    {
      format: "xer",
      program: `Primavera P6 ${file.version}`,
      name: top?.get("wbs_name") || project.get("proj_short_name"),
      start,
      dataDate: Math.max(start, told ?? start),
      dataDateFrom: told === null ? "start" : "file",
      outOfSequence: options.outOfSequence,
      calendar: calendars.has(main) ? main : null,
      calendars: all.filter(({ uid }) => used.has(uid)),
      tasks,
      links,
    },
    findings,
  );
};
