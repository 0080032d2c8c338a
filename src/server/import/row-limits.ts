import { counted } from "#kernel/words.ts";
import { unreadable } from "./zip.ts";

/** What one file of rows may hold, whatever its format. A cell and a sheet are as large as Excel's. */
export const rowLimits = {
  rows: 1_048_576,
  cellsOfRow: 1_000,
  lettersOfCell: 32_767,
  lettersOfRow: 1_000_000,
} as const;

/** Rows are handed on in pieces of so many rows or letters, whichever is reached first. */
const pieceRows = 500;
const pieceLetters = 1_000_000;

const refuseRow = (rowNo: number, row: readonly string[]): void => {
  const { cellsOfRow, lettersOfCell } = rowLimits;
  if (row.length > cellsOfRow)
    throw unreadable(`Row ${rowNo} has more than ${counted(cellsOfRow, "cell")}.`);
  const long = row.findIndex((cell) => cell.length > lettersOfCell);
  throw unreadable(
    long >= 0
      ? `Row ${rowNo} has a cell with more than ${counted(lettersOfCell, "character")}, in column ${long + 1}.`
      : `Row ${rowNo} has more than ${counted(rowLimits.lettersOfRow, "character")}.`,
  );
};

/** The same rows in pieces of bounded size. 422 `unreadable_file` at the first that is too large. */
export async function* withinLimits(
  source: AsyncIterable<string[][]> | Iterable<string[][]>,
): AsyncGenerator<string[][]> {
  let rowNo = 0;
  let piece: string[][] = [];
  let held = 0;
  for await (const rows of source)
    for (const row of rows) {
      if (++rowNo > rowLimits.rows)
        throw unreadable(`The file has more than ${counted(rowLimits.rows, "row")}. Divide it.`);
      let letters = 0;
      let longest = 0;
      for (const cell of row) {
        letters += cell.length;
        if (cell.length > longest) longest = cell.length;
      }
      if (
        row.length > rowLimits.cellsOfRow ||
        longest > rowLimits.lettersOfCell ||
        letters > rowLimits.lettersOfRow
      )
        refuseRow(rowNo, row);
      held += letters;
      if (piece.push(row) === pieceRows || held > pieceLetters) {
        yield piece;
        piece = [];
        held = 0;
      }
    }
  if (piece.length > 0) yield piece;
}
