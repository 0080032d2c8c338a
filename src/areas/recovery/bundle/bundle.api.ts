import { z } from "zod";
import { note } from "#server/change.ts";
import { sendFile } from "#server/files/send-file.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { defineJob, enqueue } from "#server/jobs/jobs.ts";
import { bundleRow } from "./bundle.model.ts";
import { askForBundle, bundleFile, bundlesOf, makeBundle } from "./bundle.service.ts";

const path = "/api/v1/pa-requests/{id}/bundles";

/** Makes a bundle; what was begun before a restart goes on from its papers. */
export const bundleJob = defineJob({
  kind: "recovery.bundle",
  lane: "long",
  payload: z.object({ bundleId: z.uuid() }),
  run: async (job) => {
    const { id, files, entries, cents, manifest } = await makeBundle(job);
    return {
      result: { files, entries, cents, manifest },
      resultPath: `/api/v1/pa-bundles/${id}/file`,
    };
  },
});

/** Bundles of requests: asked for, listed, downloaded. */
export const bundleEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "recovery.read",
    summary: "Bundles of a request",
    params: idParams,
    response: z.object({ items: z.array(bundleRow) }),
    handler: async ({ db, params }) => ({ items: await bundlesOf(db, params.id) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "recovery.bundle",
    summary: "Ask for the bundle (ZIP) of a certified request; a job makes it",
    status: 202,
    params: idParams,
    response: z.object({ id: z.string(), jobId: z.string() }),
    handler: async ({ tx, actor, params }) => {
      const { id } = await askForBundle(tx, actor, params.id);
      const jobId = await enqueue(
        tx,
        actor,
        bundleJob,
        { bundleId: id },
        "Bundle of a request for reimbursement",
        `/fema-grants-hub/requests/${params.id}`,
      );
      return { id, jobId };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/pa-bundles/{id}/file",
    permission: "recovery.bundle",
    summary: "The ZIP of a bundle",
    params: idParams,
    raw: true,
    handler: async ({ db, actor, app, params, reply }) => {
      const file = await bundleFile(db, params.id);
      await app.database.transaction(actor, async (tx) =>
        note(tx, actor, "paRequest", file.requestId, {
          action: "bundleDownload",
          after: { sha256: file.sha256 },
          event: null,
        }),
      );
      return sendFile(app.files, reply, file);
    },
  }),
];
