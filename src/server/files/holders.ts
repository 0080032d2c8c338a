import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { extensionPoint } from "../area.ts";
import type { Db } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { seesRecord } from "../lifecycle.ts";
import { nounNamed, type RecordName } from "../noun.ts";
import { findRow } from "../db/rows.ts";
import { holdsFiles } from "./held-digests.ts";

/**
 * A column that names stored files, and whose they are there: `records` finds those that hold a file,
 * and who may see one of them gets the file. `door` is said where files of the column are given out
 * by an endpoint of their own only (tax forms, files for the bank).
 */
export type FileHolder =
  | { column: `${string}.${string}`; records: (db: Db, fileId: string) => Promise<RecordName[]> }
  | {
      column: `${string}.${string}`;
      /** Who has it beside who may see the record, such as whoever is asked to approve it. */
      sees: (db: Db, actor: Actor, fileId: string) => Promise<boolean>;
    }
  | { column: `${string}.${string}`; door: string };

const holders: FileHolder[] = [
  {
    column: "attachment.file_id",
    records: (db, fileId) =>
      db.rows<RecordName>(sql`
        select object_type as type, object_id as id
        from attachment
        where org_id = ${db.scope.orgId} and file_id = ${fileId}
        limit 50
      `),
  },
  { column: "import_run.file_id", door: "whoever uploaded it" },
  { column: "mail_paper.file_id", door: "the link of the letter" },
  { column: "resumable_upload.file_id", door: "whoever uploads it" },
  { column: "file_content.file_id", door: "what was read of the file itself" },
];

/** What holds files of an area, a column each. */
export const fileHolders = extensionPoint<FileHolder>("files of records", (one) => {
  holders.push(one);
  if ("records" in one) holdsFiles(one.column);
});

export const allFileHolders = (): readonly FileHolder[] => holders;

/** What the records are called that hold a file: "contract CON-2027-00001". */
export const holdersOf = async (db: Db, fileId: string): Promise<string[]> => {
  const found = await Promise.all(
    holders.map(async (one) =>
      "records" in one ? (await one.records(db, fileId)).map(named(db)) : [],
    ),
  );
  return [...new Set(await Promise.all(found.flat()))].toSorted();
};

const named =
  (db: Db) =>
  async ({ type, id }: RecordName): Promise<string> => {
    const noun = nounNamed(type);
    const row = noun && (await findRow(db, noun.table, id));
    return noun && row ? `${noun.cycle.noun} ${noun.number(row)}` : `${type} ${id}`;
  };

/** A stored file as a service takes it into a record. */
export type SeenFile = {
  id: string;
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
};

type Known = SeenFile & { uploadedBy: string | null };

// Who uploaded a file has it until a record holds it: from then on the record says who sees it.
const opens = async (db: Db, actor: Actor, { id: fileId, uploadedBy }: Known): Promise<boolean> => {
  if (actor.kind === "system") return true;
  const found = await Promise.all(
    holders.map((one) => ("records" in one ? one.records(db, fileId) : [])),
  );
  const records = found.flat();
  if (records.length === 0 && uploadedBy !== null && uploadedBy === actor.personId) return true;
  for (const { type, id } of records) if (await seesRecord(db, actor, type, id)) return true;
  for (const one of holders) if ("sees" in one && (await one.sees(db, actor, fileId))) return true;
  return false;
};

/**
 * Those of these files that the actor may have: what a record holds that they may see, and what they
 * uploaded themselves and no record holds yet. The server itself has any of its agency.
 */
const seenFiles = async (
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SeenFile>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<Known>(sql`
    select id, name, media_type, size, sha256, uploaded_by
    from stored_file
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
  `);
  const seen: (readonly [string, SeenFile])[] = [];
  for (const row of rows) {
    const { uploadedBy: _uploadedBy, ...file } = row;
    if (await opens(db, actor, row)) seen.push([file.id, file]);
  }
  return new Map(seen);
};

/**
 * Those of these files that the actor may put into a record that is not confidential: what they may
 * have, but for files that are kept for a confidential record.
 */
export const openFiles = async (
  db: Db,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SeenFile>> => {
  const seen = await seenFiles(db, actor, ids);
  if (seen.size === 0) return seen;
  const owned = await db.rows<{ id: string }>(sql`
    select id
    from stored_file
    where org_id = ${db.scope.orgId}
      and id = any(${[...seen.keys()]}::uuid[])
      and owner_id is not null
  `);
  const kept = new Set(owned.map(({ id }) => id));
  return new Map([...seen].filter(([id]) => !kept.has(id)));
};

/** One of them; null for a file that is not there, or not for the actor. */
export const seenFile = async (db: Db, actor: Actor, id: string): Promise<SeenFile | null> =>
  (await seenFiles(db, actor, [id])).get(id) ?? null;

/**
 * Refuses a file that is kept for a confidential record where another record would take it that is not:
 * whoever reads that one would read the file. 422 `private_file` at the field.
 */
export const refusePrivate = async (
  db: Db,
  fileId: string,
  into: string | null,
  path = "fileId",
): Promise<void> => {
  if (into !== null && nounNamed(into)?.confidential) return;
  const owner = await db.maybe<RecordName>(sql`
    select owner_type as type, owner_id as id
    from stored_file
    where org_id = ${db.scope.orgId} and id = ${fileId} and owner_id is not null
  `);
  if (owner)
    throw invalidField(
      path,
      `This file belongs to ${await named(db)(owner)}, whose papers are confidential. Upload it anew where others should read it.`,
      "private_file",
    );
};

/**
 * The file that a field names, taken into a record that is not confidential. 422 at the field for one
 * that is not there, not for the actor, or kept for a confidential record.
 */
export const requireSeenFile = async (
  db: Db,
  actor: Actor,
  id: string,
  path = "fileId",
): Promise<SeenFile> => {
  const file = await seenFile(db, actor, id);
  if (!file)
    throw invalidField(path, "This file does not exist here. Upload it first.", "unknown_file");
  await refusePrivate(db, id, null, path);
  return file;
};
