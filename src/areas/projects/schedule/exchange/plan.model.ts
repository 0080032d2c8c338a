import { addDays, daysBetween, isDate, type Day } from "#kernel/time.ts";
import type { ConstraintKind, LagCalendar, LinkType, OutOfSequence } from "../network.model.ts";
import { firstDay, type Minute, type Shift } from "../worktime.model.ts";

/** A schedule as it travels between programs. Moments are minutes of the wall clock since 1984. */
export type Plan = {
  format: "mspdi" | "xer";
  /** What wrote the file, as it says itself. */
  program: string;
  name: string;
  start: Minute;
  dataDate: Minute;
  /** Where the file says no data date: from what it was taken. */
  dataDateFrom: "file" | "progress" | "start";
  outOfSequence: OutOfSequence;
  calendar: string | null;
  calendars: PlanCalendar[];
  tasks: PlanTask[];
  links: PlanLink[];
  /** What the file holds and a schedule here does not. */
  unsupported: Unsupported[];
};
export type PlanCalendar = {
  uid: string;
  name: string;
  /** By weekday, 0 Sunday. */
  week: Shift[][];
  exceptions: { on: Day; shifts: Shift[]; why: string }[];
};
/** What else places a task in the program that it comes from. */
export type Beyond =
  | "manual"
  | "mandatory"
  | "secondConstraint"
  | "expectedFinish"
  | "levelling"
  | "split"
  | "suspended"
  | "resources"
  | "fromFinish"
  | "estimatedLag";
export type PlanTask = {
  uid: string;
  /** By which it is known from file to file. */
  code: string;
  name: string;
  /** Its row in the file, for whoever looks it up there. */
  row: number;
  kind: "task" | "milestone" | "summary";
  parent: string | null;
  calendar: string | null;
  /** The calendar that it names and the file does not hold. */
  missingCalendar: string | null;
  duration: number;
  remaining: number;
  percent: number;
  actualStart: Minute | null;
  actualFinish: Minute | null;
  constraint: { kind: ConstraintKind; at: Minute } | null;
  deadline: Minute | null;
  /** Where the file has it. */
  start: Minute | null;
  finish: Minute | null;
  cents: number;
  beyond: Beyond[];
};
export type PlanLink = {
  from: string;
  to: string;
  type: LinkType;
  lag: number;
  lagCalendar: LagCalendar;
};
/** What is not taken, where it stands (up to ten places), how often. */
export type Unsupported = { what: string; where: string[]; count: number };
/** What is wrong in a row, for whoever mends the file. */
export type Fault = { row: number; says: string };

export const mostTasks = 10_000;
/** No task takes more minutes than a schedule has. */
export const longest = 100 * 366 * 1440;
const mostFaults = 200;
const mostPlaces = 10;
const dayMinutes = 1440;
/** The first minute behind the days that a schedule knows. */
const behind = (daysBetween(firstDay, "2083-12-31") + 1) * dayMinutes;

/** A file that is not taken, with what is wrong in it by row. */
export class Refused extends Error {
  readonly faults: readonly Fault[];
  constructor(says: string, faults: readonly Fault[] = []) {
    super(says);
    this.faults = faults;
  }
}

/** Gathers what is not supported and what is wrong while a file is read. */
export class Findings {
  readonly #unsupported = new Map<string, Unsupported>();
  readonly faults: Fault[] = [];

  left(what: string, where: string | null = null, count = 1): void {
    const known = this.#unsupported.get(what) ?? { what, where: [], count: 0 };
    known.count += count;
    if (where !== null && known.where.length < mostPlaces && !known.where.includes(where))
      known.where.push(where);
    this.#unsupported.set(what, known);
  }

  wrong(row: number, says: string): void {
    this.faults.push({ row, says });
  }

  get unsupported(): Unsupported[] {
    return [...this.#unsupported.values()];
  }

  /** @throws Refused where a row is wrong: a file is taken whole or not at all. */
  refuse(): void {
    if (this.faults.length === 0) return;
    const faults = this.faults.slice(0, mostFaults);
    const rows = this.faults.length === 1 ? "One row" : `${this.faults.length} rows`;
    throw new Refused(`${rows} of this file cannot be taken. Nothing of it was.`, faults);
  }
}

/**
 * A moment as files write it (`2026-08-31T17:00:00`, `2026-08-31 17:00`), to the minute; null where
 * nothing stands. Beyond 1984 to 2083, or no date at all: a fault of its row.
 */
export const momentIn = (
  text: string,
  { row, label, findings }: { row: number; label: string; findings: Findings },
): Minute | null => {
  if (text === "") return null;
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(text);
  const [, on = "", hours = "0", minutes = "0", seconds = "0"] = parts ?? [];
  if (!isDate(on) || Number(hours) > 24 || Number(minutes) > 59) {
    findings.wrong(row, `${label}: ${text.slice(0, 40)} is no date.`);
    return null;
  }
  const clock = Number(hours) * 60 + Number(minutes) + (Number(seconds) >= 30 ? 1 : 0);
  const at = daysBetween(firstDay, on) * dayMinutes + clock;
  if (at < 0 || at >= behind) {
    findings.wrong(row, `${label}: ${on} is not between 1984 and 2083.`);
    return null;
  }
  return at;
};

/** The day of a moment. */
export const dayAt = (at: Minute): Day => addDays(firstDay, Math.floor(at / dayMinutes));
const two = (n: number): string => String(n).padStart(2, "0");
/** Clock of a minute of a day; 1440 is midnight again. */
export const clockAt = (minute: number): string =>
  `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
/** A moment as people read it. */
export const saidMoment = (at: Minute): string => `${dayAt(at)} ${clockAt(at % dayMinutes)}`;

const clockPattern = /^(\d{1,2}):(\d{2})(?::\d{2})?$/;
const minuteIn = (text: string): number | null => {
  const [, hours, minutes] = clockPattern.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 24 || Number(minutes) > 59) return null;
  return Number(hours) * 60 + Number(minutes);
};
/**
 * A shift from two clocks of a file. One that ends at midnight goes to the end of the day. Null for
 * what takes no time or cannot be read.
 */
export const shiftIn = (from: string, to: string): Shift | null => {
  const [begin, end] = [minuteIn(from), minuteIn(to)];
  if (begin === null || end === null) return null;
  const shift = { from: begin, to: end === 0 ? dayMinutes : end };
  return shift.from < shift.to ? shift : null;
};

/** Shifts in their order; null where two of them overlap. */
export const inTurn = (shifts: readonly Shift[]): Shift[] | null => {
  const ordered = shifts.toSorted((a, b) => a.from - b.from);
  return ordered.some(({ from }, at) => at > 0 && from < ordered[at - 1]!.to) ? null : ordered;
};

const workday: readonly Shift[] = [
  { from: 480, to: 720 },
  { from: 780, to: 1020 },
];
/** Eight hours on five days, what programs take where a calendar says nothing. */
export const usualWeek = (): Shift[][] =>
  Array.from({ length: 7 }, (_, at) => (at === 0 || at === 6 ? [] : [...workday]));
/** All hours of all days. */
export const wholeWeek = (): Shift[][] =>
  Array.from({ length: 7 }, () => [{ from: 0, to: dayMinutes }]);
