import { counted } from "#kernel/words.ts";
import { rowLimits } from "./row-limits.ts";
import { unreadable } from "./zip.ts";

/** What a sheet of a workbook may hold; larger ones come as CSV, which is read piece by piece. */
const sheetLimits = { rows: 200_000, cells: 2_000_000, tags: 8_000_000 } as const;

const tagLetters = 20_000;
const depth = 64;
// A character may be written as `&#x10FFFF;`.
const textLetters = rowLimits.lettersOfCell * 10;
const unsound = () =>
  unreadable("This workbook could not be read. Save it as .xlsx or CSV and try again.");
const asCsv = "Save the sheet as CSV, or divide it.";

/** Where the comment or the plain text that begins at `at` ends; another declaration is refused. */
const behindDeclaration = (xml: string, at: number): number => {
  const close = xml.startsWith("<!--", at) ? "-->" : xml.startsWith("<![CDATA[", at) ? "]]>" : null;
  const end = close === null ? -1 : xml.indexOf(close, at);
  if (end < 0) throw unsound();
  if (close === "]]>" && end - at > textLetters) throw tooLong();
  return end + 3;
};
const tooLong = () =>
  unreadable(
    `This workbook has a cell with more than ${counted(rowLimits.lettersOfCell, "character")}.`,
  );

/** Looks at each opening tag, with its name without prefix; bounds texts, tags and their depth. */
const scan = (xml: string, look: (name: string, attributes: string) => void): void => {
  let tags = 0;
  let open = 0;
  for (let at = xml.indexOf("<"), behind = 0; at >= 0; at = xml.indexOf("<", behind)) {
    if (at - behind > textLetters) throw tooLong();
    if (xml[at + 1] === "!") {
      behind = behindDeclaration(xml, at);
      continue;
    }
    const close = xml.indexOf(">", at);
    if (close < 0 || close - at > tagLetters) throw unsound();
    behind = close + 1;
    if (xml[at + 1] === "?") continue;
    if (xml[at + 1] === "/") {
      open--;
      continue;
    }
    const tag = xml.slice(at + 1, xml[close - 1] === "/" ? close - 1 : close);
    if (xml[close - 1] !== "/" && ++open > depth)
      throw unreadable("This workbook is nested too deeply to be read.");
    if (++tags > sheetLimits.tags)
      throw unreadable(`The first sheet has more cells than are read. ${asCsv}`);
    const [, name = "", attributes = ""] = /^(?:[^\s:]*:)?([^\s:]+)([^]*)$/.exec(tag) ?? [];
    // A tag that ends within a quoted value would hide what follows from this look.
    if (tag.includes("<") || (attributes.match(/["']/g)?.length ?? 0) % 2 > 0) throw unsound();
    look(name, attributes);
  }
};

const places = /(?:^|\s)(?:[^\s:="']*:)?r\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const columnOf = (letters: string): number =>
  [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0);

/**
 * Refuses a sheet that would take more than a sheet may before it is read: by the number of its
 * tags, the length of its texts, and the rows and columns at which its cells say that they stand
 * (one cell at XFD1048576 has a reader fill all those before it). 422 `unreadable_file`.
 */
export const refuseLargeSheet = (xml: string): void => {
  const { rows, cells } = sheetLimits;
  let row = 0;
  let column = 0;
  let lastRow = 0;
  let lastColumn = 0;
  let found = 0;
  const stands = (attributes: string, pattern: RegExp) =>
    Array.from(attributes.matchAll(places), ([, one, other]) => {
      const place = pattern.exec(one ?? other ?? "");
      if (!place) throw unsound();
      return place;
    });
  scan(xml, (name, attributes) => {
    if (name === "row") {
      row++;
      column = 0;
      for (const [at] of stands(attributes, /^\d{1,9}$/)) row = Math.max(row, Number(at));
    } else if (name === "c") {
      found++;
      column++;
      for (const [, letters, at] of stands(attributes, /^([A-Z]{1,6})(\d{1,9})$/)) {
        column = Math.max(column, columnOf(letters!));
        lastRow = Math.max(lastRow, Number(at));
      }
      lastColumn = Math.max(lastColumn, column);
    } else return;
    lastRow = Math.max(lastRow, row);
    if (lastRow > rows)
      throw unreadable(`The first sheet has more than ${counted(rows, "row")}. ${asCsv}`);
    if (lastColumn > rowLimits.cellsOfRow)
      throw unreadable(
        `The first sheet has more than ${counted(rowLimits.cellsOfRow, "column")}. Take out what is not needed.`,
      );
    if (found > cells || lastRow * lastColumn > cells)
      throw unreadable(`The first sheet has more than ${counted(cells, "cell")}. ${asCsv}`);
  });
};

/** The same of a part without cells: texts, tags, depth. */
export const refuseLargePart = (xml: string): void => scan(xml, () => undefined);
