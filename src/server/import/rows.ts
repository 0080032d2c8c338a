import { createReadStream } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { headText } from "../files/encoding.ts";
import { csvRecords } from "./csv-records.ts";
import { rowLimits, withinLimits } from "./row-limits.ts";
import { workbookRows } from "./workbook.ts";
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

/** The separator that the first line uses: comma, semicolon or tab, outside of quotes. */
const separatorOf = (head: string): string => {
  const line = head.split(/\r?\n/, 1)[0]!.replace(/"[^"]*"/g, "");
  return [",", ";", "\t"]
    .map((sign) => ({ sign, count: line.split(sign).length }))
    .sort((a, b) => b.count - a.count)[0]!.sign;
};

async function* csvRows(path: string, head: Buffer): AsyncGenerator<string[][]> {
  const stream = createReadStream(path);
  try {
    yield* csvRecords(stream, separatorOf(headText(head)), head);
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

/**
 * The rows of a file on this machine: CSV (comma, semicolon, tab; UTF-8, or UTF-16 with its mark),
 * read piece by piece, or the first sheet of a workbook, which is held whole within its limits.
 * Header first, cells trimmed, as text; leading zeros stay. 422 `unreadable_file`.
 */
export async function* rowsOf(path: string, head: Buffer): AsyncGenerator<string[][]> {
  if (head.length === 0) throw unreadable("The file is empty.");
  yield* withinLimits(isZip(head) ? workbookRows(await readFile(path)) : csvRows(path, head));
}

/** What is small enough to be read where it is asked for: as much text as one look takes. */
export const isSmallText = (head: Buffer): boolean => head.length < 65_536 && !isZip(head);
