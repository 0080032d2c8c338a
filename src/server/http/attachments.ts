import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { instantField } from "#kernel/time-fields.ts";
import { audit } from "../audit/audit.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { refusePrivate, seenFile } from "../files/holders.ts";
import { unsearchable } from "../files/found-text.ts";
import { keepPrivate } from "../files/stored-file.ts";
import { requireUnheld } from "../legal-hold/held.ts";
import { announce, readableRecord } from "../lifecycle.ts";
import { filesStay, nounNamed } from "../noun.ts";
import { endpoint, idParams, type Endpoint } from "./endpoint.ts";

const path = "/api/v1/attachments";
const subject = z.object({
  objectType: z.string().min(1).max(60),
  objectId: z.uuid("Not a record id."),
});
const attachmentRow = z
  .object({
    id: z.string(),
    fileId: z.string(),
    name: z.string(),
    label: z.string(),
    mediaType: z.string(),
    size: z.number(),
    sha256: z.string(),
    addedBy: z.string().nullable(),
    addedById: z.string().nullable(),
    addedAt: instantField,
    kept: z.boolean(),
    /** How it stands with the virus scanner; null: nobody looked at it. */
    look: z.enum(["waiting", "clean", "infected", "unscannable", "unscanned"]).nullable(),
    /** What the scanner found. */
    signature: z.string().nullable(),
    /** What the camera wrote, in the time of the place. */
    /** As the camera's clock said it, which knows no zone. */
    takenAt: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    camera: z.string().nullable(),
    /** Why the words of a PDF are not searched; null where they are, or will be. */
    unsearchable: z.string().nullable(),
  })
  .meta({ id: "Attachment" });
type Attachment = z.output<typeof attachmentRow>;

// What approvers had before them stays: the record was sent to them, with this file, and is in
// approval or approved.
const kept = sql`
  exists (
    select 1
    from approval_request q
    where q.org_id = a.org_id
      and q.document_id = a.object_id
      and q.status in ('pending', 'approved')
      and q.requested_at >= a.created_at
  )
`;
const columns = sql`
  
    ${kept} as kept, a.id, a.file_id, f.name, a.label, f.media_type, f.size, f.sha256,
    l.state as look, l.signature, ${unsearchable} as unsearchable, c.taken_at, c.latitude,
    c.longitude, c.camera, p.display_name as added_by, a.created_by as added_by_id,
    a.created_at as added_at
`;
const from = sql`
  attachment a
  join stored_file f on f.org_id = a.org_id and f.id = a.file_id
  left join file_look l on l.sha256 = f.sha256
  left join file_content c on c.org_id = f.org_id and c.file_id = f.id
  left join person p on p.id = a.created_by
`;

type Asked = { objectType: string; objectId: string; page?: number; limit?: number };

const attachmentsOf = async (db: Db, { objectType, objectId, page = 1, limit = 500 }: Asked) => {
  const ofRecord = sql`
    a.org_id = ${db.scope.orgId} and a.object_type = ${objectType} and a.object_id = ${objectId}
  `;
  const [items, { total }] = await Promise.all([
    db.rows<Attachment>(sql`
      select ${columns}
      from ${from}
      where ${ofRecord}
      order by a.created_at, a.id
      limit ${limit}
      offset ${(page - 1) * limit}
    `),
    db.one<{ total: number }>(sql`select count(*) as total from attachment a where ${ofRecord}`),
  ]);
  return { items, total };
};

/** A record's attachment in whose text every word was found. */
export type FoundAttachment = {
  id: string;
  objectType: string;
  objectId: string;
  name: string;
};

const mostFound = 1000;

/**
 * Attached files whose text (of PDFs) holds the words of `q`, newest first: of records of these types,
 * and none that the virus scanner holds.
 */
export const attachmentsWith = (
  db: Db,
  objectTypes: readonly string[],
  q: string,
  limit: number,
): Promise<FoundAttachment[]> =>
  db.rows<FoundAttachment>(sql`
    select a.id, a.object_type, a.object_id, f.name
    from attachment a
    join stored_file f on f.org_id = a.org_id and f.id = a.file_id
    left join file_look l on l.sha256 = f.sha256
    where a.org_id = ${db.scope.orgId}
      and a.file_id = any(array(select levee_files_with(${q}, ${mostFound})))
      and a.object_type = any(${objectTypes}::text[])
      and coalesce(l.state, 'clean') in ('clean', 'unscanned')
    order by a.created_at desc, a.id
    limit ${limit}
  `);

