import { z } from "zod";
import { notFound, Problem } from "#kernel/errors.ts";
import { patchOf } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import { instantField } from "#kernel/time-fields.ts";
import { sql } from "../db/sql.ts";
import { seenFile } from "../files/holders.ts";
import { sendPreview } from "../files/pictures.ts";
import { sendFile } from "../files/send-file.ts";
import { fileRow, uploadEndpoints } from "../files/resumable.api.ts";
import { oneFile } from "../files/upload.ts";
import { askCancel } from "../jobs/jobs.ts";
import { attachmentEndpoints } from "./attachments.ts";
import { chainEndpoints } from "./chain.ts";
import { commentEndpoints } from "./comments.ts";
import { recordAct } from "./acts.ts";
import { endpoint, idParams, requireVersion, type Endpoint } from "./endpoint.ts";

const jobRow = z
  .object({
    id: z.string(),
    kind: z.string(),
    title: z.string(),
    state: z.enum(["queued", "running", "done", "failed", "cancelled"]),
    stage: z.string(),
    done: z.number(),
    total: z.number().nullable(),
    result: z.unknown(),
    resultPath: z.string().nullable(),
    error: z.string().nullable(),
    createdAt: instantField,
    startedAt: instantField.nullable(),
    endedAt: instantField.nullable(),
  })
  .meta({ id: "Job" });
const viewRow = z
  .object({
    id: z.string(),
    list: z.string(),
    name: z.string(),
    query: z.string(),
    shared: z.boolean(),
    mine: z.boolean(),
    version: z.number(),
  })
  .meta({ id: "SavedView" });
const viewInput = z.object({
  list: z.string().min(1).max(80),
  name: z.string().trim().min(1, "Give the view a name.").max(80),
  query: z.string().max(4000),
  shared: z.boolean().default(false),
});

const files: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/files",
    permission: "file.upload",
    summary: "Upload a file (multipart, field `file`)",
    ownTransaction: true,
    status: 201,
    response: fileRow,
    handler: async ({ actor, app, request }) => {
      const { name, stream } = await oneFile(
        request,
        "Send one file in the multipart field `file`.",
      );
      const stored = await app.files.put(stream);
      return app.database.transaction(actor, (tx) =>
        tx.one<z.input<typeof fileRow>>(sql`
          insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
          values (
            ${actor.orgId}, ${newId()}, ${name}, ${stored.mediaType}, ${stored.size},
            ${stored.sha256}, ${actor.personId}
          )
          returning id, name, media_type, size, sha256, created_at
        `),
      );
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/files/{id}",
    permission: "file.read",
    summary:
      "Download a file of a record that you may see, or one that you uploaded; always as an attachment",
    params: idParams,
    raw: true,
    handler: async ({ actor, params, db, app, reply }) => {
      const row = await seenFile(db, actor, params.id);
      if (!row) throw notFound("file");
      return sendFile(app.files, reply, row);
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/files/{id}/preview",
    permission: "file.read",
    summary: "A JPEG of a picture, 192 or 1600 pixels a side",
    params: idParams,
    query: z.object({ size: z.enum(["small", "large"]).default("small") }),
    raw: true,
    handler: async ({ actor, params, query, db, app, reply }) => {
      const row = await seenFile(db, actor, params.id);
      if (!row) throw notFound("file");
      return sendPreview(app.files, reply, row, query.size);
    },
  }),
];

const jobs: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/jobs",
    permission: "job.read",
    summary: "The person's long work of the last two days",
    response: z.object({ items: z.array(jobRow) }),
    handler: async ({ actor, db }) => ({
      items: await db.rows<z.input<typeof jobRow>>(sql`
        select
          id, kind, title, state, stage, done, total, result, result_path, error, created_at,
          started_at, ended_at
        from job
        where org_id = ${actor.orgId}
          and person_id = ${actor.personId}
          and created_at > now() - interval '2 days'
        order by created_at desc
        limit 50
      `),
    }),
  }),
  recordAct("/api/v1/jobs", "cancel", {
    permission: "job.read",
    summary: "Ask a job to stop at its next step",
    response: z.object({ id: z.string() }),
    handler: async ({ actor, params, tx }) => {
      const mine = await tx.maybe(sql`
        select id
        from job
        where org_id = ${actor.orgId} and id = ${params.id} and person_id = ${actor.personId}
      `);
      if (!mine) throw notFound("job");
      await askCancel(tx, params.id);
      return { id: params.id };
    },
  }),
];

