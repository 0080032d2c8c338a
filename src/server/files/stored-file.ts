import { newId } from "#kernel/ids.ts";
import type { Db, Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import type { RecordName } from "../noun.ts";
import type { Stored } from "./files.ts";

export type FileToRecord = Pick<Stored, "mediaType" | "size" | "sha256"> & {
  orgId: string;
  name: string;
  /** Who uploaded it; null for a visitor and for the system. */
  uploadedBy?: string | null;
  /** The confidential record that it is kept for; nothing said: an open file. */
  owner?: RecordName;
};

/** Records a file whose content the store has taken, and gives its id. */
export const recordFile = async (tx: Tx, file: FileToRecord): Promise<string> => {
  const id = newId();
  await tx.rows(sql`
    insert into stored_file (
      org_id, id, name, media_type, size, sha256, uploaded_by, private, owner_type, owner_id
    )
    values (
      ${file.orgId}, ${id}, ${file.name}, ${file.mediaType}, ${file.size}, ${file.sha256},
      ${file.uploadedBy ?? null}, ${file.owner !== undefined}, ${file.owner?.type ?? null},
      ${file.owner?.id ?? null}
    )
  `);
  return id;
};

/**
 * Keeps a file private: from now on it lies apart. With the confidential record that it is kept for it
 * goes into no open one; a file that has such an owner keeps it.
 */
export const keepPrivate = (tx: Tx, fileId: string, owner: RecordName | null): Promise<unknown> =>
  tx.rows(sql`
    update stored_file
    set private = true, owner_type = ${owner?.type ?? null}, owner_id = ${owner?.id ?? null}
    where org_id = ${tx.scope.orgId} and id = ${fileId} and owner_id is null
  `);

/** Whether a file of the scope's agency was uploaded by this person. */
export const isUploadedBy = async (tx: Tx, fileId: string, personId: string): Promise<boolean> =>
  (await tx.maybe(sql`
    select 1 as ok
    from stored_file
    where org_id = ${tx.scope.orgId} and id = ${fileId} and uploaded_by = ${personId}
  `)) !== null;

/** What is known of files of the scope's agency, by their ids. */
export const storedFilesOf = async (
  db: Db,
  fileIds: readonly string[],
): Promise<Map<string, { name: string; mediaType: string; sha256: string }>> =>
  new Map(
    (
      await db.rows<{ id: string; name: string; mediaType: string; sha256: string }>(sql`
        select id, name, media_type, sha256
        from stored_file
        where org_id = ${db.scope.orgId} and id = any(${[...fileIds]}::uuid[])
      `)
    ).map(({ id, ...file }) => [id, file]),
  );

/** What is known of a file of an agency, as far as the scope may see it; null where it is not. */
export const storedFileOf = (
  db: Db,
  orgId: string,
  fileId: string,
): Promise<{ name: string; mediaType: string; size: number; sha256: string } | null> =>
  db.maybe(sql`
    select name, media_type, size, sha256
    from stored_file
    where org_id = ${orgId} and id = ${fileId}
  `);

/** How many bytes the files of the scope's agency have, each content once. */
export const storedBytes = async (db: Db): Promise<number> =>
  (
    await db.one<{ bytes: number }>(sql`
      select coalesce(sum(size), 0)::bigint as bytes
      from (
        select sha256, max(size) as size
        from stored_file
        where org_id = ${db.scope.orgId}
        group by sha256
      ) contents
    `)
  ).bytes;
