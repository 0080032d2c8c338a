import { Problem } from "#kernel/errors.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { App } from "../app.ts";
import { fileRows } from "./file-rows.ts";
import type { ImportRun } from "./import.tables.ts";
import type { Importer, RowProblem } from "./importer.ts";
import { NamedRecords } from "./named-records.ts";
import { rowReader } from "./row-reader.ts";

/** Tells how far a job is: rows done, of how many where that is known. */
export type Progress = (done: number, total: number | null, stage?: string) => Promise<void>;

const usualBatch = 1000;
/**
 * A row of the file: its line number as the person counts (the heading is 1), its cells, and what
 * it says or why it cannot be read.
 */
export type ReadRow<R> = {
  rowNo: number;
  cells: string[];
  row: R | null;
  problem: RowProblem | null;
  before: boolean;
};

/**
 * Which rows of this very file were brought in before with the same columns: those that an earlier
 * run has committed and not refused.
 */
const appliedBefore = async (db: Db, run: ImportRun): Promise<(rowNo: number) => boolean> => {
  const earlier = await db.rows<{ id: string; rowsDone: number }>(sql`
    select id, rows_done
    from import_run
    where org_id = ${run.orgId}
      and kind = ${run.kind}
      and sha256 = ${run.sha256}
      and id <> ${run.id}
      and mapping = ${JSON.stringify(run.mapping)}::jsonb
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
  return (rowNo) => runs.some((r) => rowNo <= r.upTo + 1 && !r.refused.has(rowNo));
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

/**
 * The rows of a run's file in batches, checked, with rows that name a record a second time refused.
 * Rows behind the first `done` are given, also those that an earlier run brought in. `beat` is asked
 * while the file is read, and ends it by throwing.
 */
export async function* batches<R>(
  app: App,
  db: Db,
  importer: Importer<R>,
  run: ImportRun,
  done: number,
  beat?: () => Promise<unknown>,
): AsyncGenerator<ReadRow<R>[]> {
  const read = rowReader(importer, run);
  const before = await appliedBefore(db, run);
  const named = new NamedRecords();
  const batchSize = importer.batch ?? usualBatch;
  let rowNo = 0;
  let batch: ReadRow<R>[] = [];
  for await (const records of fileRows(app.files, run.sha256, beat))
    for (const cells of records) {
      if (++rowNo === 1) continue;
      const result = read(cells);
      const first = "row" in result ? named.name(importer.keys(result.row), rowNo) : undefined;
      if (rowNo <= done + 1) continue;
      const twice: RowProblem | null =
        first === undefined
          ? null
          : {
              column: "",
              expected: "each record once",
              found: `the same as row ${first}`,
              fix: "The file names the same record twice: keep one of the rows.",
            };
      const problem = "problem" in result ? result.problem : twice;
      batch.push({
        rowNo,
        cells,
        row: problem || !("row" in result) ? null : result.row,
        problem,
        before: before(rowNo),
      });
      if (batch.length === batchSize) {
        yield batch;
        batch = [];
      }
    }
  if (rowNo === 0) throw new Problem("invalid", "unreadable_file", "The file is empty.");
  if (batch.length > 0) yield batch;
}
