import { isDate } from "#kernel/time.ts";
import { databaseMs } from "../db/database-clock.ts";

/** Which part of `3/2/2026` is the day. */
export type DayOrder = "month" | "day";
/** What `62` is as a year: of the last hundred years, or of this century. */
export type Century = "past" | "this";

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const clock = "(?:[T ]\\s*(?:0{1,2}|12):00(?::00(?:\\.0+)?)?\\s*(?:Z|AM|am)?)?";
const iso = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${clock}$`);
const parted = new RegExp(`^(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})${clock}$`);
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const dayName = "(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\\s+)?";
const dayThenName = new RegExp(
  `^${dayName}(\\d{1,2})[-\\s.]+([a-z]{3,9})\\.?[-\\s,]+(\\d{4}|\\d{2})$`,
  "i",
);
const nameThenDay = new RegExp(
  `^${dayName}([a-z]{3,9})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})$`,
  "i",
);

const pad = (n: string | number) => String(n).padStart(2, "0");
const dayOf = (year: string, month: string | number, day: string): string | null => {
  const text = `${year}-${pad(month)}-${pad(day)}`;
  return isDate(text) ? text : null;
};

const monthNamed = (name: string): number => {
  const at = months.indexOf(name.slice(0, 3).toLowerCase());
  const full = ["january", "february", "march", "april", "may", "june", "july", "august"];
  const rest = ["september", "october", "november", "december"];
  const whole = [...full, ...rest][at] ?? "";
  const said = name.toLowerCase();
  return said.length === 3 || whole === said || said === "sept" ? at + 1 : 0;
};

// A year of two digits is in doubt where this century would be more than twenty years ahead.
const inDoubt = (two: string): boolean =>
  Number(two) > (new Date(databaseMs()).getUTCFullYear() % 100) + 20;
const yearOf = (text: string, century: Century): string =>
  text.length === 4 ? text : `${inDoubt(text) && century === "past" ? 19 : 20}${text}`;

/** What a cell of days shows of how its column is to be read. */
export type DaySigns = {
  /** Day or month first: which of them it can only be, or `either`. */
  order: DayOrder | "either" | null;
  /** A year of two digits that may mean two centuries. */
  century: boolean;
  /** The year, where it is written with four digits. */
  year: number | null;
};

/** The signs of a cell; none where it is no day at all. */
export const daySigns = (text: string): DaySigns => {
  const found = parted.exec(text);
  if (found) {
    const [first, second] = [Number(found[1]), Number(found[3])];
    const year = found[4]!;
    const order =
      first > 12 && second <= 12
        ? "day"
        : second > 12 && first <= 12
          ? "month"
          : first !== second && first <= 12
            ? "either"
            : null;
    return {
      order,
      century: year.length === 2 && inDoubt(year),
      year: year.length === 4 ? Number(year) : null,
    };
  }
  const named = dayThenName.exec(text)?.[3] ?? nameThenDay.exec(text)?.[3];
  const year = iso.exec(text)?.[1] ?? named ?? compact.exec(text)?.[1];
  return {
    order: null,
    century: year?.length === 2 && inDoubt(year),
    year: year?.length === 4 ? Number(year) : null,
  };
};

/**
 * A cell as a day, or null: `2026-11-20`, `11/20/2026` (by the order of its column), `20-Nov-2026`,
 * `Nov 20, 2026`, `20261120`; midnight behind it counts for nothing, another clock time does not pass.
 */
export const readDay = (text: string, order: DayOrder, century: Century): string | null => {
  const ordered = iso.exec(text) ?? compact.exec(text);
  if (ordered) return dayOf(ordered[1]!, ordered[2]!, ordered[3]!);
  const found = parted.exec(text);
  if (found) {
    const [, first, , second, year] = found as unknown as string[];
    const [month, day] = order === "day" ? [second, first] : [first, second];
    return dayOf(yearOf(year!, century), month!, day!);
  }
  const named = dayThenName.exec(text);
  if (named) return dayOf(yearOf(named[3]!, century), monthNamed(named[2]!), named[1]!);
  const american = nameThenDay.exec(text);
  return american ? dayOf(american[3]!, monthNamed(american[1]!), american[2]!) : null;
};

const span = /^(?:FY\s*)?(\d{4}|\d{2})\s*[-/–]\s*(\d{4}|\d{2})$/i;
/** True for a fiscal year that is written with both years that it touches: `FY22-23`. */
export const isSpan = (text: string): boolean => span.test(text);

/** A fiscal year: `2027`, `FY27`, `FY 2027`; `FY22-23` by its first or its last year. Null for none. */
export const readFiscalYear = (text: string, by: "first" | "last"): number | null => {
  const both = span.exec(text);
  if (both) {
    const whole = (year: string) => Number(year.length === 2 ? `20${year}` : year);
    const [first, last] = [whole(both[1]!), whole(both[2]!)];
    return last === first + 1 ? (by === "first" ? first : last) : null;
  }
  const one = /^(?:FY\s*)?(\d{4})(?:\.0+)?$/i.exec(text)?.[1];
  const short = /^FY\s*(\d{2})$/i.exec(text)?.[1];
  return one ? Number(one) : short ? 2000 + Number(short) : null;
};
