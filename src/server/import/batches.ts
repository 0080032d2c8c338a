import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { App } from "../app.ts";
import { dataRows, readAs, shownColumn, type DataRow } from "./data-rows.ts";
import type { ImportRun } from "./import.tables.ts";
import type { Importer, RowProblem } from "./importer.ts";
import { NamedRecords } from "./named-records.ts";
import { rowReader } from "./row-reader.ts";

/** Tells how far a job is: rows done, of how many where that is known. */
export type Progress = (done: number, total: number | null, stage?: string) => Promise<void>;

const usualBatch = 1000;
/**
 * A row of the file: its number as a spreadsheet shows it (empty rows and those above the headings
 * count), its cells, and what it says or why it cannot be read. `before`: it came in earlier; `added`:
 * its amount is in that of an earlier row of the same record.
 */
export type ReadRow<R> = {
  rowNo: number;
  cells: string[];
  row: R | null;
  problem: RowProblem | null;
  before: boolean;
  added?: boolean;
};

/**
 * Which rows of this very file were brought in before with the same columns: those that an earlier
 * run has committed and not refused.
 */
const appliedBefore = async (
  db: Db,
  run: ImportRun,
): Promise<(nth: number, rowNo: number) => boolean> => {
  const earlier = await db.rows<{ id: string; rowsDone: number }>(sql`
    select id, rows_done
    from import_run
    where org_id = ${run.orgId}
      and kind = ${run.kind}
      and sha256 = ${run.sha256}
      and id <> ${run.id}
      and mapping = ${JSON.stringify(run.mapping)}::jsonb
      and reading - 'asked' = ${JSON.stringify(run.reading)}::jsonb - 'asked'
      and rows_done > 0
  `);
  if (earlier.length === 0) return () => false;
  const refused = await db.rows<{ importId: string; rowNo: number }>(sql`
    select import_id, row_no
    from import_reject
    where org_id = ${run.orgId} and import_id = any(${earlier.map((e) => e.id)}::uuid[])
  `);
  const runs = earlier.map((e) => ({
    upTo: e.rowsDone,
    refused: new Set(refused.filter((r) => r.importId === e.id).map((r) => r.rowNo)),
  }));
  return (nth, rowNo) => runs.some((r) => nth <= r.upTo && !r.refused.has(rowNo));
};

/**
 * Gives what a source gives; `begin` starts reading the next while the one before it is worked on.
 */
export const ahead = <T>(source: AsyncGenerator<T>) => {
  let next: Promise<IteratorResult<T>> | null = null;
  const begin = () => {
    if (next) return;
    next = source.next();
    next.catch(() => {}); // told when it is taken
  };
  return {
    begin,
    take: () => {
      begin();
      const taken = next!;
      next = null;
      return taken;
    },
    close: async () => {
      await next?.catch(() => {});
      await source.return(undefined);
    },
  };
};

// Sums of the rows of each record, for a kind whose rows a person has asked to add up.
const sumsByKey = async <R>(
  app: App,
  importer: Importer<R>,
  run: ImportRun,
  beat?: () => Promise<unknown>,
): Promise<Map<string, number> | null> => {
  const field = run.reading.addUp ? importer.addUp : undefined;
  if (!field) return null;
  const read = rowReader(importer, readAs(importer, run));
  const sums = new Map<string, number>();
  for await (const records of dataRows(app, run, { rows: 0 }, beat))
    for (const { cells } of records) {
      const result = read(cells);
      if (!("row" in result)) continue;
      const key = importer.keys(result.row).join(" ");
      const cents = (result.row as Record<string, unknown>)[field];
      sums.set(key, (sums.get(key) ?? 0) + Number(cents ?? 0));
    }
  return sums;
};

const twice = (first: number): RowProblem => ({
  column: "",
  expected: "each record once",
  found: `the same as row ${first}`,
  fix: "The file names the same record twice: keep one of the rows.",
});

/**
 * The rows of a run's file in batches, checked, with rows that name a record a second time refused or,
 * where somebody asked for it, added up. Rows behind the first `done` are given, also those that an
 * earlier run brought in. `beat` is asked while the file is read, and ends it by throwing.
 */
export async function* batches<R>(
  app: App,
  db: Db,
  importer: Importer<R>,
  run: ImportRun,
  done: number,
  beat?: () => Promise<unknown>,
  leftOut: { rows: number } = { rows: 0 },
): AsyncGenerator<ReadRow<R>[]> {
  const read = rowReader(importer, readAs(importer, run));
  const before = await appliedBefore(db, run);
  const sums = await sumsByKey(app, importer, run, beat);
  const named = new NamedRecords();
  const batchSize = importer.batch ?? usualBatch;
  let nth = 0;
  let batch: ReadRow<R>[] = [];
  const judged = (record: DataRow): ReadRow<R> => {
    const { rowNo, cells } = record;
    const result = read(cells);
    const whole: ReadRow<R> = {
      rowNo,
      cells,
      row: null,
      problem: null,
      before: before(nth, rowNo),
    };
    if ("problem" in result) {
      const { problem } = result;
      return { ...whole, problem: { ...problem, column: shownColumn(problem.column, record) } };
    }
    const keys = importer.keys(result.row);
    const first = named.name(keys, rowNo);
    if (first !== undefined && sums) return { ...whole, added: true };
    if (first !== undefined) return { ...whole, problem: twice(first) };
    return {
      ...whole,
      row: sums ? { ...result.row, [importer.addUp!]: sums.get(keys.join(" ")) } : result.row,
    };
  };
  for await (const records of dataRows(app, run, leftOut, beat))
    for (const record of records) {
      nth++;
      const row = judged(record);
      if (nth <= done) continue;
      batch.push(row);
      if (batch.length === batchSize) {
        yield batch;
        batch = [];
      }
    }
  if (batch.length > 0) yield batch;
}
