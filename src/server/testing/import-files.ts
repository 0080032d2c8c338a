import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "../db/sql.ts";
import { validateImport } from "../import/check-rows.ts";
import { commitImport } from "../import/commit-rows.ts";
import { beginImport, mapColumns, readRun, startCommit } from "../import/import.service.ts";
import type { ImportReading, ImportRun } from "../import/import.tables.ts";
import type { TestDatabase } from "./database.ts";

/** Takes a file as an import of this kind. */
export const beginFile = async (
  t: TestDatabase,
  actor: Actor,
  kind: string,
  text: string | Buffer,
): Promise<ImportRun> => {
  const stored = await t.app.files.put(Readable.from([text]));
  const fileId = newId();
  await t.database.transaction(actor, (tx) =>
    tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${actor.orgId}, ${fileId}, 'file.csv', 'text/plain', ${stored.size}, ${stored.sha256},
        ${actor.personId}
      )
    `),
  );
  return beginImport(t.app, actor, kind, fileId);
};

/** Checks its rows as its columns are suggested, with what a person says besides. */
export const checkFile = async (
  t: TestDatabase,
  actor: Actor,
  id: string,
  reading: ImportReading = {},
): Promise<ImportRun> => {
  const { mapping } = await readRun(t.database.read(actor), actor, id);
  await t.database.transaction(actor, (tx) => mapColumns(tx, actor, id, mapping, reading));
  await validateImport(t.app, actor, id);
  return readRun(t.database.read(actor), actor, id);
};

/** Brings the checked rows in. */
export const commitFile = async (t: TestDatabase, actor: Actor, id: string): Promise<ImportRun> => {
  await t.database.transaction(actor, (tx) => startCommit(tx, actor, id));
  await commitImport(t.app, actor, id);
  return readRun(t.database.read(actor), actor, id);
};
