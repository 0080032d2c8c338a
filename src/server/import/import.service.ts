import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notAllowed, notFound, Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "../audit/audit.ts";
import type { Db, Tx } from "../db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import type { App } from "../http/app.ts";
import { Cancelled } from "../jobs/jobs.ts";
import { announce } from "../lifecycle.ts";
import { ahead, batches, type ReadRow } from "./batches.ts";
import { fileColumns } from "./file-rows.ts";
import { importRun, type Counts, type ImportRun, type Mapping } from "./import.tables.ts";
import {
  fieldsFor,
  importerOf,
  suggestMapping,
  type Coming,
  type Importer,
  type Planned,
  type RowProblem,
  type Verdict,
} from "./importer.ts";

export type Progress = (done: number, total: number | null, stage?: string) => Promise<void>;
const shownProblems = 300;
const none: Counts = { create: 0, update: 0, skip: 0, reject: 0 };

/** The importer of a kind for this person. 422 for an unknown kind, 403 without its permission. */
export const importerFor = (actor: Actor, kind: string): Importer => {
  const importer = importerOf(kind);
  if (!importer)
    throw invalid("unknown_kind", `Nothing called ${kind} can be imported.`, [
      { path: "kind", message: "Unknown kind." },
    ]);
  if (actor.kind !== "system" && !actor.permissions.has(importer.permission))
    throw notAllowed(`Your role does not allow importing ${importer.label}.`);
  return importer;
};

/**
 * The importer of a kind for a person who may bring in every field that is matched, or 403: who may
 * not enter a field reads none of it either, and commits no file that somebody else has matched.
 */
const importerWith = (
  actor: Actor,
  { kind, mapping }: Pick<ImportRun, "kind" | "mapping">,
): Importer => {
  const importer = importerFor(actor, kind);
  const open = fieldsFor(actor, importer);
  const closed = importer.fields.filter((f) => mapping[f.name] && !open.includes(f));
  if (closed.length > 0)
    throw notAllowed(
      `Your role does not allow bringing in ${closed.map((f) => f.label).join(", ")}. Leave these columns out, or let a person do it who may enter them.`,
    );
  return importer;
};

/** A run of the agency, for those who may import its kind and the fields that are matched. */
export const readRun = async (db: Db, actor: Actor, id: string): Promise<ImportRun> => {
  const run = await getRow(db, importRun, id, "import");
  importerWith(actor, run);
  return run;
};

/**
 * Takes an uploaded file as a new import: reads its headings and suggests which column is which
 * field.
 */
export const beginImport = async (
  app: App,
  actor: Actor,
  kind: string,
  fileId: string,
): Promise<ImportRun> => {
  const importer = importerFor(actor, kind);
  const db = app.database.read(actor);
  const file = await db.maybe<{ name: string; sha256: string }>(
    sql`select name, sha256 from stored_file where org_id = ${actor.orgId} and id = ${fileId}`,
  );
  if (!file) throw notFound("file");
  const columns = await fileColumns(app.files, file.sha256);
  const last = await db.maybe<{ mapping: Mapping }>(
    sql`select mapping from import_mapping where org_id = ${actor.orgId} and kind = ${kind}`,
  );
  return app.database.transaction(actor, (tx) =>
    insertRow(tx, importRun, {
      orgId: actor.orgId!,
      id: newId(),
      kind,
      fileId,
      fileName: file.name,
      sha256: file.sha256,
      columns,
      mapping: suggestMapping(fieldsFor(actor, importer), columns, last?.mapping ?? {}),
      createdBy: actor.personId,
    }),
  );
};

/**
 * Keeps the matching of columns, for this run and as the agency's choice for the next file. 422
 * when a required field has no column or a column is not in the file; 409 once rows are in.
 */
export const mapColumns = async (
  tx: Tx,
  actor: Actor,
  id: string,
  mapping: Mapping,
): Promise<ImportRun> => {
  const run = await lockRow(tx, importRun, id, "import");
  const importer = importerWith(actor, { kind: run.kind, mapping });
  if (run.rowsDone > 0 || run.state === "committing")
    throw conflict(
      "import_running",
      "Rows of this import are in already. Take the file anew to match its columns differently.",
    );
  const kept = Object.fromEntries(importer.fields.map((f) => [f.name, mapping[f.name] ?? null]));
  const missing = importer.fields.filter((f) => f.required && !kept[f.name]);
  const strange = Object.values(kept).filter((column) => column && !run.columns.includes(column));
  if (missing.length > 0 || strange.length > 0)
    throw invalid(
      "mapping",
      missing.length > 0
        ? `Choose a column for ${missing.map((f) => f.label).join(", ")}.`
        : `The file has no column ${strange.join(", ")}.`,
      missing.map((f) => ({ path: `mapping.${f.name}`, message: "Choose a column." })),
    );
  await tx.rows(sql`
    insert into import_mapping (org_id, kind, mapping)
    values (${actor.orgId}, ${run.kind}, ${JSON.stringify(kept)})
    on conflict (org_id, kind)
    do update set mapping = excluded.mapping, updated_at = clock_timestamp()
  `);
  return updateRow(tx, importRun, id, {
    mapping: kept,
    state: "validating",
    counts: none,
    problems: [],
    warned: 0,
    warnings: [],
    rowsTotal: null,
    error: null,
  });
};

