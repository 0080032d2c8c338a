import type { Readable } from "node:stream";
import { Problem } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import { headText } from "../files/encoding.ts";
import type { FileStore } from "../files/files.ts";
import { csvRecords } from "./csv-records.ts";

const mostColumns = 200;
const refuse = (detail: string) =>
  new Problem("invalid", "unreadable_file", detail, {
    errors: [{ path: "fileId", message: detail }],
  });

/** The beginning of a stored file: as much as is read at once; empty for an empty file. */
export const firstChunk = async (files: FileStore, sha256: string): Promise<Buffer> => {
  const { stream } = await files.open(sha256);
  for await (const chunk of stream) {
    stream.destroy();
    return chunk as Buffer;
  }
  return Buffer.alloc(0);
};
const isZip = (head: Buffer) => head.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));

/** The separator that the first line uses: comma, semicolon or tab, outside of quotes. */
export const separatorOf = (head: string): string => {
  const line = head.split(/\r?\n/, 1)[0]!.replace(/"[^"]*"/g, "");
  return [",", ";", "\t"]
    .map((sign) => ({ sign, count: line.split(sign).length }))
    .sort((a, b) => b.count - a.count)[0]!.sign;
};

const cellText = (cell: unknown): string =>
  cell === null || cell === undefined
    ? ""
    : cell instanceof Date
      ? cell.toISOString().slice(0, 10)
      : String(cell).trim();

async function* sheetRows(stream: Readable): AsyncGenerator<string[][]> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  // Loaded with the first workbook, not by every start.
  const { default: readXlsx } = await import("read-excel-file/node");
  const sheets = (await (readXlsx as unknown as (file: Buffer) => Promise<unknown>)(
    Buffer.concat(chunks),
  ).catch(() => {
    throw refuse("This workbook could not be read. Save it as .xlsx or CSV and try again.");
  })) as unknown;
  const rows = (
    Array.isArray(sheets) && sheets.length > 0 && !Array.isArray(sheets[0])
      ? (sheets[0] as { data: unknown[][] }).data
      : sheets
  ) as unknown[][];
  for (let from = 0; from < rows.length; from += 500)
    yield rows.slice(from, from + 500).map((row) => row.map(cellText));
}

async function* csvRows(
  stream: Readable,
  delimiter: string,
  head: Buffer,
): AsyncGenerator<string[][]> {
  try {
    yield* csvRecords(stream, delimiter, head);
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("CSV_"))
      throw refuse(`The file is not sound CSV: ${(error as Error).message.split(".")[0]}.`);
    throw error;
  }
}

/**
 * Rows of a stored CSV (comma, semicolon, tab; UTF-8, or UTF-16 with its mark) or XLSX file (first
 * sheet), some hundred at a time, header first, cells trimmed, as text. CSV is read as a stream, so
 * that memory
 * does not grow with the file; a workbook is read whole (the upload limit bounds it). Leading zeros
 * stay. 422 `unreadable_file`.
 */
export async function* fileRows(files: FileStore, sha256: string): AsyncGenerator<string[][]> {
  const head = await firstChunk(files, sha256);
  if (head.length === 0) throw refuse("The file is empty.");
  const { stream } = await files.open(sha256);
  try {
    yield* isZip(head) ? sheetRows(stream) : csvRows(stream, separatorOf(headText(head)), head);
  } finally {
    stream.destroy();
  }
}

/**
 * The headings of a file. 422 when there are none, a heading is empty or stands twice, or there are
 * more than 200.
 */
export const fileColumns = async (files: FileStore, sha256: string): Promise<string[]> => {
  for await (const [row] of fileRows(files, sha256)) {
    const columns = row!.map((name) => name.trim());
    while (columns.at(-1) === "") columns.pop();
    if (columns.length === 0) throw refuse("The first line holds no headings.");
    if (columns.length > mostColumns)
      throw refuse(`The file has more than ${counted(mostColumns, "column")}.`);
    const empty = columns.findIndex((name) => !name);
    const twice = columns.find((name, at) => columns.indexOf(name) !== at);
    if (empty >= 0) throw refuse(`Column ${empty + 1} has no heading in the first line.`);
    if (twice) throw refuse(`The heading ${twice} stands twice. Give each column its own heading.`);
    return columns;
  }
  throw refuse("The file is empty.");
};
