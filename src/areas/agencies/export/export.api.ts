import { z } from "zod";
import type { App } from "#server/app.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { exportJob } from "./export.jobs.ts";
import { exportInput, exportRow } from "./export.model.ts";
import { askForExport, exportsOf, sendExport } from "./export.service.ts";

const path = "/api/v1/agency-exports";

/** Exports of the agency: asked for, listed, downloaded. */
export const exportEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "agency.export",
    opensIn: "suspended",
    summary: "Exports of the agency, the newest first",
    response: z.object({ items: z.array(exportRow) }),
    handler: async ({ db }) => ({ items: await exportsOf(db) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "agency.export",
    opensIn: "suspended",
    summary: "Ask for an export (ZIP) of everything that the agency has; a job makes it",
    status: 202,
    body: exportInput,
    response: z.object({ id: z.string(), jobId: z.string() }),
    handler: async ({ tx, actor, body }) => {
      const { id } = await askForExport(tx, actor, body.passphrase);
      const jobId = await enqueue(
        tx,
        actor,
        exportJob,
        { exportId: id },
        "Export of the agency",
        "/tenant-management",
      );
      return { id, jobId };
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/file`,
    permission: "agency.export",
    opensIn: "suspended",
    summary: "The ZIP of an export, whole or in ranges",
    params: idParams,
    raw: true,
    handler: ({ app, db, actor, params, reply }) =>
      sendExport({ app: app as App, db, actor }, params.id, reply),
  }),
];
