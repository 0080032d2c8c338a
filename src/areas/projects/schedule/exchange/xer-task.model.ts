import type { ConstraintKind } from "../network.model.ts";
import { longest, momentIn, type Beyond, type Findings, type PlanTask } from "./plan.model.ts";
import type { XerRow } from "./xer-table.model.ts";

/** What of the file its tasks are read by. */
export type XerGround = {
  findings: Findings;
  calendars: ReadonlySet<string>;
  /** Cents by task, of its resources and expenses. */
  cents: ReadonlyMap<string, number>;
  usesExpectedFinish: boolean;
};

const kinds: Readonly<Record<string, ConstraintKind>> = {
  CS_MSO: "startOn",
  CS_MSOA: "startNoEarlier",
  CS_MSOB: "startNoLater",
  CS_MEO: "finishOn",
  CS_MEOA: "finishNoEarlier",
  CS_MEOB: "finishNoLater",
  CS_MANDSTART: "startOn",
  CS_MANDFIN: "finishOn",
  CS_ALAP: "asLateAsPossible",
};
const mandatory = new Set(["CS_MANDSTART", "CS_MANDFIN"]);
const leftOut: Readonly<Record<string, string>> = {
  TT_LOE: "Activities by level of effort",
  TT_WBS: "Summaries of the WBS as activities",
};

/** Minutes of a count of hours; a comma is a point there too. */
const minutesIn = (row: XerRow, column: string): number | null => {
  const text = row.get(column);
  return text === "" ? null : Math.round(Number(text.replace(",", ".")) * 60);
};

type Reading = { row: XerRow; name: string; ground: XerGround };
const moment = ({ row, name, ground }: Reading, column: string, label: string) =>
  momentIn(row.get(column), {
    row: row.line,
    label: `${name}, ${label}`,
    findings: ground.findings,
  });

const constraintIn = (of: Reading, type: string, date: string): PlanTask["constraint"] => {
  const { row, name, ground } = of;
  const said = row.get(type);
  if (said === "") return null;
  const kind = kinds[said];
  if (!kind) {
    ground.findings.left("Constraints of an unknown kind", `${name}: ${said}`);
    return null;
  }
  if (kind === "asLateAsPossible") return { kind, at: 0 };
  const at = moment(of, date, "constraint");
  if (at === null) ground.findings.wrong(row.line, `${name}: its constraint has no date.`);
  return at === null ? null : { kind, at };
};

const percentOf = (row: XerRow, duration: number, remaining: number): number => {
  const by = row.get("complete_pct_type");
  if (row.get("status_code") === "TK_Complete") return 100;
  if (by === "CP_Phys") return Number(row.get("phys_complete_pct") || 0);
  if (by === "CP_Units") {
    const of = (column: string) => Number(row.get(column) || 0);
    const done = of("act_work_qty") + of("act_equip_qty");
    const all = done + of("remain_work_qty") + of("remain_equip_qty");
    return all > 0 ? Math.round((done / all) * 100) : 0;
  }
  const begun = row.get("status_code") !== "TK_NotStart" && duration > 0;
  return begun ? Math.min(99, Math.max(0, Math.round((1 - remaining / duration) * 100))) : 0;
};

// What has not begun takes what is left of it; P6 keeps both lengths.
const lengthsOf = ({ row, name, ground }: Reading, isMilestone: boolean) => {
  const planned = minutesIn(row, "target_drtn_hr_cnt");
  const left = minutesIn(row, "remain_drtn_hr_cnt");
  if (planned === null && left === null && !isMilestone)
    ground.findings.wrong(row.line, `${name} has no duration.`);
  const target = planned ?? left ?? 0;
  const remaining = row.get("status_code") === "TK_Complete" ? 0 : (left ?? target);
  const ahead = row.get("status_code") === "TK_NotStart";
  // Of what has begun only what is left places anything: a slip in what was planned is named.
  const slipped = !ahead && target > longest && remaining <= longest;
  if (slipped) ground.findings.left("Planned durations longer than a schedule", name);
  const duration = ahead || slipped ? remaining : target;
  return isMilestone
    ? { duration: 0, remaining: 0, percent: percentOf(row, 0, 0) }
    : { duration, remaining, percent: percentOf(row, target, remaining) };
};

const calendarOf = (row: XerRow, { calendars }: XerGround) => {
  const named = row.get("clndr_id");
  const known = calendars.has(named);
  return { calendar: known ? named : null, missingCalendar: known || named === "" ? null : named };
};

const placeOf = (of: Reading) => {
  const begun = moment(of, "act_start_date", "actual start");
  const done = moment(of, "act_end_date", "actual finish");
  const early = moment(of, "early_start_date", "early start");
  const end = moment(of, "early_end_date", "early finish");
  return {
    actualStart: begun ?? done,
    actualFinish: done,
    start: begun ?? done ?? early,
    finish: done ?? end,
  };
};

/** Constraint and deadline: a second constraint that bounds the end is a deadline here. */
const heldBy = (of: Reading) => {
  const { row, name, ground } = of;
  const constraint = constraintIn(of, "cstr_type", "cstr_date");
  const second = constraintIn(of, "cstr_type2", "cstr_date2");
  const isBound = second?.kind === "finishNoLater";
  const beyond: Beyond[] = [];
  if (mandatory.has(row.get("cstr_type"))) beyond.push("mandatory");
  if (second && !isBound) {
    beyond.push("secondConstraint");
    ground.findings.left("Second constraints", name);
  }
  return { constraint, deadline: isBound ? second.at : null, beyond };
};

const beyondOf = ({ row, name, ground }: Reading): Beyond[] => {
  const found: Beyond[] = [];
  if (ground.usesExpectedFinish && row.get("expect_end_date") !== "") {
    found.push("expectedFinish");
    ground.findings.left("Expected finishes", name);
  }
  if (row.get("suspend_date") !== "") {
    found.push("suspended");
    ground.findings.left("Suspended activities", name);
  }
  if (row.get("task_type") === "TT_Rsrc") {
    found.push("resources");
    ground.findings.left("Activities that their resources place", name);
  }
  return found;
};

/** One activity; null for a kind that a schedule here does not know, which is named. */
export const readActivity = (
  row: XerRow,
  parent: string | null,
  ground: XerGround,
): PlanTask | null => {
  const code = row.get("task_code");
  const name = row.get("task_name") || code;
  const type = row.get("task_type");
  if (leftOut[type]) {
    ground.findings.left(leftOut[type], `${code} ${name}`);
    return null;
  }
  const of = { row, name, ground };
  const isMilestone = type === "TT_Mile" || type === "TT_FinMile";
  const { beyond, ...held } = heldBy(of);
  const uid = row.get("task_id");
  return {
    uid,
    code: code || uid,
    name,
    row: row.line,
    kind: isMilestone ? "milestone" : "task",
    parent,
    ...calendarOf(row, ground),
    ...lengthsOf(of, isMilestone),
    ...placeOf(of),
    ...held,
    cents: ground.cents.get(uid) ?? 0,
    beyond: [...beyond, ...beyondOf(of)],
  };
};