const storeRejects = (
  tx: Tx,
  run: ImportRun,
  rows: readonly { rowNo: number; cells: string[]; problem: RowProblem }[],
) =>
  rows.length === 0
    ? null
    : tx.rows(sql`
      insert into import_reject (org_id, import_id, row_no, cells, problems)
      select
        ${run.orgId}::uuid, ${run.id}::uuid, r.row_no,
        array(select jsonb_array_elements_text(r.cells)), r.problems
      from jsonb_to_recordset(${JSON.stringify(rows.map((r) => ({ row_no: r.rowNo, cells: r.cells.map((c) => c.replaceAll("\u0000", "")), problems: [r.problem] })))}::jsonb) as r (
        row_no int, cells jsonb, problems jsonb
      )
      on conflict
      do nothing
    `);

type Judged = {
  counts: Counts;
  rejects: { rowNo: number; cells: string[]; problem: RowProblem }[];
  planned: Planned<unknown, unknown>[];
  coming: Coming<unknown>[];
  warnings: { rowNo: number; problem: RowProblem }[];
};

const judge = async (
  db: Db,
  importer: Importer,
  run: ImportRun,
  rows: readonly ReadRow<unknown>[],
  watched = false,
): Promise<Judged> => {
  const fresh = rows.filter((r) => r.row !== null && !r.before);
  const verdicts: Verdict<unknown>[] =
    fresh.length > 0
      ? await importer.plan(
          db,
          fresh.map((r) => r.row),
          run.createdAt,
        )
      : [];
  const judged: Judged = {
    counts: { ...none },
    rejects: [],
    planned: [],
    coming: [],
    warnings: [],
  };
  judged.counts.skip = rows.filter((r) => r.before).length;
  for (const r of rows)
    if (r.problem && !r.before)
      judged.rejects.push({ rowNo: r.rowNo, cells: r.cells, problem: r.problem });
  fresh.forEach((r, at) => {
    const v = verdicts[at]!;
    if (v.action === "reject")
      judged.rejects.push({ rowNo: r.rowNo, cells: r.cells, problem: v.problem });
    else {
      judged.counts[v.action]++;
      if (v.action === "skip") return;
      judged.planned.push({ row: r.row, action: v.action, plan: v.plan });
      if (watched) judged.coming.push({ rowNo: r.rowNo, row: r.row, action: v.action });
      if (v.warnings)
        judged.warnings.push(...v.warnings.map((problem) => ({ rowNo: r.rowNo, problem })));
    }
  });
  judged.rejects.sort((a, b) => a.rowNo - b.rowNo);
  judged.counts.reject = judged.rejects.length;
  return judged;
};

const add = (a: Counts, b: Counts): Counts => ({
  create: a.create + b.create,
  update: a.update + b.update,
  skip: a.skip + b.skip,
  reject: a.reject + b.reject,
});
const merge = (
  problems: ImportRun["problems"],
  rejects: readonly { rowNo: number; problem: RowProblem }[],
) => [...problems, ...rejects.map((r) => ({ row: r.rowNo, ...r.problem }))].slice(0, shownProblems);

// A job that is run a second time while the first still works (its instance was slow to answer)
// leaves the rows and the state to that one.
const otherWorker = "import_running";

/** Marks a run as stopped, with what happened to it in words. */
export const stopRun = (
  tx: Tx,
  id: string,
  what: "check" | "import",
  error: unknown,
): Promise<unknown> => {
  const how =
    error instanceof Cancelled ? "was cancelled" : "stopped because something failed on our side";
  const text =
    error instanceof Problem
      ? error.message
      : what === "check"
        ? `The check ${how}. Nothing was changed.`
        : `The import ${how}. What was brought in stays; going on brings in the rest.`;
  return tx.rows(sql`
    update import_run
    set state = 'failed', error = ${text}, version = version + 1
    where org_id = ${tx.scope.orgId} and id = ${id}
  `);
};

const failed = async (
  app: App,
  actor: Actor,
  id: string,
  error: unknown,
  what: "check" | "import",
) => {
  if (error instanceof Problem && error.code === otherWorker) return;
  await app.database.transaction(actor, (tx) => stopRun(tx, id, what, error)).catch(() => {});
};

/**
 * Checks every row without changing anything: what would be created, changed, left alone or
 * refused, and why. May run again.
 */
