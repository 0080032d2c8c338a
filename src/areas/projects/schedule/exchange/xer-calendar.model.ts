import { addDays, day, type Day } from "#kernel/time.ts";
import type { Shift } from "../worktime.model.ts";
import { inTurn, shiftIn, usualWeek, type Findings, type PlanCalendar } from "./plan.model.ts";
import type { XerRow } from "./xer-table.model.ts";

/** A piece of the nested text in which a calendar is written: `(0||2()((0||0(s|08:00|f|12:00)())))`. */
type Piece = { text: string; inner: Piece[] };
const depth = 16;
const epoch = day("1899-12-30");

/** The pieces of such a text; null where its brackets do not meet. */
const piecesOf = (data: string): Piece | null => {
  const root: Piece = { text: "", inner: [] };
  const open: Piece[] = [root];
  // Deletes and spaces between the brackets lay it out and say nothing.
  for (const [token] of data.matchAll(/[()]|[^()]+/g)) {
    if (token === "(") {
      const piece = { text: "", inner: [] };
      open.at(-1)!.inner.push(piece);
      open.push(piece);
      if (open.length > depth) return null;
    } else if (token === ")") {
      open.pop();
      if (open.length === 0) return null;
    } else open.at(-1)!.text += token.replace(/[\u007F\s]+/g, "");
  }
  return open.length === 1 ? root : null;
};

// `(0||name(values)(pieces))`: the first bracket holds values, the second what it consists of.
const nameOf = ({ text }: Piece): string => text.replace(/^0\|\|/, "");
const partsOf = ({ inner }: Piece): Piece[] => inner[1]?.inner ?? [];
const valuesOf = ({ inner }: Piece): ReadonlyMap<string, string> => {
  const cells = (inner[0]?.text ?? "").split("|");
  return new Map(
    cells.flatMap((key, at) =>
      at % 2 === 0 && at + 1 < cells.length ? [[key, cells[at + 1]!]] : [],
    ),
  );
};

const shiftsOf = (of: Piece): Shift[] | null =>
  inTurn(
    partsOf(of).flatMap((part) => {
      const values = valuesOf(part);
      const shift = shiftIn(values.get("s") ?? "", values.get("f") ?? "");
      return shift ? [shift] : [];
    }),
  );

const named = (root: Piece, name: string): Piece | undefined =>
  partsOf(root).find((part) => nameOf(part) === name);

type Read = { week: Shift[][] | null; exceptions: PlanCalendar["exceptions"] };

const readData = (row: XerRow, name: string, findings: Findings): Read => {
  const data = row.get("clndr_data");
  const nothing: Read = { week: null, exceptions: [] };
  if (data === "") return nothing;
  const root = piecesOf(data)?.inner[0];
  if (!root) {
    findings.wrong(row.line, `The hours of the calendar ${name} cannot be read.`);
    return nothing;
  }
  const hours = (piece: Piece): Shift[] => {
    const shifts = shiftsOf(piece);
    if (!shifts) findings.wrong(row.line, `The calendar ${name} has hours that overlap.`);
    return shifts ?? [];
  };
  const days = named(root, "DaysOfWeek");
  const week = days && Array.from({ length: 7 }, (): Shift[] => []);
  for (const piece of days ? partsOf(days) : []) {
    const at = Number(nameOf(piece)) - 1;
    if (week && at >= 0 && at < 7) week[at] = hours(piece);
  }
  const exceptions = named(root, "Exceptions");
  return {
    week: week ?? null,
    exceptions: (exceptions ? partsOf(exceptions) : []).flatMap((piece) => {
      const serial = Number(valuesOf(piece).get("d"));
      if (!Number.isInteger(serial) || serial < 30_682 || serial > 67_206) return [];
      return [{ on: addDays(epoch, serial), shifts: hours(piece), why: "" }];
    }),
  };
};

/** The calendars of a file; one that leans on a global one takes its days off too. */
export const xerCalendars = (rows: readonly XerRow[], findings: Findings): PlanCalendar[] => {
  const read = rows.map((row) => {
    const uid = row.get("clndr_id");
    const name = row.get("clndr_name") || `Calendar ${uid}`;
    return { uid, name, row, base: row.get("base_clndr_id"), ...readData(row, name, findings) };
  });
  const byUid = new Map(read.map((each) => [each.uid, each]));
  if (byUid.size < read.length) findings.wrong(read[0]!.row.line, "Two calendars have one id.");
  return read.map(({ uid, name, row, base, week, exceptions }) => {
    const above = base === uid ? undefined : byUid.get(base);
    if (week === null && above?.week == null)
      findings.left("Calendars without hours, taken as eight hours on five days", name);
    const all = new Map<Day, PlanCalendar["exceptions"][number]>();
    for (const each of [...(above?.exceptions ?? []), ...exceptions]) all.set(each.on, each);
    if (all.size > 40_000)
      findings.wrong(row.line, `The calendar ${name} has more exceptions than days.`);
    return {
      uid,
      name,
      week: week ?? above?.week ?? usualWeek(),
      exceptions: [...all.values()].toSorted((a, b) => (a.on < b.on ? -1 : 1)),
    };
  });
};
