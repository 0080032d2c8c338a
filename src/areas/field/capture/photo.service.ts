import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { seenFile } from "#server/files/holders.ts";
import { refuseOtherRecord } from "#server/files/resumable.service.ts";
import { nounNamed, type RecordName } from "#server/noun.ts";
import { attachPhotos } from "../kinds/photos.service.ts";
import { fieldCapture } from "../field.tables.ts";
import type { CaptureResult } from "./capture.model.ts";
import type { CaptureStored } from "./capture.noun.ts";
import { judgeCapture, tellHeld } from "./judge.service.ts";

type Photo = { id: string; fileId: string | null };

// What was applied before its photo came gets it now; hours take none, it stays with the capture.
const attachLate = async (
  tx: Tx,
  actor: Actor,
  { appliedType: type, appliedId, appliedNumber: number }: CaptureStored,
  photo: { sha256: string; fileId: string },
): Promise<void> => {
  if (appliedId !== null && nounNamed(type))
    await attachPhotos(tx, actor, { type, id: appliedId, number }, [photo]);
};

const bind = async (
  tx: Tx,
  actor: Actor,
  captureId: string,
  { sha256, fileId }: { sha256: string; fileId: string },
): Promise<CaptureStored> => {
  const capture = await lockRow(tx, fieldCapture, captureId, "capture");
  if (capture.personId !== actor.personId) throw notFound("capture");
  const photo = await tx.maybe<Photo>(sql`
    select id, file_id
    from field_photo
    where org_id = ${tx.scope.orgId} and capture_id = ${captureId} and sha256 = ${sha256}
  `);
  if (!photo)
    throw invalidField("sha256", "The capture names no photo with this hash.", "no_such_photo");
  if (photo.fileId !== null) return capture;
  const file = await seenFile(tx, actor, fileId);
  if (!file)
    throw invalidField("fileId", "This file does not exist here. Upload it first.", "unknown_file");
  if (file.sha256 !== sha256)
    throw invalidField(
      "fileId",
      "What came is another photo than the device captured. Upload it again.",
      "photo_mismatch",
    );
  await refuseOtherRecord(tx, fileId, { type: "fieldCapture", id: captureId });
  await tx.rows(sql`
    update field_photo
    set file_id = ${fileId}, received_at = ${businessNow(tx.scope).toISOString()}::timestamptz
    where org_id = ${tx.scope.orgId} and id = ${photo.id}
  `);
  await attachLate(tx, actor, capture, { sha256, fileId });
  note(tx, actor, "fieldCapture", capture, {
    action: "photo",
    after: { sha256 },
    note: file.name,
  });
  return tx.one<CaptureStored>(sql`
    update field_capture
    set photos_received = photos_received + 1
    where org_id = ${tx.scope.orgId} and id = ${captureId}
    returning *
  `);
};

/**
 * Takes a photo of the actor's own capture that came whole: the server's hash must be the device's.
 * Asked twice it answers alike. With the last one a capture that waited for its photos is judged. 404; 422
 * `no_such_photo`, `unknown_file`, `photo_mismatch`, `upload_of_another`.
 */
export const takePhoto = async (
  app: App,
  actor: Actor,
  captureId: string,
  photo: { sha256: string; fileId: string },
): Promise<CaptureResult> => {
  const capture = await app.database.transaction(actor, (tx) => bind(tx, actor, captureId, photo));
  const judged = await judgeCapture(app, actor, capture);
  if (judged.status === "in_review" && capture.status === "received")
    await app.database.transaction(actor, (tx) => tellHeld(tx, actor, [judged]));
  return {
    ...{ number: judged.captureNo, id: judged.id, state: judged.status },
    message: judged.heldWhy,
    photosReceived: judged.photosReceived,
    photosWanted: judged.photosWanted,
  };
};

/** The captures that hold a file as a photo. */
export const capturesWithFile = (db: Db, fileId: string): Promise<RecordName[]> =>
  db.rows<RecordName>(sql`
    select 'fieldCapture' as type, capture_id as id
    from field_photo
    where org_id = ${db.scope.orgId} and file_id = ${fileId}
    limit 50
  `);
