import { counted } from "#kernel/words.ts";
import type { FileStore } from "../files/looked-at.ts";
import { readApart } from "../reading/reader.ts";
import { headOf, isSmallText, rowsOf } from "./rows.ts";
import { unreadable } from "./zip.ts";

const mostColumns = 200;
const thread = new URL("./rows.thread.ts", import.meta.url);

/**
 * Rows of a stored CSV or XLSX file (`rowsOf`), some hundred at a time. Whatever may take long is
 * read in a thread of its own, with limits of memory and time; `beat` is asked meanwhile, and ends
 * the reading by throwing. 422 `unreadable_file`, 404 where the file is gone.
 */
export async function* fileRows(
  files: FileStore,
  sha256: string,
  beat?: () => Promise<unknown>,
): AsyncGenerator<string[][]> {
  const path = await files.pathOf(sha256, beat);
  const head = await headOf(path);
  if (isSmallText(head)) return yield* rowsOf(path, head);
  yield* readApart<string, string[][]>(thread, path, {
    path: "fileId",
    megabytes: 384,
    seconds: 120,
    beat,
  });
}

/**
 * The headings of a file. 422 when there are none, a heading is empty or stands twice, or there are
 * more than 200.
 */
export const fileColumns = async (files: FileStore, sha256: string): Promise<string[]> => {
  for await (const [row] of fileRows(files, sha256)) {
    const columns = row!.map((name) => name.trim());
    while (columns.at(-1) === "") columns.pop();
    if (columns.length === 0) throw unreadable("The first line holds no headings.");
    if (columns.length > mostColumns)
      throw unreadable(`The file has more than ${counted(mostColumns, "column")}.`);
    const empty = columns.findIndex((name) => !name);
    const twice = columns.find((name, at) => columns.indexOf(name) !== at);
    if (empty >= 0) throw unreadable(`Column ${empty + 1} has no heading in the first line.`);
    if (twice)
      throw unreadable(`The heading ${twice} stands twice. Give each column its own heading.`);
    return columns;
  }
  throw unreadable("The file is empty.");
};
