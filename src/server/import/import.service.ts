import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Db, Tx } from "../db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { seenFile } from "../files/holders.ts";
import type { App } from "../app.ts";
import { fileColumns } from "./file-rows.ts";
import { importRun, noCounts, type ImportRun, type Mapping } from "./import.tables.ts";
import { fieldsFor, importerOf, suggestMapping, type Importer } from "./importer.ts";

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
  const file = await seenFile(db, actor, fileId);
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
    counts: noCounts,
    problems: [],
    warned: 0,
    warnings: [],
    rowsTotal: null,
    error: null,
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
