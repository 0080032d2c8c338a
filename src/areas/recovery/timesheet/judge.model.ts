import { dateIn, formatInstant, instantIn } from "#kernel/dates.ts";
import { type Day, utcDay } from "#kernel/time.ts";
import type { PaySort } from "../law/categories.labels.ts";
import type { Entry, Refusal } from "./timesheet.model.ts";

/** Hours that lie on file already. Instants in milliseconds. */
type Lying = {
  kind: "labor" | "equipment";
  personId: string | null;
  unitId: string | null;
  from: number;
  to: number;
  pay: PaySort;
};
/** A row that may be entered. */
export type Taken = Entry & {
  personId: string;
  classId: string | null;
  unitId: string | null;
  fromAt: number;
  toAt: number;
  /** Minutes that count: of people less breaks, of units the time that they ran. */
  counted: number;
};
export type Sides = {
  zone: string;
  today: string;
  /** When a day begins whose row says hours only, HH:MM. */
  beginsAt: string;
  /** People by address or name in small letters; two of one name give two ids. */
  people: ReadonlyMap<string, readonly string[]>;
  classes: ReadonlyMap<string, string>;
  units: ReadonlyMap<string, readonly string[]>;
  /** Whether the books of this day are closed. */
  closed: (day: string) => boolean;
  lying: readonly Lying[];
};
export type Judged = { take: Taken[]; known: Taken[]; refused: Refusal[] };

const minute = 60_000;

const resolved = (e: Entry, s: Sides): Omit<Taken, "fromAt" | "toAt" | "counted"> | string => {
  if (e.who === "") return "It names nobody.";
  const people = s.people.get(e.who.toLowerCase()) ?? [];
  if (people.length === 0) return `${e.who} is no active member of the agency.`;
  if (people.length > 1) return `Several people are called ${e.who}: write the address.`;
  const classId = s.classes.get(e.className.toLowerCase()) ?? null;
  if (e.unit === "" && classId === null)
    return e.className === ""
      ? "It names no class of work."
      : `${e.className} is no class of work in use.`;
  const units = e.unit === "" ? [] : (s.units.get(e.unit.toLowerCase()) ?? []);
  if (e.unit !== "" && units.length !== 1)
    return units.length
      ? `Several units are called ${e.unit}: write the tag.`
      : `${e.unit} is no unit on file.`;
  if (s.closed(e.day)) return `${e.day} lies in a fiscal year that is closed.`;
  if (e.day > s.today) return `${e.day} is still to come.`;
  return { ...e, personId: people[0]!, classId, unitId: units[0] ?? null };
};

type Placed = { fromAt: number; toAt: number; counted: number };
const byClock = (e: Entry, zone: string): Placed | string => {
  const fromAt = instantIn(`${e.day}T${e.from}`, zone);
  const same = instantIn(`${e.day}T${e.to}`, zone);
  const toAt = same > fromAt ? same : same + 24 * 60 * minute;
  const counted = (toAt - fromAt) / minute - e.breakMinutes - e.standby;
  if (counted < 0) return "Break and standby are longer than the time.";
  if (e.minutes !== null && e.minutes !== counted)
    return `From, to and break give ${(counted / 60).toFixed(2)} hours, the row says ${(e.minutes / 60).toFixed(2)}.`;
  return { fromAt, toAt, counted };
};

// Hours without times stand one after another from the beginning of the day on.
const byCursor = (e: Entry, s: Sides, cursor: number | undefined): Placed | string => {
  const fromAt = cursor ?? instantIn(`${e.day}T${s.beginsAt}`, s.zone);
  const whole = e.minutes! + e.standby + e.breakMinutes;
  if (whole === 0) return "It has no hours.";
  if (whole > 1440 || dateIn(new Date(fromAt).toISOString(), s.zone) !== e.day)
    return `More hours on ${e.day} than the day holds from ${s.beginsAt} on: write from and to.`;
  return { fromAt, toAt: fromAt + whole * minute, counted: e.minutes! };
};

