import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound, Problem } from "#kernel/errors.ts";
import { fileName } from "#kernel/file-name.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "../app.ts";
import type { Db, Tx } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";
import { sql } from "../db/sql.ts";
import { readableRecord } from "../lifecycle.ts";
import { nounNamed } from "../noun.ts";
import { dropOldPieces, dropPieces, offsetOf, readPieces } from "./pieces.ts";
import { recordFile } from "./stored-file.ts";

const megabyte = 1024 * 1024;
/** What a person may upload for no record, and for a record, in bytes. */
const mostBytes = { own: 25 * megabyte, record: 300 * megabyte };
/** So many uploads of a person may be under way at once. */
const mostAtOnce = 10;
const dayMs = 24 * 60 * 60 * 1000;

export type Begun = {
  name: string;
  size: number;
  mark: string;
  objectType: string | null;
  objectId: string | null;
};
type UploadRow = Begun & { id: string; fileId: string | null };

const refuseSize = ({ size, objectType }: Begun): void => {
  const most = objectType === null ? mostBytes.own : mostBytes.record;
  if (size <= most) return;
  const message = `The file is larger than ${most / megabyte} MB.`;
  throw new Problem("invalid", "too_large", message, {
    status: 413,
    errors: [{ path: "size", message }],
  });
};

const nameOf = (given: string): string => {
  const name = fileName(given);
  if (name !== null) return name;
  const message = "The file has no name that can be shown. Rename it and upload it again.";
  throw invalidField("name", message, "file_name");
};

/**
 * Begins an upload, or finds the one of the same file that its sender began within a day: whoever
 * comes again after a broken line, a reload or a restart goes on. 404 and 403 for a record that is not
 * the actor's to read; 413 `too_large`; 429 `too_many_uploads`.
 */
