import { z } from "zod";
import { conflict, notFound, Problem } from "#kernel/errors.ts";
import { instantField } from "#kernel/time-fields.ts";
import { sql } from "../db/sql.ts";
import { endpoint, idParams, type Endpoint } from "../http/endpoint.ts";
import { askTus, offsetOf } from "./pieces.ts";
import {
  beginUpload,
  cancelUpload,
  ownUpload,
  standingOf,
  takeUpload,
} from "./resumable.service.ts";

/** A file as the server holds it. */
export const fileRow = z
  .object({
    id: z.string(),
    name: z.string(),
    mediaType: z.string(),
    size: z.number(),
    sha256: z.string(),
    createdAt: instantField,
  })
  .meta({ id: "StoredFile" });

const begun = z
  .object({
    name: z.string().min(1, "Say the file's name.").max(1000),
    size: z.number().int().min(1, "The file is empty.").max(1e12),
    mark: z.string().max(100).default(""),
    objectType: z.string().min(1).max(60).nullable().default(null),
    objectId: z.uuid("Not a record id.").nullable().default(null),
  })
  .refine(({ objectType, objectId }) => (objectType === null) === (objectId === null), {
    path: ["objectId"],
    message: "Name the record by its type and its id.",
  });
const standing = z
  .object({
    id: z.string(),
    size: z.number(),
    offset: z.number(),
    fileId: z.string().nullable(),
  })
  .meta({ id: "ResumableUpload" });

const path = "/api/v1/uploads";

/** What tus refuses, in words. */
const refusalOf = (status: number, failure: unknown): unknown => {
  if (failure !== null && typeof (failure as { code?: unknown }).code === "string") return failure;
  if (status === 404 || status === 410) return notFound("upload");
  if (status === 409)
    return conflict("upload_offset", "The file goes on at another place. Ask where it stands.");
  if (status === 413)
    return new Problem("invalid", "too_large", "This is more than the upload said it would be.", {
      status,
    });
  return new Problem(
    "invalid",
    "not_resumable",
    "Send pieces as tus 1.0.0 has it: Tus-Resumable, Upload-Offset, application/offset+octet-stream.",
    { status: status >= 500 ? 400 : status },
  );
};

const speak = (method: "GET" | "PATCH", summary: string): Endpoint =>
  endpoint({
    method,
    path: `${path}/{id}`,
    permission: "file.upload",
    summary,
    params: idParams,
    raw: true,
    ...(method === "PATCH" ? { ownTransaction: true } : {}),
    handler: async ({ actor, params, app, request, reply }) => {
      const upload = await ownUpload(app.database.read(actor), actor, params.id);
      if (request.method === "GET") return reply.send(await standingOf(app, upload));
      if (upload.fileId !== null)
        throw conflict("upload_taken", "This upload is a stored file already.");
      await offsetOf(app.files.place, upload.id, upload.size);
      const said = await askTus(app.files.place, upload.id, request);
      if (said.status >= 400) throw refusalOf(said.status, said.failure);
      return reply.code(said.status).headers(said.headers).send();
    },
  });

/** Files that come in pieces (tus 1.0.0): begun, sent, asked for, cancelled, taken as a file. */
export const uploadEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path,
    permission: "file.upload",
    summary: "Begin to upload a file in pieces, or go on with one",
    body: begun,
    response: standing,
    ownTransaction: true,
    handler: async ({ actor, app, body }) =>
      standingOf(app, await app.database.transaction(actor, (tx) => beginUpload(tx, actor, body))),
  }),
  speak("GET", "Where an upload stands; HEAD answers as tus has it"),
  speak("PATCH", "Send the next piece of an upload (tus 1.0.0)"),
  endpoint({
    method: "DELETE",
    path: `${path}/{id}`,
    permission: "file.upload",
    summary: "Cancel an upload",
    params: idParams,
    response: z.object({ id: z.string() }),
    ownTransaction: true,
    handler: ({ actor, app, params }) => cancelUpload(app, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/file`,
    permission: "file.upload",
    summary: "Take an upload that came whole as a stored file",
    params: idParams,
    response: fileRow,
    ownTransaction: true,
    handler: async ({ actor, app, params }) => {
      const fileId = await takeUpload(app, actor, params.id);
      return app.database.read(actor).one<z.input<typeof fileRow>>(sql`
        select id, name, media_type, size, sha256, created_at
        from stored_file
        where org_id = ${actor.orgId} and id = ${fileId}
      `);
    },
  }),
];
