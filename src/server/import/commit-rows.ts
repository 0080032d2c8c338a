import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { audit } from "../audit/audit.ts";
import type { Tx } from "../db/db.ts";
import { getRow, lockRow, updateRow } from "../db/rows.ts";
import type { App } from "../app.ts";
import { announce } from "../lifecycle.ts";
import { ahead, batches, type Progress, type ReadRow } from "./batches.ts";
import { importerWith } from "./import.service.ts";
import { importRun, type Counts, type ImportRun } from "./import.tables.ts";
import type { Importer } from "./importer.ts";
import { add, forManyRows, judge, merge, storeRejects } from "./judging.ts";
import { otherWorker, stopAfter } from "./stopping.ts";
import { refreshStatistics } from "../db/statistics.ts";
import { businessNow } from "../clock.ts";

/** An import of more rows has the tables counted anew. */
const manyRows = 1000;

const inAlready = () => conflict(otherWorker, "These rows are being brought in already.");

// Whoever holds the run for longer than a statement waits is another worker that is slow.
const takeRun = (tx: Tx, id: string): Promise<ImportRun> =>
  lockRow(tx, importRun, id, "import").catch((error: unknown) => {
    throw (error as { code?: unknown }).code === "55P03" ? inAlready() : error;
  });

const commitBatch = (
  app: App,
  actor: Actor,
  importer: Importer,
  run: ImportRun,
  rows: readonly ReadRow<unknown>[],
  waiting: () => void,
): Promise<ImportRun> =>
  app.database.transaction(actor, async (tx) => {
    const [, now, judged] = await Promise.all([
      forManyRows(tx),
      takeRun(tx, run.id),
      judge(tx, importer, run, rows),
    ]);
    if (now.rowsDone !== run.rowsDone) throw inAlready();
    tx.later(storeRejects(tx, run, judged.rejects));
    if (judged.planned.length > 0) await importer.apply(tx, actor, judged.planned, run.id, waiting);
    return updateRow(tx, importRun, run.id, {
      counts: add(now.counts, judged.counts),
      problems: merge(now.problems, judged.rejects),
      rowsDone: now.rowsDone + rows.length,
    });
  });

/** Closes the run with its report; throws where its figures do not add up to the rows seen. */
const report = async (
  tx: Tx,
  actor: Actor,
  run: ImportRun,
  seen: number,
  leftOut: number,
): Promise<Counts> => {
  const { create, update, skip, reject } = run.counts;
  const counts = leftOut > 0 ? { ...run.counts, leftOut } : run.counts;
  if (create + update + skip + reject !== seen)
    throw new Error(
      `The import's figures do not add up: ${JSON.stringify(run.counts)} of ${seen} rows`,
    );
  await updateRow(tx, importRun, run.id, {
    state: "committed",
    counts,
    committedAt: businessNow(tx.scope).toISOString(),
    rowsTotal: seen,
  });
  audit(tx, actor, {
    action: "import.commit",
    objectType: "import",
    objectId: run.id,
    objectNumber: run.fileName,
    before: null,
    after: { kind: run.kind, file: run.fileName, sha256: run.sha256, rows: seen, ...counts },
  });
  announce(tx, run.orgId, "import.commit", run.id);
  return counts;
};

/**
 * Brings the rows in, some thousand at a time, each batch whole or not at all. After a stop it goes
 * on behind the last committed batch. What was checked
 * is judged again, since records may have changed. Ends with a report whose figures add up to the
 * rows of the file.
 */
export const commitImport = async (
  app: App,
  actor: Actor,
  id: string,
  progress: Progress = async () => {},
): Promise<Counts> => {
  const db = app.database.read(actor);
  let run = await getRow(db, importRun, id, "import");
  if (run.state === "committed") return run.counts;
  const importer = importerWith(actor, run);
  const start = run.rowsDone;
  let seen = start;
  const tell = () => progress(seen, run.rowsTotal, `${seen.toLocaleString("en-US")} rows`);
  const leftOut = { rows: 0 };
  const file = ahead(batches(app, db, importer, run, start, tell, leftOut));
  try {
    for (let batch = await file.take(); !batch.done; batch = await file.take()) {
      seen += batch.value.length;
      run = await commitBatch(app, actor, importer, run, batch.value, file.begin);
      file.begin();
      await tell();
    }
    const counts = await app.database.transaction(actor, (tx) =>
      report(tx, actor, run, seen, leftOut.rows),
    );
    if (seen - start > manyRows) await refreshStatistics(app.database);
    return counts;
  } catch (error) {
    await stopAfter(app, actor, id, error, "import");
    throw error;
  } finally {
    await file.close();
  }
};
