import { Refused } from "./plan.model.ts";

/** A row of a table by its columns' names, with its line in the file. */
export type XerRow = { line: number; get: (column: string) => string };
export type XerFile = {
  version: string;
  tables: ReadonlyMap<string, XerRow[]>;
  columns: ReadonlyMap<string, readonly string[]>;
};

/**
 * The text of an XER: UTF-8 where its bytes are that, else Windows-1252, as P6 writes it.
 * @throws Refused for a file with zero bytes.
 */
export const decodeXer = (bytes: Uint8Array): string => {
  if (bytes.includes(0)) throw new Refused("This file is no text. Export it again as XER.");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
};

const mostRows = 2_000_000;
// Line breaks of notes begin a line without a mark: it goes on where the row before ended.
const isMarked = (line: string): boolean => /^(?:%[TFRE](?:\t|$)|ERMHDR\t)/.test(line);

/** The tables of an XER. @throws Refused for what is none. */
export const tablesOf = (text: string): XerFile => {
  const lines = text.split("\n");
  const version = /^\uFEFF?ERMHDR\t([^\t\r]*)/.exec(text)?.[1];
  if (version === undefined) throw new Refused("This is no XER of Primavera P6: it has no header.");
  if (lines.length > mostRows)
    throw new Refused("This file has more rows than a schedule. Divide it.");
  const tables = new Map<string, XerRow[]>();
  const columns = new Map<string, readonly string[]>();
  let rows: XerRow[] = [];
  let at = new Map<string, number>();
  let width = 0;
  let ended = false;
  let last: string[] = [];
  lines.forEach((whole, index) => {
    const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
    if (!isMarked(line)) {
      const [more = "", ...cells] = line.split("\t");
      if (last.length > 0 && last.length < width) last.push(`${last.pop()!}\n${more}`, ...cells);
      return;
    }
    const [mark, ...cells] = line.split("\t");
    last = [];
    if (mark === "%E") ended = true;
    else if (mark === "%T") {
      rows = [];
      tables.set(cells[0] ?? "", rows);
      width = 0;
    } else if (mark === "%F") {
      at = new Map(cells.map((name, column) => [name.trim(), column]));
      width = cells.length;
      columns.set([...tables.keys()].at(-1) ?? "", [...at.keys()]);
    } else if (mark === "%R") {
      const own = at;
      last = cells;
      rows.push({ line: index + 1, get: (column) => cells[own.get(column) ?? -1]?.trim() ?? "" });
    }
  });
  if (!ended) throw new Refused("This file ends in the middle: its last line (%E) is missing.");
  return { version, tables, columns };
};
