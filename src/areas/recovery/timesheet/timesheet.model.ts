import { usDay } from "./day.model.ts";
import type { PaySort } from "../law/categories.labels.ts";

/** A row of a timesheet: what it says, before anybody is looked up. Days YYYY-MM-DD, times HH:MM. */
export type Entry = {
  line: number;
  /** The column of the day in FEMA's form, from 1; 0 where a row is a day. */
  column: number;
  who: string;
  className: string;
  day: string;
  /** Hours that it claims, in minutes; null where only from and to say it. */
  minutes: number | null;
  from: string | null;
  to: string | null;
  breakMinutes: number;
  pay: PaySort;
  activity: string;
  unit: string;
  standby: number;
};
/** A row that was not taken: its line in the file, whose it is, and why. */
export type Refusal = { line: number; who: string; why: string };
type Layout = "days" | "form";
export type Sheet = { layout: Layout; rows: number; entries: Entry[]; refused: Refusal[] };

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");
const named = {
  who: ["employee", "name", "employeename", "nameofemployee", "email"],
  className: ["class", "title", "jobtitle", "laborclass", "classification"],
  day: ["date", "day", "workedon", "datesworked"],
  from: ["from", "start", "timein", "begin"],
  to: ["to", "end", "timeout"],
  hours: ["hours", "hoursworked"],
  breakMinutes: ["break", "breakminutes", "lunch"],
  pay: ["pay", "type", "regot", "paytype", "regularovertime"],
  activity: ["activity", "work", "task", "description", "workperformed"],
  unit: ["unit", "equipment", "unittag"],
  standby: ["standby", "standbyminutes"],
  total: ["total", "totalhours", "hourstotal"],
} as const;
type Field = keyof typeof named;
type Heads = { at: Partial<Record<Field, number>>; days: { column: number; day: string }[] };

const headsOf = (row: readonly string[]): Heads => {
  const at: Heads["at"] = {};
  const days: Heads["days"] = [];
  for (const [column, cell] of row.entries()) {
    const day = usDay(cell);
    if (day) days.push({ column, day });
    else
      for (const [field, names] of Object.entries(named) as [Field, readonly string[]][])
        if (at[field] === undefined && names.includes(plain(cell))) at[field] = column;
  }
  return { at, days };
};

/** `8`, `7.5` and `7:30` as minutes; null for what is neither. */
const minutesOf = (text: string): number | null => {
  const clock = /^(\d{1,2}):([0-5]\d)$/.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  return /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 60) : null;
};

const clockOf = (text: string): string | null => {
  const found = /^(\d{1,2}):([0-5]\d)\s*([ap])?\.?m?\.?$/i.exec(text.trim());
  if (!found) return null;
  const half = found[3]?.toLowerCase();
  const hour = Number(found[1]);
  if (half ? hour < 1 || hour > 12 : hour > 23) return null;
  const of24 = half ? (hour % 12) + (half === "p" ? 12 : 0) : hour;
  return `${String(of24).padStart(2, "0")}:${found[2]}`;
};

const payWords: Readonly<Record<string, PaySort>> = {
  reg: "regular",
  regular: "regular",
  rt: "regular",
  st: "regular",
  ot: "overtime",
  overtime: "overtime",
  premium: "premium",
  prem: "premium",
  dt: "premium",
  doubletime: "premium",
  leave: "leave",
  vacation: "leave",
  sick: "leave",
  holiday: "leave",
};
const payOf = (text: string): PaySort | null =>
  text === "" ? "regular" : (payWords[plain(text)] ?? null);

type Read = { entry: Entry } | { why: string };
const dayRow = (line: number, cell: (field: Field) => string): Read => {
  const day = usDay(cell("day"));
  const pay = payOf(cell("pay"));
  const [from, to] = [clockOf(cell("from")), clockOf(cell("to"))];
  const minutes = cell("hours") === "" ? null : minutesOf(cell("hours"));
  const rest = cell("breakMinutes") === "" ? 0 : Number(cell("breakMinutes"));
  const standby = cell("standby") === "" ? 0 : Number(cell("standby"));
  if (!day) return { why: `"${cell("day")}" is no day. Write it as 11/17/2026.` };
  if (!pay) return { why: `"${cell("pay")}" is no kind of pay. Write REG, OT, Premium or Leave.` };
  if ((cell("from") !== "" && !from) || (cell("to") !== "" && !to))
    return { why: "Its times cannot be read. Write them as 07:00." };
  if ((from === null) !== (to === null)) return { why: "It has one of from and to, not both." };
  if (cell("hours") !== "" && minutes === null)
    return { why: `"${cell("hours")}" are no hours. Write 7.5.` };
  if (!Number.isInteger(rest) || rest < 0 || !Number.isInteger(standby) || standby < 0)
    return { why: "Break and standby are whole minutes." };
  if (from === null && minutes === null) return { why: "It says neither hours nor from and to." };
  return {
    entry: {
      line,
      column: 0,
      who: cell("who"),
      className: cell("className"),
      day,
      minutes,
      from,
      to,
      breakMinutes: rest,
      pay,
      activity: cell("activity").slice(0, 300),
      unit: cell("unit"),
      standby,
    },
  };
};