const views: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/saved-views",
    permission: "signed-in",
    summary: "Saved views of a list: own and shared",
    query: z.object({ list: z.string().max(80) }),
    response: z.object({ items: z.array(viewRow) }),
    handler: async ({ actor, db, query }) => ({
      items: await db.rows<z.input<typeof viewRow>>(sql`
        select id, list, name, query, shared, person_id = ${actor.personId} as mine, version
        from saved_view
        where org_id = ${actor.orgId}
          and list = ${query.list}
          and (person_id = ${actor.personId} or shared)
        order by created_at
      `),
    }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/saved-views",
    permission: "notification.read",
    summary: "Save a view",
    body: viewInput,
    response: viewRow,
    handler: async ({ actor, body, tx }) => {
      if (body.shared && !actor.permissions.has("view.share"))
        throw new Problem(
          "notAllowed",
          "not_allowed",
          "A manager or admin can share a view with the agency.",
        );
      return {
        ...(await tx.one<Omit<z.input<typeof viewRow>, "mine">>(sql`
          insert into saved_view (org_id, id, list, person_id, name, query, shared)
          values (
            ${actor.orgId}, ${newId()}, ${body.list}, ${actor.personId}, ${body.name},
            ${body.query}, ${body.shared}
          )
          returning id, list, name, query, shared, version
        `)),
        mine: true,
      };
    },
  }),
  endpoint({
    method: "PATCH",
    path: "/api/v1/saved-views/{id}",
    permission: "notification.read",
    summary: "Change one of your views",
    params: idParams,
    body: patchOf(viewInput.shape).omit({ list: true }),
    response: viewRow,
    handler: async ({ actor, params, body, tx, ifMatch }) => {
      const row = await tx.maybe<Omit<z.input<typeof viewRow>, "mine">>(sql`
        select *
        from saved_view
        where org_id = ${actor.orgId} and id = ${params.id} and person_id = ${actor.personId}
        for update
      `);
      if (!row) throw notFound("view");
      requireVersion(row.version, ifMatch);
      if (body.shared && !actor.permissions.has("view.share"))
        throw new Problem(
          "notAllowed",
          "not_allowed",
          "A manager or admin can share a view with the agency.",
        );
      const next = { ...row, ...body };
      return {
        ...(await tx.one<Omit<z.input<typeof viewRow>, "mine">>(sql`
          update saved_view
          set
            name = ${next.name}, query = ${next.query}, shared = ${next.shared},
            version = version + 1, updated_at = clock_timestamp()
          where org_id = ${actor.orgId} and id = ${params.id}
          returning id, list, name, query, shared, version
        `)),
        mine: true,
      };
    },
  }),
  endpoint({
    method: "DELETE",
    path: "/api/v1/saved-views/{id}",
    permission: "notification.read",
    summary: "Delete one of your views",
    params: idParams,
    response: z.object({ id: z.string() }),
    handler: async ({ actor, params, tx }) => {
      const row = await tx.maybe<{ id: string }>(sql`
        delete from saved_view
        where org_id = ${actor.orgId} and id = ${params.id} and person_id = ${actor.personId}
        returning id
      `);
      if (!row) throw notFound("view");
      return row;
    },
  }),
];

/** Files, attachments, comments, jobs and saved views: what every area uses and none owns. */
export const platformEndpoints: readonly Endpoint[] = [
  ...files,
  ...uploadEndpoints,
  ...attachmentEndpoints,
  ...commentEndpoints,
  ...chainEndpoints,
  ...jobs,
  ...views,
];
