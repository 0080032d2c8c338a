import type { Actor } from "#kernel/access.ts";
import type { App } from "../app.ts";
import { getRow, updateRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { ahead, batches, type Progress, type ReadRow } from "./batches.ts";
import { importerWith } from "./import.service.ts";
import { importRun, noCounts, type Counts, type ImportRun } from "./import.tables.ts";
import type { Importer } from "./importer.ts";
import { inspectRows } from "./inspect-rows.ts";
import { add, forManyRows, judge, merge, storeRejects, type Judged } from "./judging.ts";
import { stopAfter } from "./stopping.ts";

/** What a check has found so far. */
type Found = Required<Pick<ImportRun, "counts" | "problems" | "warned" | "warnings">> & {
  rowsTotal: number;
};
const nothing: Found = {
  counts: noCounts,
  problems: [],
  warned: 0,
  warnings: [],
  rowsTotal: 0,
};

const withBatch = (found: Found, { counts, rejects, warnings }: Judged, rows: number): Found => {
  const ordered = warnings.toSorted((a, b) => a.rowNo - b.rowNo);
  return {
    counts: add(found.counts, counts),
    problems: merge(found.problems, rejects),
    warned: found.warned + new Set(ordered.map((warning) => warning.rowNo)).size,
    warnings: ordered.length > 0 ? merge(found.warnings, ordered) : found.warnings,
    rowsTotal: found.rowsTotal + rows,
  };
};

type Checking = {
  app: App;
  actor: Actor;
  importer: Importer;
  run: ImportRun;
  watch: ReturnType<NonNullable<Importer["watch"]>> | undefined;
};

const checkBatch = (
  { app, actor, importer, run, watch }: Checking,
  rows: readonly ReadRow<unknown>[],
  waiting: () => void,
): Promise<Judged> =>
  app.database.transaction(actor, async (tx) => {
    const anew = forManyRows(tx);
    const judging = judge(tx, importer, run, rows, watch !== undefined);
    waiting();
    const [, judged] = await Promise.all([anew, judging]);
    if (watch && judged.coming.length > 0)
      judged.warnings.push(...(await watch(tx, judged.coming, run.createdAt)));
    await storeRejects(tx, run, judged.rejects);
    return judged;
  });

// What the columns leave open goes back to the person before a row is read.
const inspected = async (
  app: App,
  actor: Actor,
  importer: Importer,
  run: ImportRun,
  tell: () => Promise<unknown>,
): Promise<ImportRun> => {
  try {
    const { told, questions } = await inspectRows(
      app,
      app.database.read(actor),
      importer,
      run,
      tell,
    );
    const state = questions.length > 0 ? "mapping" : run.state;
    const ids = questions.map(({ id }) => id);
    // What was answered for another file and does not fit this one is asked anew.
    const answers = Object.fromEntries(
      Object.entries(run.reading.answers ?? {}).filter(([id]) => !ids.includes(id)),
    );
    const asked = [...new Set([...(run.reading.asked ?? []), ...ids])];
    const reading = { ...run.reading, told, answers, asked };
    return await app.database.transaction(actor, (tx) =>
      updateRow(tx, importRun, run.id, { reading, questions, state }),
    );
  } catch (error) {
    await stopAfter(app, actor, run.id, error, "check");
    throw error;
  }
};

/**
 * Checks every row without changing anything: what would be created, changed, left alone or
 * refused, and why. May run again. Where the file leaves something open, no row is checked: the run
 * asks, and waits with its columns.
 */
export const validateImport = async (
  app: App,
  actor: Actor,
  id: string,
  progress: Progress = async () => {},
): Promise<Counts> => {
  const { database } = app;
  const db = database.read(actor);
  const begun = await getRow(db, importRun, id, "import");
  const importer = importerWith(actor, begun);
  const run = await inspected(app, actor, importer, begun, () =>
    progress(0, null, "Looking over the columns"),
  );
  if (run.questions.length > 0) return noCounts;
  const checking = { app, actor, importer, run, watch: importer.watch?.() };
  let found = nothing;
  const tell = () => {
    const rows = found.rowsTotal;
    return progress(rows, null, `${rows.toLocaleString("en-US")} rows checked`);
  };
  const leftOut = { rows: 0 };
  const file = ahead(batches(app, db, importer, run, 0, tell, leftOut));
  try {
    await database.transaction(actor, (tx) =>
      tx.rows(sql`delete from import_reject where org_id = ${run.orgId} and import_id = ${id}`),
    );
    for (let batch = await file.take(); !batch.done; batch = await file.take()) {
      // The next rows are read while the database looks for these.
      const judged = await checkBatch(checking, batch.value, file.begin);
      found = withBatch(found, judged, batch.value.length);
      await tell();
    }
    if (leftOut.rows > 0) found = { ...found, counts: { ...found.counts, leftOut: leftOut.rows } };
    await database.transaction(actor, (tx) =>
      updateRow(tx, importRun, id, { state: "validated", ...found }),
    );
    return found.counts;
  } catch (error) {
    await stopAfter(app, actor, id, error, "check");
    throw error;
  } finally {
    await file.close();
  }
};