export type FileToAttach = {
  /** The record's noun, its id, and what people call it. */
  objectType: string;
  objectId: string;
  number: string;
  file: { id: string; name: string; sha256: string };
  label: string;
};

/** Stored files of the scope's agency by id, for what attaches them; unknown ones are left out. */
export const filesNamed = (db: Db, ids: readonly string[]): Promise<FileToAttach["file"][]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.rows<FileToAttach["file"]>(sql`
      select id, name, sha256
      from stored_file
      where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
      order by id
    `);

/**
 * Attaches a stored file to a record; its history keeps name and hash. A confidential record keeps it
 * for itself. Gives the attachment's id.
 */
export const attachFile = async (
  tx: Tx,
  actor: Actor,
  { objectType, objectId, number, file, label }: FileToAttach,
): Promise<string> => {
  const id = newId();
  await tx.rows(sql`
    insert into attachment (org_id, id, object_type, object_id, file_id, label, created_by)
    values (
      ${tx.scope.orgId}, ${id}, ${objectType}, ${objectId}, ${file.id}, ${label}, ${actor.personId}
    )
  `);
  if (nounNamed(objectType)?.confidential)
    await keepPrivate(tx, file.id, { type: objectType, id: objectId });
  audit(tx, actor, {
    action: `${objectType}.attach`,
    objectType,
    objectId,
    objectNumber: number,
    before: null,
    after: { file: file.name, sha256: file.sha256 },
  });
  announce(tx, tx.scope.orgId!, "attachment.add", objectId);
  return id;
};

/** A file that is attached to a record: its name, and the SHA-256 (hex) of its content. */
export type AttachedFile = { name: string; sha256: string };

/** The files that are attached to any of these records, each content once. */
export const attachedFiles = (db: Db, objectIds: readonly string[]): Promise<AttachedFile[]> =>
  db.rows(sql`
    select distinct on (f.sha256) f.name, f.sha256
    from attachment a
    join stored_file f on f.org_id = a.org_id and f.id = a.file_id
    where a.org_id = ${db.scope.orgId} and a.object_id = any(${[...objectIds]}::uuid[])
    order by f.sha256, f.name
  `);

/** Ids of the files that are attached to a record, the newest first. */
export const attachedFileIds = async (
  db: Db,
  objectType: string,
  objectId: string,
  most: number,
): Promise<string[]> => {
  const rows = await db.rows<{ fileId: string }>(sql`
    select a.file_id
    from attachment a
    where a.org_id = ${db.scope.orgId}
      and a.object_type = ${objectType}
      and a.object_id = ${objectId}
    order by a.created_at desc, a.id desc
    limit ${most}
  `);
  return rows.map(({ fileId }) => fileId);
};

/** A file attached to a record, as its camera and its sender told it. */
export type FileOfRecord = {
  objectId: string;
  name: string;
  sha256: string;
  size: number;
  takenAt: string | null;
  latitude: number | null;
  longitude: number | null;
};

/** The files of records, record by record, in the order in which they were attached; 50,000 at most. */
export const filesOfRecords = (db: Db, objectIds: readonly string[]): Promise<FileOfRecord[]> =>
  db.rows(sql`
    select a.object_id, f.name, f.sha256, f.size, c.taken_at, c.latitude, c.longitude
    from attachment a
    join stored_file f on f.org_id = a.org_id and f.id = a.file_id
    left join file_content c on c.org_id = f.org_id and c.file_id = f.id
    where a.org_id = ${db.scope.orgId} and a.object_id = any(${[...objectIds]}::uuid[])
    order by a.object_id, a.created_at, a.id
    limit 50000
  `);

