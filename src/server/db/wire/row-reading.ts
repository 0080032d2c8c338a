import pg from "pg";
import { int32 } from "./incoming.ts";
import { camel } from "../sql.ts";

const camelNames = new Map<string, string>();
const camelOf = (name: string): string => {
  let found = camelNames.get(name);
  if (found === undefined) camelNames.set(name, (found = camel(name)));
  return found;
};

const toNumber = (text: string) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error("a bigint left the safe integers");
  return value;
};
const toInstant = (text: string) =>
  text.endsWith("+00") ? `${text.slice(0, 10)}T${text.slice(11, -3)}Z` : text;
const parsers: Record<number, (text: string) => unknown> = {
  20: toNumber,
  1082: (t) => t,
  1184: toInstant,
  1114: (t) => t,
  1700: (t) => t,
};

/**
 * How values of PostgreSQL become values here: cents as number, numeric and date as text, instants
 * as ISO text in UTC.
 */
export const types = {
  getTypeParser: (oid: number, format?: string) =>
    (format !== "binary" && parsers[oid]) || pg.types.getTypeParser(oid as never, format as never),
};

/** How a column's bytes become a value. */
type Read = (bytes: Buffer, from: number, to: number) => unknown;
const latin: Read = (bytes, from, to) => bytes.toString("latin1", from, to);
const utf8: Read = (bytes, from, to) => bytes.toString("utf8", from, to);
const MINUS = 0x2d;
const ZERO = 0x30;
const T = 0x54;
const TRUE = 0x74;
const Z = 0x5a;
// Fifteen digits are always a safe integer; longer ones are looked at as text.
const integer: Read = (bytes, from, to) => {
  if (to - from > 15) return toNumber(latin(bytes, from, to) as string);
  let value = 0;
  const negative = bytes[from] === MINUS;
  for (let i = negative ? from + 1 : from; i < to; i++) value = value * 10 + bytes[i]! - ZERO;
  return negative && value !== 0 ? -value : value;
};
// 2026-11-21 01:18:27.5+00 → 2026-11-21T01:18:27.5Z, in its bytes.
const instant: Read = (bytes, from, to) => {
  if (to - from < 22 || bytes[to - 3] !== 0x2b || bytes[to - 2] !== ZERO || bytes[to - 1] !== ZERO)
    return toInstant(latin(bytes, from, to) as string);
  bytes[from + 10] = T;
  bytes[to - 3] = Z;
  return latin(bytes, from, to - 2);
};
const truth: Read = (bytes, from) => bytes[from] === TRUE;
const reads: Record<number, Read> = {
  16: truth,
  20: integer,
  21: integer,
  23: integer,
  25: utf8,
  1043: utf8,
  1082: latin,
  1184: instant,
  1700: latin,
  2950: latin,
};

const readOf = (oid: number): Read => {
  if (reads[oid]) return reads[oid];
  const parse = types.getTypeParser(oid) as (text: string) => unknown;
  return (bytes, from, to) => parse(bytes.toString("utf8", from, to));
};

/** The columns of a statement's answer, as the database describes them. */
export class Columns {
  private readonly reads: readonly Read[];
  private readonly names: readonly string[];
  // A copy of a row that has all its names already costs half of one that grows name by name.
  private readonly blank: Record<string, unknown>;

  constructor(fields: readonly { name: string; dataTypeID: number }[]) {
    this.reads = fields.map((field) => readOf(field.dataTypeID));
    this.names = fields.map((field) => camelOf(field.name));
    this.blank = Object.fromEntries(this.names.map((name) => [name, null]));
  }

  /**
   * The row of a DataRow whose values begin at `at`, names in camelCase. Throws where a value
   * cannot be read (a bigint beyond the safe integers).
   */
  row(bytes: Buffer, at: number): Record<string, unknown> {
    const { reads, names } = this;
    const row = { ...this.blank };
    let from = at + 2;
    for (let i = 0; i < reads.length; i++) {
      const length = int32(bytes, from);
      from += 4;
      if (length === -1) {
        row[names[i]!] = null;
        continue;
      }
      row[names[i]!] = reads[i]!(bytes, from, from + length);
      from += length;
    }
    return row;
  }
}
