import { Problem } from "../../kernel/errors.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { App } from "../http/app.ts";
import { fileRows } from "./file-rows.ts";
import type { ImportRun } from "./import.tables.ts";
import type { Importer, RowProblem } from "./importer.ts";
import { rowReader } from "./row-reader.ts";

const usualBatch = 1000;
/** A row of the file: its line number as the person counts (the heading is 1), its cells, and what it says or why it cannot be read. */
export type ReadRow<R> = { rowNo: number; cells: string[]; row: R | null; problem: RowProblem | null; before: boolean };

/** 53 bits of a text's hash: what a file has named already is kept as numbers, not as texts. */
const hash53 = (text: string): number => {
  let a = 0xdeadbeef, b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 2654435761);
    b = Math.imul(b ^ c, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
};

/** Which rows of this very file were brought in before with the same columns: those that an earlier run has committed and not refused. */
const appliedBefore = async (db: Db, run: ImportRun): Promise<(rowNo: number) => boolean> => {
  const earlier = await db.rows<{ id: string; rowsDone: number }>(sql`select id, rows_done from import_run where org_id = ${run.orgId} and kind = ${run.kind} and sha256 = ${run.sha256} and id <> ${run.id} and mapping = ${JSON.stringify(run.mapping)}::jsonb and rows_done > 0`);
  if (earlier.length === 0) return () => false;
  const refused = await db.rows<{ importId: string; rowNo: number }>(sql`select import_id, row_no from import_reject where org_id = ${run.orgId} and import_id = any(${earlier.map((e) => e.id)}::uuid[])`);
  const runs = earlier.map((e) => ({ upTo: e.rowsDone, refused: new Set(refused.filter((r) => r.importId === e.id).map((r) => r.rowNo)) }));
  return (rowNo) => runs.some((r) => rowNo <= r.upTo + 1 && !r.refused.has(rowNo));
};

/** Notes which record a row names; the row that named it before, by the first of the keys that one has. */
const nameRow = (named: Map<number, number>, keys: readonly string[], rowNo: number): number | undefined => {
  let first: number | undefined;
  for (const key of keys) {
    const hashed = hash53(key), before = named.get(hashed);
    if (before === undefined) named.set(hashed, rowNo);
    else if (before !== rowNo) first ??= before;
  }
  return first;
};

/** The same batches, each next one read while the one before it is worked on. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (let found = await next; !found.done; found = await next) {
      next = source.next();
      next.catch(() => {}); // told when it is taken
      yield found.value;
    }
  } finally {
    await next.catch(() => {});
    await source.return(undefined);
  }
}

/** The rows of a run's file in batches, checked, with rows that name a record a second time refused. Rows behind the first `done` are given, also those that an earlier run brought in. */
export async function* batches<R>(app: App, db: Db, importer: Importer<R>, run: ImportRun, done: number): AsyncGenerator<ReadRow<R>[]> {
  const read = rowReader(importer, run), before = await appliedBefore(db, run);
  const named = new Map<number, number>(), batchSize = importer.batch ?? usualBatch;
  let rowNo = 0, batch: ReadRow<R>[] = [];
  for await (const records of fileRows(app.files, run.sha256))
    for (const cells of records) {
      if (++rowNo === 1) continue;
      const result = read(cells);
      const first = "row" in result ? nameRow(named, importer.keys(result.row), rowNo) : undefined;
      if (rowNo <= done + 1) continue;
      const twice: RowProblem | null = first === undefined ? null : { column: "", expected: "each record once", found: `the same as row ${first}`, fix: "The file names the same record twice: keep one of the rows." };
      const problem = "problem" in result ? result.problem : twice;
      batch.push({ rowNo, cells, row: problem || !("row" in result) ? null : result.row, problem, before: before(rowNo) });
      if (batch.length === batchSize) {
        yield batch;
        batch = [];
      }
    }
  if (rowNo === 0) throw new Problem("invalid", "unreadable_file", "The file is empty.");
  if (batch.length > 0) yield batch;
}