const daysOf = (rows: readonly string[][], at: number, heads: Heads): Sheet => {
  const sheet: Sheet = { layout: "days", rows: 0, entries: [], refused: [] };
  for (const [n, row] of rows.entries()) {
    if (n <= at || row.every((c) => c.trim() === "")) continue;
    sheet.rows++;
    const cell = (field: Field) => (row[heads.at[field] ?? -1] ?? "").trim();
    const read = dayRow(n + 1, cell);
    if ("entry" in read) sheet.entries.push(read.entry);
    else sheet.refused.push({ line: n + 1, who: cell("who"), why: read.why });
  }
  return sheet;
};

// A row of FEMA's form: one person, one kind of pay, a column a day, and what they add up to.
const formRow = (
  line: number,
  row: readonly string[],
  { heads, who, className }: { heads: Heads; who: string; className: string },
): { entries: Entry[] } | { why: string } => {
  const cell = (field: Field) => (row[heads.at[field] ?? -1] ?? "").trim();
  const pay = payOf(cell("pay"));
  if (!pay) return { why: `"${cell("pay")}" is no kind of pay. Write REG or OT.` };
  const entries: Entry[] = [];
  for (const [n, { column, day }] of heads.days.entries()) {
    const text = (row[column] ?? "").trim();
    if (text === "") continue;
    const minutes = minutesOf(text);
    if (minutes === null) return { why: `"${text}" under ${day} are no hours.` };
    if (minutes === 0) continue;
    entries.push({
      ...{ line, column: n + 1, who, className, day, minutes, from: null, to: null },
      ...{ breakMinutes: 0, pay, activity: cell("activity").slice(0, 300), unit: "", standby: 0 },
    });
  }
  const said = cell("total") === "" ? null : minutesOf(cell("total"));
  const sum = entries.reduce((all, e) => all + e.minutes!, 0);
  if (said !== null && said !== sum)
    return {
      why: `Its total says ${cell("total")} hours, its days add up to ${(sum / 60).toFixed(2)}.`,
    };
  return { entries };
};

const formOf = (rows: readonly string[][], at: number, heads: Heads): Sheet => {
  const sheet: Sheet = { layout: "form", rows: 0, entries: [], refused: [] };
  let [who, className] = ["", ""];
  for (const [n, row] of rows.entries()) {
    if (n <= at || row.every((c) => c.trim() === "")) continue;
    const cell = (field: Field) => (row[heads.at[field] ?? -1] ?? "").trim();
    // Sums and the certification stand below the people.
    if (/^(total|i certify|certified)/i.test(cell("who"))) break;
    sheet.rows++;
    // The name stands once over the rows of its kinds of pay.
    if (cell("who") !== "") [who, className] = [cell("who"), cell("className")];
    else if (cell("className") !== "") className = cell("className");
    const read = formRow(n + 1, row, { heads, who, className });
    if ("why" in read) sheet.refused.push({ line: n + 1, who, why: read.why });
    else sheet.entries.push(...read.entries);
  }
  return sheet;
};

/**
 * Reads a timesheet in one of two layouts, found by its headings: a row per person and day, or FEMA's
 * form with a column per day and a row per kind of pay. Null where neither is found in the first 30 rows.
 */
export const sheetOf = (rows: readonly string[][]): Sheet | null => {
  for (const [at, row] of rows.slice(0, 30).entries()) {
    const heads = headsOf(row);
    if (heads.at.who === undefined) continue;
    if (heads.days.length >= 1 && heads.at.day === undefined) return formOf(rows, at, heads);
    if (heads.at.day !== undefined && (heads.at.hours ?? heads.at.from) !== undefined)
      return daysOf(rows, at, heads);
  }
  return null;
};
