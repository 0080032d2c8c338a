import { counted } from "#kernel/words.ts";
import type { FileStore } from "../files/looked-at.ts";
import { readApart } from "../reading/reader.ts";
import { headOf, isOldFile, isSmallText, rowsOf, sheetsOf, type FileHow } from "./rows.ts";
import { unreadable } from "./zip.ts";

const mostColumns = 200;
const thread = new URL("./rows.thread.ts", import.meta.url);

/**
 * Every line of a stored CSV or XLSX file at its number (`rowsOf`), empty ones too, some hundred at a
 * time. Whatever may take long is read in a thread of its own, with limits of memory and time; `beat` is
 * asked meanwhile, and ends the reading by throwing. 422 `unreadable_file`, 404 where the file is gone.
 */
export async function* fileLines(
  files: FileStore,
  sha256: string,
  how: FileHow,
  beat?: () => Promise<unknown>,
): AsyncGenerator<string[][]> {
  const path = await files.pathOf(sha256, beat);
  const head = await headOf(path);
  if (isSmallText(head)) return yield* rowsOf(path, head, how);
  yield* readApart<{ path: string; how: FileHow }, string[][]>(
    thread,
    { path, how },
    { path: "fileId", megabytes: 384, seconds: 120, beat },
  );
}

/** The same without empty lines, of the first sheet: for readers that know the layout of their file. */
export async function* fileRows(
  files: FileStore,
  sha256: string,
  beat?: () => Promise<unknown>,
): AsyncGenerator<string[][]> {
  for await (const lines of fileLines(files, sha256, {}, beat))
    yield lines.filter((cells) => cells.length > 0);
}

/** A row of the file at its number. */
export type Line = { row: number; cells: string[] };

/** How a file begins: its first rows that hold anything, a workbook's sheets, whether its letters are in doubt. */
export type FileStart = { rows: Line[]; sheets: string[]; isOld: boolean };

const firstRows = 30;

/** Reads how a file begins. 422 for one without rows. */
export const fileStart = async (
  files: FileStore,
  sha256: string,
  how: FileHow,
): Promise<FileStart> => {
  const path = await files.pathOf(sha256);
  const head = await headOf(path);
  const rows: Line[] = [];
  let row = 0;
  for await (const lines of fileLines(files, sha256, how)) {
    for (const cells of lines) {
      row++;
      if (rows.length < firstRows && cells.some(Boolean)) rows.push({ row, cells });
    }
    if (rows.length === firstRows || row > 5_000) break;
  }
  if (rows.length === 0) throw unreadable("The file is empty.");
  return { rows, sheets: await sheetsOf(path, head), isOld: await isOldFile(path, head) };
};

// As a spreadsheet names its columns: 0 is A, 25 is Z, 26 is AA.
const columnLetters = (at: number): string =>
  (at >= 26 ? columnLetters(Math.floor(at / 26) - 1) : "") + String.fromCharCode(65 + (at % 26));

/**
 * The headings that a row holds; a column without one is named by its place, so that somebody can say
 * which field it is. 422 when there are none, one stands twice, or over 200.
 */
export const headingsOf = ({ row, cells }: Line): string[] => {
  const columns = cells.map((name) => name.replace(/\s+/g, " ").trim());
  while (columns.at(-1) === "") columns.pop();
  const line = row === 1 ? "the first line" : `line ${row}`;
  if (columns.length === 0) throw unreadable(`There are no headings in ${line}.`);
  if (columns.length > mostColumns)
    throw unreadable(`The file has more than ${counted(mostColumns, "column")}.`);
  const twice = columns.find((name, at) => name && columns.indexOf(name) !== at);
  if (twice)
    throw unreadable(`The heading ${twice} stands twice. Give each column its own heading.`);
  return columns.map((name, at) => name || `Column ${columnLetters(at)} (no heading)`);
};

/** The headings of a file in its first row. 422 as `headingsOf`. */
export const fileColumns = async (files: FileStore, sha256: string): Promise<string[]> =>
  headingsOf((await fileStart(files, sha256, {})).rows[0]!);
