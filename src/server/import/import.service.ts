import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Db, Tx } from "../db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { seenFile } from "../files/holders.ts";
import { keepPrivate } from "../files/stored-file.ts";
import type { App } from "../app.ts";
import {
  importRun,
  noCounts,
  type ImportReading,
  type ImportRun,
  type Mapping,
} from "./import.tables.ts";
import { fieldsFor, importerOf, type Importer } from "./importer.ts";
import { keepSource, readStart } from "./sources.ts";
import { lacks } from "../lacking.ts";

/** The importer of a kind for this person. 422 for an unknown kind, 403 without its permission. */
export const importerFor = (actor: Actor, kind: string): Importer => {
  const importer = importerOf(kind);
  if (!importer)
    throw invalid("unknown_kind", `Nothing called ${kind} can be imported.`, [
      { path: "kind", message: "Unknown kind." },
    ]);
  if (actor.kind !== "system" && !actor.permissions.has(importer.permission))
    throw lacks([importer.permission], `importing ${importer.label}`);
  return importer;
};

/**
 * The importer of a kind for a person who may bring in every field that is matched, or 403: who may
 * not enter a field reads none of it either, and commits no file that somebody else has matched.
 */
export const importerWith = (
  actor: Actor,
  { kind, mapping }: Pick<ImportRun, "kind" | "mapping">,
): Importer => {
  const importer = importerFor(actor, kind);
  const open = fieldsFor(actor, importer);
  const closed = importer.fields.filter((f) => mapping[f.name] && !open.includes(f));
  if (closed.length > 0)
    throw notAllowed(
      `Your role does not allow bringing in ${closed.map((f) => f.label).join(", ")}. ` +
        "Leave these columns out, or let a person do it who may enter them.",
    );
  return importer;
};

/** A run of the agency, for those who may import its kind and the fields that are matched. */
export const readRun = async (db: Db, actor: Actor, id: string): Promise<ImportRun> => {
  const run = await getRow(db, importRun, id, "import");
  importerWith(actor, run);
  return run;
};

// The upload of a file that is not taken lies apart from then on.
const refuseCells = async (
  app: App,
  actor: Actor,
  importer: Importer,
  fileId: string,
  rows: readonly { cells: readonly string[] }[],
): Promise<void> => {
  const why = rows
    .flatMap(({ cells }) => cells)
    .map((cell) => importer.refusesCell?.(cell) ?? null)
    .find((found) => found !== null);
  if (!why) return;
  await app.database.transaction(actor, (tx) => keepPrivate(tx, fileId, null));
  throw invalid("file_not_taken", why, [{ path: "fileId", message: why }]);
};

/**
 * Takes an uploaded file as a new import: reads its headings, suggests which column is which field, and
 * asks what of the file itself is open (sheet, line of the headings, letters). 422 `file_not_taken` where a cell
 * holds what such a file must not.
 */
export const beginImport = async (
  app: App,
  actor: Actor,
  kind: string,
  fileId: string,
): Promise<ImportRun> => {
  const importer = importerFor(actor, kind);
  const db = app.database.read(actor);
  const file = await seenFile(db, actor, fileId);
  if (!file) throw notFound("file");
  const begun = await readStart(
    app,
    db,
    fieldsFor(actor, importer),
    { kind, sha256: file.sha256 },
    {},
  );
  await refuseCells(app, actor, importer, fileId, begun.firstRows ?? []);
  return app.database.transaction(actor, async (tx) => {
    if (importer.confidential) await keepPrivate(tx, fileId, null);
    return insertRow(tx, importRun, {
      orgId: actor.orgId!,
      id: newId(),
      kind,
      fileId,
      fileName: file.name,
      sha256: file.sha256,
      ...begun,
      createdBy: actor.personId,
    });
  });
};

const refuseLate = (run: ImportRun): void => {
  if (run.rowsDone > 0 || run.state === "committing")
    throw conflict(
      "import_running",
      "Rows of this import are in already. Take the file anew to match its columns differently.",
    );
};

const afresh = {
  counts: noCounts,
  problems: [],
  warned: 0,
  warnings: [],
  rowsTotal: null,
  error: null,
};

/**
 * Reads the file's headings anew, as somebody says where they stand: sheet, line, letters. What they
 * answer is no question any more. 409 once rows are in, 422 for a line that holds no headings.
 */
