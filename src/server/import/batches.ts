import { Problem } from "../../kernel/errors.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { App } from "../http/app.ts";
import { fileRows } from "./file-rows.ts";
import type { ImportRun } from "./import.tables.ts";
import type { Importer, RowProblem } from "./importer.ts";

export const batchSize = 1000;
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

const short = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Turns cells into a row by the mapping; the first thing wrong with it becomes the problem. */
const reader = <R>(importer: Importer<R>, run: Pick<ImportRun, "columns" | "mapping">) => {
  const used = importer.fields.flatMap((field) => {
    const column = run.mapping[field.name];
    const at = column ? run.columns.indexOf(column) : -1;
    return at >= 0 ? [{ field, at, column: column! }] : [];
  });
  return (cells: readonly string[]): { row: R } | { problem: RowProblem } => {
    const values: Record<string, unknown> = {};
    for (const { field, at } of used) {
      const text = cells[at];
      if (text) values[field.name] = field.from ? field.from(text) : text;
    }
    const parsed = importer.schema.safeParse(values);
    if (parsed.success) return { row: parsed.data };
    const issue = parsed.error.issues[0]!, name = String(issue.path[0] ?? "");
    const where = used.find((u) => u.field.name === name), field = importer.fields.find((f) => f.name === name);
    const found = where ? cells[where.at] ?? "" : "";
    return { problem: { column: where?.column ?? field?.label ?? name, expected: field?.expected ?? (found ? `a valid ${(field?.label ?? name).toLowerCase()}` : "a value"), found: short(found), fix: `${field?.label ?? name}: ${found || issue.code !== "invalid_type" ? issue.message : "enter a value."}` } };
  };
};

/** Which rows of this very file were brought in before with the same columns: those that an earlier run has committed and not refused. */
const appliedBefore = async (db: Db, run: ImportRun): Promise<(rowNo: number) => boolean> => {
  const earlier = await db.rows<{ id: string; rowsDone: number }>(sql`select id, rows_done from import_run where org_id = ${run.orgId} and kind = ${run.kind} and sha256 = ${run.sha256} and id <> ${run.id} and mapping = ${JSON.stringify(run.mapping)}::jsonb and rows_done > 0`);
  if (earlier.length === 0) return () => false;
  const refused = await db.rows<{ importId: string; rowNo: number }>(sql`select import_id, row_no from import_reject where org_id = ${run.orgId} and import_id = any(${earlier.map((e) => e.id)}::uuid[])`);
  const runs = earlier.map((e) => ({ upTo: e.rowsDone, refused: new Set(refused.filter((r) => r.importId === e.id).map((r) => r.rowNo)) }));
  return (rowNo) => runs.some((r) => rowNo <= r.upTo + 1 && !r.refused.has(rowNo));
};

/** The rows of a run's file in batches, checked, with rows that name a record a second time refused. Every row is given, also those that were brought in before. */
export async function* batches<R>(app: App, db: Db, importer: Importer<R>, run: ImportRun): AsyncGenerator<ReadRow<R>[]> {
  const read = reader(importer, run), before = await appliedBefore(db, run);
  const named = new Map<number, number>();
  let rowNo = 0, batch: ReadRow<R>[] = [];
  for await (const cells of fileRows(app.files, run.sha256)) {
    if (++rowNo === 1) continue;
    const result = read(cells);
    const keys = "row" in result ? importer.keys(result.row).map(hash53) : [];
    const first = keys.map((key) => named.get(key)).find((n) => n !== undefined);
    for (const key of keys) if (!named.has(key)) named.set(key, rowNo);
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