export const validateImport = async (
  app: App,
  actor: Actor,
  id: string,
  progress: Progress = async () => {},
): Promise<Counts> => {
  const { database } = app;
  const db = database.read(actor);
  const run = await getRow(db, importRun, id, "import");
  const importer = importerWith(actor, run);
  const file = ahead(batches(app, db, importer, run, 0));
  const watch = importer.watch?.();
  try {
    await database.transaction(actor, (tx) =>
      tx.rows(sql`delete from import_reject where org_id = ${run.orgId} and import_id = ${id}`),
    );
    let counts = none;
    let problems: ImportRun["problems"] = [];
    let warnings: ImportRun["warnings"] = [];
    let warned = 0;
    let done = 0;
    for (let batch = await file.take(); !batch.done; batch = await file.take()) {
      const rows = batch.value;
      const judged = await database.transaction(actor, async (tx) => {
        const anew = forManyRows(tx);
        const judging = judge(tx, importer, run, rows, watch !== undefined);
        file.begin(); // the next rows are read while the database looks for these
        const [, found] = await Promise.all([anew, judging]);
        if (watch && found.coming.length > 0)
          found.warnings.push(...(await watch(tx, found.coming, run.createdAt)));
        await storeRejects(tx, run, found.rejects);
        return found;
      });
      if (judged.warnings.length > 0) {
        judged.warnings.sort((a, b) => a.rowNo - b.rowNo);
        [warned, warnings] = [
          warned + new Set(judged.warnings.map((w) => w.rowNo)).size,
          merge(warnings, judged.warnings),
        ];
      }
      [counts, problems, done] = [
        add(counts, judged.counts),
        merge(problems, judged.rejects),
        done + rows.length,
      ];
      await progress(done, null, `${done.toLocaleString("en-US")} rows checked`);
    }
    await database.transaction(actor, (tx) =>
      updateRow(tx, importRun, id, {
        state: "validated",
        counts,
        problems,
        warned,
        warnings,
        rowsTotal: done,
      }),
    );
    return counts;
  } catch (error) {
    await failed(app, actor, id, error, "check");
    throw error;
  } finally {
    await file.close();
  }
};

/**
 * Marks a checked import as being brought in; also goes on with one that stopped. 409 while it is
 * checked, or when it is done.
 */
export const startCommit = async (tx: Tx, actor: Actor, id: string): Promise<ImportRun> => {
  const run = await lockRow(tx, importRun, id, "import");
  importerWith(actor, run);
  if (run.state !== "validated" && !(run.state === "failed" && run.rowsTotal !== null))
    throw conflict(
      "not_in_this_status",
      run.state === "committed" ? "This import is done." : "Check the rows first.",
    );
  if (run.rowsDone === 0)
    await tx.rows(sql`delete from import_reject where org_id = ${run.orgId} and import_id = ${id}`);
  return updateRow(tx, importRun, id, {
    state: "committing",
    error: null,
    ...(run.rowsDone === 0 ? { counts: none, problems: [] } : {}),
  });
};

// A plan that was made for a small table stays cached while the import makes it large: in these
// transactions every statement is planned for its values.
// The index of words merges what is new in its list of pending entries piece by piece of work_mem:
// with more of it, each word's place is looked for less often.
const forManyRows = (tx: Tx) =>
  tx.rows(sql`
    select
      set_config('plan_cache_mode', 'force_custom_plan', true), set_config('work_mem', '32MB', true)
  `);

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
      lockRow(tx, importRun, run.id, "import"),
      judge(tx, importer, run, rows),
    ]);
    if (now.rowsDone !== run.rowsDone)
      throw conflict(otherWorker, "These rows are being brought in already.");
    const rejected = storeRejects(tx, run, judged.rejects);
    rejected?.catch(() => {}); // awaited below
    if (judged.planned.length > 0) await importer.apply(tx, actor, judged.planned, run.id, waiting);
    await rejected;
    return updateRow(tx, importRun, run.id, {
      counts: add(now.counts, judged.counts),
      problems: merge(now.problems, judged.rejects),
      rowsDone: now.rowsDone + rows.length,
    });
  });

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
  const file = ahead(batches(app, db, importer, run, start));
  try {
    let seen = start;
    for (let batch = await file.take(); !batch.done; batch = await file.take()) {
      seen += batch.value.length;
      run = await commitBatch(app, actor, importer, run, batch.value, file.begin);
      file.begin();
      await progress(seen, run.rowsTotal, `${seen.toLocaleString("en-US")} rows`);
    }
    return await app.database.transaction(actor, async (tx) => {
      const { create, update, skip, reject } = run.counts;
      if (create + update + skip + reject !== seen)
        throw new Error(
          `The import's figures do not add up: ${JSON.stringify(run.counts)} of ${seen} rows`,
        );
      await updateRow(tx, importRun, id, {
        state: "committed",
        committedAt: new Date().toISOString(),
        rowsTotal: seen,
      });
      audit(tx, actor, {
        action: "import.commit",
        objectType: "import",
        objectId: id,
        objectNumber: run.fileName,
        before: null,
        after: {
          kind: run.kind,
          file: run.fileName,
          sha256: run.sha256,
          rows: seen,
          ...run.counts,
        },
      });
      announce(tx, run.orgId, "import.commit", id);
      return run.counts;
    });
  } catch (error) {
    await failed(app, actor, id, error, "import");
    throw error;
  } finally {
    await file.close();
  }
};
