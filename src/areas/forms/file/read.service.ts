import type { FastifyReply } from "fastify";
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sendPreview } from "#server/files/pictures.ts";
import { sendFile } from "#server/files/send-file.ts";
import { formFile } from "../forms.tables.ts";
import { visibleSubmission } from "../submission/submission.read.service.ts";
import type { FileRecord } from "./file.service.ts";

/** A file of somebody of the agency: one's own upload, or of a submission that one may read. 404. */
export const fileForStaff = async (db: Db, actor: Actor, id: string): Promise<FileRecord> => {
  const row = (await getRow(db, formFile, id, "file")) as FileRecord;
  if (row.submissionId !== null) await visibleSubmission(db, actor, row.submissionId);
  else if (row.holder !== `person:${actor.personId}`) throw notFound("file");
  return row;
};

/** A file that this holder uploaded. 404 for anybody else's. */
export const fileOfHolder = async (db: Db, holder: string, id: string): Promise<FileRecord> => {
  const row = (await getRow(db, formFile, id, "file")) as FileRecord;
  if (row.holder !== holder) throw notFound("file");
  return row;
};

/** Answers with the file, or with a JPEG of its picture. */
export const giveFile = (
  app: App,
  reply: FastifyReply,
  file: FileRecord,
  size: "small" | "large" | null,
): Promise<FastifyReply> =>
  size
    ? sendPreview(app.files.private, reply, file, size)
    : sendFile(app.files.private, reply, file);
