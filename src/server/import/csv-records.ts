import { parse } from "csv-parse";
import { Readable } from "node:stream";
import { encodingOf, textOf, type Encoding } from "../files/encoding.ts";

const options = {
  trim: true,
  relax_column_count: true,
  relax_quotes: true,
  max_record_size: 1_000_000,
} as const;
// Longer records are left to csv-parse, which counts bytes and refuses those over its limit.
const longest = 250_000;
/** Records are handed on when they have so many characters together. */
const most = 1_000_000;
const blank = /^[ \t\n\r\f\v]$/;

/**
 * Where a text is read: what ends a record (not known before the first one), and whether more may
 * follow.
 */
type Reading = { text: string; delimiter: string; ending: string | null; end: boolean };
/**
 * A record and where the next begins; null where more text is needed; `odd` where only csv-parse
 * knows what it means.
 */
type Found = { cells: string[]; next: number } | null | "odd";

const endingAt = (reading: Reading, at: number): number => {
  const { text } = reading;
  if (reading.ending !== null)
    return text.startsWith(reading.ending, at) ? reading.ending.length : 0;
  if (text[at] !== "\n" && text[at] !== "\r") return 0;
  reading.ending = text.startsWith("\r\n", at) ? "\r\n" : text[at]!;
  return reading.ending.length;
};

/** The cell in quotes that begins at `at`: its text and the place behind the closing quote. */
const quotedCell = (
  { text, end }: Reading,
  at: number,
): { cell: string; next: number } | null | "odd" => {
  for (let from = at + 1; ;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return end ? "odd" : null;
    if (quote + 1 === text.length && !end) return null;
    if (text[quote + 1] !== '"')
      return { cell: text.slice(at + 1, quote).replaceAll('""', '"'), next: quote + 1 };
    from = quote + 2;
  }
};

/** A record cell by cell: quotes, doubled quotes, line ends within quotes, blanks around. */
const carefully = (reading: Reading, start: number): Found => {
  const { text, delimiter, end } = reading;
  const cells: string[] = [];
  let at = start;
  let cellStart = start;
  let quoted: string | null = null;
  for (; ; at++) {
    // Two characters ahead, so that a line end of two is seen whole.
    if (at + 1 >= text.length && !end) return null;
    const over = at >= text.length;
    const ending = over ? 0 : endingAt(reading, at);
    if (over || ending > 0 || text[at] === delimiter) {
      cells.push(quoted ?? text.slice(cellStart, at).trim());
      if (over || ending > 0)
        return quoted === null && cells.length === 1 && cells[0] === ""
          ? { cells: [], next: at + ending }
          : { cells, next: at + ending };
      [cellStart, quoted] = [at + 1, null];
    } else if (text[at] === '"' && quoted === null && text.slice(cellStart, at).trim() === "") {
      const found = quotedCell(reading, at);
      if (found === null || found === "odd") return found;
      [quoted, at] = [found.cell, found.next - 1];
    } else if (quoted !== null && !blank.test(text[at]!)) return "odd";
  }
};

/** The next record: a line without quotes is split as it stands. */
const recordAt = (reading: Reading, start: number, quote: number): Found => {
  const { text, delimiter, ending, end } = reading;
  const found = ending === null ? -1 : text.indexOf(ending, start);
  const stop = found < 0 ? text.length : found;
  if (ending === null || (quote >= 0 && quote < stop)) return carefully(reading, start);
  if (found < 0 && !end) return null;
  const cells = text.slice(start, stop).split(delimiter);
  for (let i = 0; i < cells.length; i++) cells[i] = cells[i]!.trim();
  return {
    cells: cells.length === 1 && cells[0] === "" ? [] : cells,
    next: found < 0 ? stop : stop + ending.length,
  };
};

type Taken = { records: string[][]; rest: string; odd: boolean };

const takeRecords = (reading: Reading): Taken => {
  const { text } = reading;
  const records: string[][] = [];
  let at = 0;
  let quote = text.indexOf('"');
  // A mark of byte order within the text is blank to JavaScript and a letter to csv-parse.
  const strange = text.indexOf("\uFEFF");
  while (at < text.length) {
    if (quote >= 0 && quote < at) quote = text.indexOf('"', at);
    const found = recordAt(reading, at, quote);
    if (found === null && text.length - at <= longest) break;
    if (
      found === null ||
      found === "odd" ||
      found.next - at > longest ||
      reading.ending === "\r" ||
      (strange >= 0 && strange < found.next)
    )
      return { records, rest: text.slice(at), odd: true };
    // Blanks behind the last line end are no line.
    const isEnd = found.next === text.length && !(reading.ending && text.endsWith(reading.ending));
    if (found.cells.length > 0 || !isEnd)
      records.push(found.cells.length === 1 && found.cells[0] === "" ? [] : found.cells);
    at = found.next;
  }
  return { records, rest: text.slice(at), odd: false };
};

async function* parsed(parser: ReturnType<typeof parse>): AsyncGenerator<string[][]> {
  let records: string[][] = [];
  let letters = 0;
  for await (const record of parser as AsyncIterable<string[]>) {
    for (const cell of record) letters += cell.length;
    if (records.push(record.length === 1 && record[0] === "" ? [] : record) < 500 && letters < most)
      continue;
    yield records;
    records = [];
    letters = 0;
  }
  if (records.length > 0) yield records;
}

async function* joined(before: string, texts: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  if (before) yield Buffer.from(before);
  for await (const text of texts) yield Buffer.from(text);
}

/**
 * The same records by csv-parse alone: what a file means where this module is not sure, and what
 * its tests compare with.
 */
export const slowRecords = (
  stream: Readable,
  delimiter: string,
  more: object = { bom: true },
): AsyncGenerator<string[][]> => {
  const parser = stream.pipe(parse({ ...options, ...more, delimiter }));
  stream.on("error", (error) => parser.destroy(error));
  return parsed(parser);
};

/**
 * The records of a CSV file in its letters, some hundred at a time, cells trimmed; an empty line is a
 * record without cells, so that rows keep the numbers that a spreadsheet shows: what csv-parse gives
 * with `relax_quotes`, in a quarter of its time. Sound lines
 * are read here; from the first place that is not sound on (text behind a closing quote, a quote
 * that never closes, lone carriage returns, records over
 * 250,000 characters) csv-parse reads the rest, with its own errors (`CSV_…`).
 */
export async function* csvRecords(
  stream: Readable,
  delimiter: string,
  head: Buffer,
  encoding: Encoding = encodingOf(head),
): AsyncGenerator<string[][]> {
  const texts = textOf(stream, encoding);
  const reading: Reading = { text: "", delimiter, ending: null, end: false };
  let rest = "";
  while (!reading.end) {
    const { value, done } = await texts.next();
    Object.assign(reading, { text: rest + (value ?? ""), end: done === true });
    const taken = takeRecords(reading);
    if (taken.records.length > 0) yield taken.records;
    rest = taken.rest;
    if (taken.odd)
      return void (yield* slowRecords(
        Readable.from(joined(rest, texts)),
        delimiter,
        reading.ending === null ? {} : { record_delimiter: reading.ending },
      ));
  }
}