const meets = (a: { fromAt: number; toAt: number }, from: number, to: number): boolean =>
  a.fromAt < to && from < a.toAt;
const sameBody = (t: Taken, o: { personId: string | null; unitId: string | null }): boolean =>
  t.unitId === null
    ? o.unitId === null && o.personId === t.personId
    : o.unitId === t.unitId || (o.unitId !== null && o.personId === t.personId);

const clash = (t: Taken, s: Sides, before: readonly Taken[]): "known" | string | null => {
  const lying = s.lying.filter((l) => sameBody(t, l) && meets(t, l.from, l.to));
  if (lying.some((l) => l.from === t.fromAt && l.to === t.toAt && l.pay === t.pay)) return "known";
  const at = (ms: number) => formatInstant(new Date(ms).toISOString(), s.zone);
  if (lying[0])
    return `${t.who} has hours from ${at(lying[0].from)} to ${at(lying[0].to)} on file already.`;
  const twin = before.find((b) => sameBody(t, b) && meets(t, b.fromAt, b.toAt));
  return twin ? `It overlaps line ${twin.line}: nobody is at two places at once.` : null;
};

/** The Monday of the week of a day. */
export const weekOf = (day: string): Day => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return utcDay(date);
};

const place = (
  of: Omit<Taken, "fromAt" | "toAt" | "counted">,
  s: Sides,
  cursors: Map<string, number>,
): Placed | string => {
  if (of.from !== null) return byClock(of, s.zone);
  const key = `${of.unitId ?? of.personId} ${of.day}`;
  const placed = byCursor(of, s, cursors.get(key));
  if (typeof placed !== "string") cursors.set(key, placed.toAt);
  return placed;
};

// A week of a person is taken whole or not at all: beside a row that is refused its others wait.
const wholeWeeks = (
  judged: Judged,
  bad: ReadonlyMap<string, number>,
  keyOf: (e: Entry) => string,
): Judged => {
  const held = judged.take.filter((t) => bad.has(keyOf(t)));
  return {
    take: judged.take.filter((t) => !bad.has(keyOf(t))),
    known: judged.known,
    refused: [
      ...judged.refused,
      ...held.map((t) => ({
        line: t.line,
        who: t.who,
        why: `Held back: line ${bad.get(keyOf(t))} of the same week is refused.`,
      })),
    ].toSorted((a, b) => a.line - b.line),
  };
};

/**
 * Judges the rows of a timesheet: which become hours, which lie on file already, which are refused by
 * line. Where one row of a person's week is refused, the others of that week are held back with it.
 */
export const judgeSheet = (
  entries: readonly Entry[],
  unread: readonly Refusal[],
  s: Sides,
): Judged => {
  const judged: Judged = { take: [], known: [], refused: [...unread] };
  const keyOf = (e: Entry) => `${e.who.toLowerCase()} ${weekOf(e.day)}`;
  const bad = new Map<string, number>();
  const cursors = new Map<string, number>();
  // A row that cannot be read may be of any week of its person.
  for (const r of unread)
    for (const e of entries)
      if (e.who.toLowerCase() === r.who.toLowerCase()) bad.set(keyOf(e), r.line);
  for (const e of entries) {
    const of = resolved(e, s);
    const placed = typeof of === "string" ? of : place(of, s, cursors);
    if (typeof of === "string" || typeof placed === "string") {
      judged.refused.push({ line: e.line, who: e.who, why: placed as string });
      if (!bad.has(keyOf(e))) bad.set(keyOf(e), e.line);
      continue;
    }
    const row: Taken = { ...of, ...placed };
    const why = clash(row, s, judged.take);
    if (why === "known") judged.known.push(row);
    else if (why === null) judged.take.push(row);
    else {
      judged.refused.push({ line: e.line, who: e.who, why });
      if (!bad.has(keyOf(e))) bad.set(keyOf(e), e.line);
    }
  }
  return wholeWeeks(judged, bad, keyOf);
};