export const beginUpload = async (tx: Tx, actor: Actor, begun: Begun): Promise<UploadRow> => {
  refuseSize(begun);
  const name = nameOf(begun.name);
  if (begun.objectType !== null)
    await readableRecord(tx, actor, begun.objectType, begun.objectId ?? "");
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`uploads ${actor.personId}`}, 0))::text as held
  `);
  const open = await tx.rows<UploadRow>(sql`
    select id, name, size, mark, object_type, object_id, file_id
    from resumable_upload
    where org_id = ${actor.orgId}
      and person_id = ${actor.personId}
      and file_id is null
      and created_at > clock_timestamp() - interval '1 day'
  `);
  const same = open.find(
    (one) =>
      one.name === name &&
      one.size === begun.size &&
      one.mark === begun.mark &&
      one.objectType === begun.objectType &&
      one.objectId === begun.objectId,
  );
  if (same) return same;
  if (open.length >= mostAtOnce)
    throw new Problem(
      "conflict",
      "too_many_uploads",
      `You have ${open.length} uploads that are not finished. Finish or cancel one first.`,
      { status: 429 },
    );
  const row = { ...begun, name, id: newId(), fileId: null };
  await tx.rows(sql`
    insert into resumable_upload (org_id, id, person_id, name, size, mark, object_type, object_id)
    values (
      ${actor.orgId}, ${row.id}, ${actor.personId}, ${name}, ${begun.size}, ${begun.mark},
      ${begun.objectType}, ${begun.objectId}
    )
  `);
  return row;
};

/** An upload of the actor's own, begun within a day. 404 for another person's, and another agency's. */
export const ownUpload = async (db: Db, actor: Actor, id: string): Promise<UploadRow> => {
  const row = await db.maybe<UploadRow>(sql`
    select id, name, size, mark, object_type, object_id, file_id
    from resumable_upload
    where org_id = ${actor.orgId}
      and id = ${id}
      and person_id = ${actor.personId}
      and created_at > clock_timestamp() - interval '1 day'
  `);
  if (!row) throw notFound("upload");
  return row;
};

/** Where an upload stands: how many bytes of how many came, and the file once it is taken. */
export const standingOf = async (
  app: App,
  { id, size, fileId }: UploadRow,
): Promise<{ id: string; size: number; offset: number; fileId: string | null }> => ({
  id,
  size,
  offset: fileId === null ? await offsetOf(app.files.place, id, size) : size,
  fileId,
});

/** Ends an upload that its sender does not want. 404; 409 `upload_taken` where it is a file already. */
export const cancelUpload = async (app: App, actor: Actor, id: string): Promise<{ id: string }> => {
  await app.database.transaction(actor, async (tx) => {
    const { fileId } = await ownUpload(tx, actor, id);
    if (fileId !== null) throw conflict("upload_taken", "This upload is a stored file already.");
    await tx.rows(sql`
      delete from resumable_upload
      where org_id = ${actor.orgId} and id = ${id} and file_id is null
    `);
  });
  await dropPieces(app.files.place, id);
  return { id };
};

/**
 * Takes an upload that came whole as a stored file, by the one door of all files: its hash, its kind,
 * the scanner. Asked twice it gives the same file. 404; 409 `upload_unfinished`; 413 and 422 as where
 * files are uploaded in one piece, and what is refused so is taken away.
 */
export const takeUpload = async (app: App, actor: Actor, id: string): Promise<string> => {
  const upload = await ownUpload(app.database.read(actor), actor, id);
  if (upload.fileId !== null) return upload.fileId;
  const offset = await offsetOf(app.files.place, id, upload.size);
  if (offset < upload.size)
    throw conflict("upload_unfinished", "The file has not come whole yet. Go on uploading it.", {
      offset,
    });
  const stored = await app.files
    .put(await readPieces(app.files.place, id), mostBytes.record)
    .catch(async (error: unknown) => {
      if (error instanceof Problem && error.status < 500) await forget(app, actor, id);
      throw error;
    });
  const fileId = await app.database.transaction(actor, async (tx) => {
    const held = await tx.maybe<{ fileId: string | null }>(sql`
      select file_id
      from resumable_upload
      where org_id = ${actor.orgId} and id = ${id}
      for update
    `);
    if (!held) throw notFound("upload");
    if (held.fileId !== null) return held.fileId;
    const { objectType: type, objectId } = upload;
    const file = await recordFile(tx, {
      ...stored,
      orgId: actor.orgId!,
      name: upload.name,
      uploadedBy: actor.personId,
      ...(type !== null && objectId !== null && nounNamed(type)?.confidential
        ? { owner: { type, id: objectId } }
        : {}),
    });
    await tx.rows(sql`
      update resumable_upload
      set file_id = ${file}
      where org_id = ${actor.orgId} and id = ${id}
    `);
    return file;
  });
  await dropPieces(app.files.place, id);
  return fileId;
};

const forget = async (app: App, actor: Actor, id: string): Promise<void> => {
  await app.database.transaction(actor, (tx) =>
    tx.rows(sql`
      delete from resumable_upload
      where org_id = ${actor.orgId} and id = ${id} and file_id is null
    `),
  );
  await dropPieces(app.files.place, id);
};

/**
 * Refuses a file that came in pieces for another record than this one. 422 `upload_of_another` at the
 * field.
 */
export const refuseOtherRecord = async (
  db: Db,
  fileId: string,
  record: { type: string; id: string },
  path = "fileId",
): Promise<void> => {
  const other = await db.maybe(sql`
    select 1 as other
    from resumable_upload
    where org_id = ${db.scope.orgId}
      and file_id = ${fileId}
      and object_type is not null
      and (object_type, object_id) is distinct from (${record.type}::text, ${record.id}::uuid)
  `);
  if (other)
    throw invalidField(path, "This file was uploaded for another record.", "upload_of_another");
};

/** Takes away uploads that began over a day ago, and what came of them; gives how many. */
export const sweepUploads = async (app: App): Promise<number> => {
  const agencies = await identityDb(app.database).rows<{ id: string }>(
    sql`select id from organization order by id`,
  );
  let swept = 0;
  for (const { id } of agencies)
    swept += (
      await app.database.transaction({ orgId: id, personId: null }, (tx) =>
        tx.rows(sql`
          delete from resumable_upload
          where org_id = ${id} and created_at < clock_timestamp() - interval '1 day'
          returning 1 as gone
        `),
      )
    ).length;
  await dropOldPieces(app.files.place, dayMs);
  return swept;
};
