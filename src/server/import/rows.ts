import { practiceMark } from "#kernel/practice.ts";
import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { encodingOf, headText, isOldText, type Encoding } from "../files/encoding.ts";
import { csvRecords } from "./csv-records.ts";
import { geoJsonRows, isGeoJson } from "./geojson-rows.ts";
import { rowLimits, withinLimits } from "./row-limits.ts";
import type { Letters } from "./import.tables.ts";
import { workbookRows, workbookSheets } from "./workbook.ts";
import { unreadable } from "./zip.ts";

/** The beginning of a file: as much as is looked at to tell what it is. */
export const headOf = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

const isZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));

const separators = [",", ";", "\t", "|"];
// Excel writes `sep=;` as a first line for itself.
const said = /^sep=(.)\r?\n/i;

/** The separator that most of the first lines use, outside of quotes: a title above has none. */
const separatorOf = (head: string): string => {
  const told = said.exec(head)?.[1];
  if (told) return told;
  const lines = head.replace(/"[^"]*"/g, "").split(/\r\n|\n|\r/, 30);
  const most = (sign: string) => Math.max(...lines.map((line) => line.split(sign).length));
  const using = (sign: string) => lines.filter((line) => line.includes(sign)).length;
  return separators
    .map((sign) => ({ sign, columns: most(sign), lines: using(sign) }))
    .toSorted((a, b) => b.lines * b.columns - a.lines * a.columns)[0]!.sign;
};

/** How a file is read: which sheet of a workbook, in which letters where no mark says so. */
export type FileHow = { sheet?: string | undefined; letters?: Letters | undefined };

const lettersOf = (head: Buffer, how: FileHow): Encoding => {
  const marked = encodingOf(head);
  return marked === "utf-8" ? (how.letters ?? marked) : marked;
};

async function* csvRows(path: string, head: Buffer, how: FileHow): AsyncGenerator<string[][]> {
  const encoding = lettersOf(head, how);
  const text = headText(head, encoding);
  const stream = createReadStream(path);
  let first = said.test(text);
  try {
    for await (const rows of csvRecords(stream, separatorOf(text), head, encoding)) {
      yield first ? rows.slice(1) : rows;
      first = false;
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "CSV_MAX_RECORD_SIZE")
      throw unreadable(
        `A line of the file has more than ${rowLimits.lettersOfRow.toLocaleString("en-US")} characters. Look for a quotation mark that is not closed.`,
      );
    if (code?.startsWith("CSV_"))
      throw unreadable(`The file is not sound CSV: ${message.split(".")[0]}.`);
    throw error;
  } finally {
    stream.destroy();
  }
}

// What people tried is no record: a table of a copy for practice says so in its first line.
async function* ofNoPractice(batches: AsyncIterable<string[][]>): AsyncGenerator<string[][]> {
  let looked = false;
  for await (const rows of batches) {
    if (!looked && rows[0]?.[0]?.startsWith(practiceMark))
      throw unreadable(
        "This file was exported from a practice copy, as its first line says: it is no record. Export it from the agency itself.",
      );
    looked ||= rows.length > 0;
    yield rows;
  }
}

/**
 * The rows of a file on this machine: CSV (comma, semicolon, tab, bar; UTF-8, Windows-1252 where that
 * was said, or UTF-16 with its mark), read piece by piece, or the features of GeoJSON or a sheet of a
 * workbook, which are held whole within their limits. Every row stands at its number in the file, empty ones too; cells are trimmed text;
 * leading zeros stay. 422 `unreadable_file`.
 */
export async function* rowsOf(
  path: string,
  head: Buffer,
  how: FileHow = {},
): AsyncGenerator<string[][]> {
  if (head.length === 0) throw unreadable("The file is empty.");
  yield* ofNoPractice(
    withinLimits(
      isZip(head)
        ? workbookRows(await readFile(path), how.sheet)
        : isGeoJson(head)
          ? geoJsonRows(path)
          : csvRows(path, head, how),
    ),
  );
}

/** Names of a workbook's sheets; none of another file. */
export const sheetsOf = async (path: string, head: Buffer): Promise<string[]> =>
  isZip(head) ? workbookSheets(await readFile(path)) : [];

/** True for a text whose letters must be asked about: without a mark, and no UTF-8. */
export const isOldFile = async (path: string, head: Buffer): Promise<boolean> =>
  !isZip(head) && encodingOf(head) === "utf-8" && isOldText(createReadStream(path));

/** What is small enough to be read where it is asked for: as much text as one look takes. */
export const isSmallText = (head: Buffer): boolean => head.length < 65_536 && !isZip(head);
