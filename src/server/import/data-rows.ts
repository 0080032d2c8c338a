import type { App } from "../app.ts";
import { fileLines } from "./file-rows.ts";
import type { ImportReading, ImportRun, LeaveOut } from "./import.tables.ts";
import type { Importer } from "./importer.ts";

/** A row of records: its number in the file, its cells, the column that it was spread from. */
export type DataRow = { rowNo: number; cells: string[]; from?: string };

// Columns that are no heading: what a spread column gives.
const spreadBy = "\u0001by";
const spreadValue = "\u0001value";

/** The run as its rows are read: several columns of years or months are two columns then. */
export const readAs = <R extends Pick<ImportRun, "columns" | "mapping" | "reading">>(
  importer: Pick<Importer, "spread">,
  run: R,
): R => {
  const spread = importer.spread && run.reading.spread?.length ? importer.spread : null;
  if (!spread) return run;
  return {
    ...run,
    columns: [...run.columns, spreadBy, spreadValue],
    mapping: { ...run.mapping, [spread.by]: spreadBy, [spread.value]: spreadValue },
  };
};

/** The heading of a column that a problem names. */
export const shownColumn = (column: string, row: DataRow): string =>
  column === spreadBy || column === spreadValue ? (row.from ?? "") : column;

const tests: Readonly<Record<LeaveOut["test"], (cell: string, value: string) => boolean>> = {
  is: (cell, value) => cell === value,
  begins: (cell, value) => cell.startsWith(value),
  contains: (cell, value) => cell.includes(value),
  empty: (cell) => cell === "",
};

const isLeftOut = (
  columns: readonly string[],
  conditions: readonly LeaveOut[],
): ((cells: readonly string[]) => boolean) => {
  // A condition whose words are not written yet would hold of every row.
  const whole = conditions.filter(({ test, value }) => test === "empty" || value.trim() !== "");
  const looked = whole.map((each) => ({
    at: columns.indexOf(each.column),
    value: each.value.toLowerCase(),
    holds: tests[each.test],
  }));
  return (cells) =>
    looked.some(({ at, value, holds }) => at >= 0 && holds((cells[at] ?? "").toLowerCase(), value));
};

const spreadRows = (
  row: DataRow,
  columns: readonly string[],
  spread: NonNullable<ImportReading["spread"]>,
): DataRow[] => {
  // Empty cells up to the headings, so that what is added stands behind them.
  const cells = [...row.cells];
  while (cells.length > columns.length && !cells.at(-1)) cells.pop();
  if (cells.length > columns.length) return [row];
  while (cells.length < columns.length) cells.push("");
  return spread.flatMap(({ column, value }) => {
    const cell = cells[columns.indexOf(column)] ?? "";
    return cell ? [{ rowNo: row.rowNo, cells: [...cells, value, cell], from: column }] : [];
  });
};

/**
 * The rows of a run's file behind its headings, some hundred at a time; empty ones hold nothing and are
 * passed over. `leftOut` counts those that the person's conditions leave out.
 */
export async function* dataRows(
  app: App,
  run: ImportRun,
  leftOut: { rows: number },
  beat?: () => Promise<unknown>,
): AsyncGenerator<DataRow[]> {
  const { sheet, letters, headingRow = 1, leaveOut = [], spread } = run.reading;
  const isOut = isLeftOut(run.columns, leaveOut);
  let rowNo = 0;
  for await (const lines of fileLines(app.files, run.sha256, { sheet, letters }, beat)) {
    const rows: DataRow[] = [];
    for (const cells of lines) {
      if (++rowNo <= headingRow || !cells.some(Boolean)) continue;
      if (isOut(cells)) leftOut.rows++;
      else if (spread?.length) rows.push(...spreadRows({ rowNo, cells }, run.columns, spread));
      else rows.push({ rowNo, cells });
    }
    if (rows.length > 0) yield rows;
  }
}