export const readAnew = async (
  app: App,
  actor: Actor,
  id: string,
  how: Pick<ImportReading, "sheet" | "headingRow" | "letters">,
): Promise<ImportRun> => {
  const db = app.database.read(actor);
  const run = await readRun(db, actor, id);
  refuseLate(run);
  const fields = fieldsFor(actor, importerOf(run.kind)!);
  const begun = await readStart(app, db, fields, run, how);
  return app.database.transaction(actor, async (tx) => {
    refuseLate(await lockRow(tx, importRun, id, "import"));
    return updateRow(tx, importRun, id, { ...begun, ...afresh, state: "mapping" });
  });
};

const refuseOpen = (run: ImportRun): void => {
  const open = run.questions.filter(({ field }) => field === "");
  if (open.length > 0)
    throw invalid(
      "reading",
      open.map(({ ask }) => ask).join(" "),
      open.map(({ id, ask }) => ({ path: `reading.${id}`, message: ask })),
    );
};

const refuseUnmatched = (
  importer: Importer,
  run: ImportRun,
  mapping: Mapping,
  reading: ImportReading,
): void => {
  const { spread } = importer;
  const isSpread = (name: string) =>
    Boolean(reading.spread?.length) && (name === spread?.by || name === spread?.value);
  const missing = importer.fields.filter(
    (f) => f.required && !mapping[f.name] && !reading.fixed?.[f.name] && !isSpread(f.name),
  );
  const named = [
    ...Object.values(mapping),
    ...(reading.spread ?? []).map(({ column }) => column),
    ...(reading.leaveOut ?? []).map(({ column }) => column),
  ];
  const strange = named.filter((column) => column && !run.columns.includes(column));
  if (missing.length > 0 || strange.length > 0)
    throw invalid(
      "mapping",
      missing.length > 0
        ? `Choose a column for ${missing.map((f) => f.label).join(", ")}.`
        : `The file has no column ${strange.join(", ")}.`,
      missing.map((f) => ({ path: `mapping.${f.name}`, message: "Choose a column." })),
    );
};

// Words for a field come only from who may bring the field in.
const allowed = (importer: Importer, actor: Actor, given: ImportReading): ImportReading => {
  const open = new Set(fieldsFor(actor, importer).map(({ name }) => name));
  const filled = Object.entries(given.fixed ?? {}).filter(([name, text]) => open.has(name) && text);
  return { ...given, fixed: Object.fromEntries(filled) };
};

// What answers a question of this file alone asks again with the next one.
const lasting = (
  { fields }: Importer,
  { fixed = {}, ...reading }: ImportReading,
): ImportReading => {
  const once = new Set(fields.filter((f) => f.once).map(({ name }) => name));
  const kept = Object.entries(fixed).filter(([name]) => !once.has(name));
  return { ...reading, fixed: Object.fromEntries(kept) };
};

/**
 * Keeps the matching of columns and what was said of the file, for this run and as the choice for the
 * next file of the same source. 422 when a required field has no column, a column is not in the file, or
 * the file itself leaves a question open; 409 once rows are in.
 */
export const mapColumns = async (
  tx: Tx,
  actor: Actor,
  id: string,
  mapping: Mapping,
  given: ImportReading = {},
): Promise<ImportRun> => {
  const run = await lockRow(tx, importRun, id, "import");
  const importer = importerWith(actor, { kind: run.kind, mapping });
  refuseLate(run);
  refuseOpen(run);
  const { sheet, headingRow, letters } = run.reading;
  const said = allowed(importer, actor, { ...run.reading, ...given });
  const reading: ImportReading = { ...said, sheet, headingRow, letters, told: {} };
  const kept = Object.fromEntries(importer.fields.map((f) => [f.name, mapping[f.name] ?? null]));
  refuseUnmatched(importer, run, kept, reading);
  await keepSource(tx, run, kept, lasting(importer, reading));
  return updateRow(tx, importRun, id, {
    mapping: kept,
    reading,
    questions: [],
    state: "validating",
    ...afresh,
  });
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
    ...(run.rowsDone === 0 ? { counts: noCounts, problems: [] } : {}),
  });
};

const shownProblems = 20;

/** The first problems of several imports of the agency, by the import's id. */
export const problemsOf = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ImportRun["problems"]>> => {
  const found = await db.rows<Pick<ImportRun, "id" | "problems">>(sql`
    select id, problems
    from import_run
    where org_id = ${db.scope.orgId} and id = any(${ids}::uuid[])
  `);
  return new Map(found.map(({ id, problems }) => [id, problems.slice(0, shownProblems)]));
};
