import type { Readable } from "node:stream";
import { systemActor } from "#kernel/access.ts";
import { brokenLink, conflict } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { FileHolder } from "#server/files/holders.ts";
import { recordFile, storedFilesOf } from "#server/files/stored-file.ts";
import type { RecordName } from "#server/noun.ts";
import { linkLimits } from "./designer.limits.ts";
import { designerLink } from "./designer.tables.ts";
import { openLink, scopeOf } from "./subject.service.ts";

const megabyte = 1024 * 1024;

/** A file of what the link opens, or of its answer. 404 for every other file and link. */
export const fileByLink = async (
  app: App,
  token: string,
  fileId: string,
): Promise<{ name: string; sha256: string }> => {
  const { scope, id } = scopeOf(token);
  const db = app.database.read(scope);
  const { link, subject } = await openLink(db, id);
  const { files } = await subject.shown(db);
  const known = link.fileIds.includes(fileId) || files.some((each) => each.id === fileId);
  const file = known ? (await storedFilesOf(db, [fileId])).get(fileId) : undefined;
  if (!file) throw brokenLink();
  return file;
};

/**
 * Keeps a file that a designer is about to answer with. 404 for every link that opens nothing; 409
 * `too_many_files`.
 */
export const keepByLink = async (
  app: App,
  token: string,
  { name, stream }: { name: string; stream: Readable },
): Promise<{ id: string }> => {
  const { scope, id } = scopeOf(token);
  await openLink(app.database.read(scope), id);
  const stored = await app.files.put(stream, linkLimits.megabytes * megabyte);
  return app.database.transaction(systemActor(scope.orgId), async (tx) => {
    await lockRow(tx, designerLink, id, "link");
    const { link } = await openLink(tx, id);
    if (link.uploadIds.length >= linkLimits.files)
      throw conflict(
        "too_many_files",
        `${linkLimits.files} files were uploaded by this link: that is the most.`,
      );
    const fileId = await recordFile(tx, { ...stored, orgId: scope.orgId, name });
    // The version counts answers: an upload makes none of them old.
    await tx.rows(sql`
      update designer_link
      set upload_ids = upload_ids || jsonb_build_array(${fileId}::text)
      where org_id = ${scope.orgId} and id = ${id}
    `);
    return { id: fileId };
  });
};

/** Files that designers answered with: who reads the question or the submittal has them. */
export const designerFiles: readonly FileHolder[] = [
  {
    column: "designer_link.file_ids",
    records: (db, id) =>
      db.rows<RecordName>(sql`
        select
          case when rfi_id is null then 'submittal' else 'rfi' end as type,
          coalesce(rfi_id, submittal_id) as id
        from designer_link
        where org_id = ${db.scope.orgId} and file_ids ? ${id}
        limit 50
      `),
  },
  { column: "designer_link.upload_ids", door: "the designer's link" },
];