/** The newest picture of a record that the virus scanner does not hold, by its file; null for none. */
export const newestPicture = async (
  db: Db,
  objectType: string,
  objectId: string,
): Promise<string | null> =>
  (
    await db.maybe<{ fileId: string }>(sql`
      select a.file_id
      from attachment a
      join stored_file f on f.org_id = a.org_id and f.id = a.file_id
      left join file_look l on l.sha256 = f.sha256
      where a.org_id = ${db.scope.orgId}
        and a.object_type = ${objectType}
        and a.object_id = ${objectId}
        and f.media_type like 'image/%'
        and coalesce(l.state, 'clean') in ('clean', 'unscanned')
      order by a.created_at desc, a.id desc
      limit 1
    `)
  )?.fileId ?? null;

/** Files that belong to a record of any noun; whoever may read the record sees them. */
export const attachmentEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "file.read",
    summary: "Files attached to a record",
    query: subject.extend({
      page: z.coerce.number().int().min(1).max(1000).default(1),
      limit: z.coerce.number().int().min(1).max(500).default(500),
    }),
    response: z.object({
      items: z.array(attachmentRow),
      total: z.number(),
      /** The record is closed, sent or decided: none of its documents is taken off any more. */
      stay: z.boolean(),
    }),
    handler: async ({ actor, db, query }) => {
      const { noun, row } = await readableRecord(db, actor, query.objectType, query.objectId);
      const [{ items, total }, stay] = await Promise.all([
        attachmentsOf(db, query),
        filesStay(db, noun, row),
      ]);
      return { items: items.map((item) => ({ ...item, kept: stay || item.kept })), total, stay };
    },
  }),
  endpoint({
    method: "POST",
    path,
    permission: "file.upload",
    summary: "Attach an uploaded file to a record",
    body: subject.extend({
      fileId: z.uuid("Upload the file first."),
      label: z.string().trim().max(200).default(""),
    }),
    response: attachmentRow,
    handler: async ({ actor, tx, body }) => {
      const { noun, number, row } = await readableRecord(tx, actor, body.objectType, body.objectId);
      const file = await seenFile(tx, actor, body.fileId);
      if (!file) throw notFound("file");
      await refusePrivate(tx, file.id, noun.name);
      const id = await attachFile(tx, actor, {
        objectType: noun.name,
        objectId: body.objectId,
        number,
        file,
        label: body.label,
      });
      const [added, stay] = await Promise.all([
        tx.one<Attachment>(
          sql`select ${columns} from ${from} where a.org_id = ${actor.orgId} and a.id = ${id}`,
        ),
        filesStay(tx, noun, row),
      ]);
      return { ...added, kept: stay || added.kept };
    },
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/{id}`,
    permission: "file.upload",
    summary: "Take your attachment off a record; the history keeps its name and hash",
    params: idParams,
    response: z.object({ id: z.string() }),
    handler: async ({ actor, tx, params }) => {
      const row = await tx.maybe<{
        objectType: string;
        objectId: string;
        createdBy: string | null;
        name: string;
        sha256: string;
        kept: boolean;
      }>(sql`
        select ${kept} as kept, a.object_type, a.object_id, a.created_by, f.name, f.sha256
        from attachment a
        join stored_file f on f.org_id = a.org_id and f.id = a.file_id
        where a.org_id = ${actor.orgId} and a.id = ${params.id}
        for update of a
      `);
      if (!row) throw notFound("attachment");
      const {
        noun,
        number,
        row: record,
      } = await readableRecord(tx, actor, row.objectType, row.objectId);
      if (row.createdBy !== actor.personId)
        throw notAllowed("Only the person who attached a file can take it off.");
      if (row.kept)
        throw conflict(
          "evidence",
          "This file was sent for approval with its record, so it stays. Attach a newer one beside it, or take the record back first.",
        );
      if (await filesStay(tx, noun, record))
        throw conflict(
          "evidence",
          `This ${noun.cycle.noun} was sent, decided or closed, so its documents stay as they are. Attach a newer one beside it: it stands there with its day and your name.`,
        );
      await requireUnheld(tx, { type: row.objectType, id: row.objectId });
      await tx.rows(
        sql`delete from attachment where org_id = ${actor.orgId} and id = ${params.id}`,
      );
      audit(tx, actor, {
        action: `${row.objectType}.detach`,
        objectType: row.objectType,
        objectId: row.objectId,
        objectNumber: number,
        before: { file: row.name, sha256: row.sha256 },
        after: null,
      });
      announce(tx, actor.orgId!, "attachment.remove", row.objectId);
      return { id: params.id };
    },
  }),
];
