import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { sendFile } from "#server/files/send-file.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { defineJob, enqueue } from "#server/jobs/jobs.ts";
import { packageInput, packageRow, type PackageInput } from "./package.model.ts";
import { askForPackage, makePackage, packageFile } from "./package.service.ts";

const path = "/api/v1/evidence-packages";

/** Makes a package; what was begun before a restart is made anew. */
export const packageJob = defineJob({
  kind: "evidence.package",
  lane: "long",
  payload: z.object({ packageId: z.uuid() }),
  run: async (job) => {
    const { id, entries, files, leftOut } = await makePackage(job);
    return { result: { entries, files, leftOut }, resultPath: `${path}/${id}/file` };
  },
});

/** Asks for a package and puts the job that makes it in line; 403 of what the actor may not read. */
export const orderPackage = async (
  tx: Tx,
  actor: Actor,
  input: PackageInput,
): Promise<{ id: string; jobId: string }> => {
  const { id } = await askForPackage(tx, actor, input);
  const title = `Evidence package: ${input.title}`;
  return { id, jobId: await enqueue(tx, actor, packageJob, { packageId: id }, title) };
};

const packageList: ListDefinition = {
  name: "evidence-packages",
  alias: "e",
  from: "evidence_package e",
  defaultSort: "-createdAt",
  columns: {
    id: { sql: "e.id", hidden: true },
    title: { sql: "e.title", label: "Of", sort: true },
    sha256: { sql: "e.sha256", label: "SHA-256" },
    size: { sql: "e.size", label: "Bytes" },
    entries: { sql: "e.entries", label: "Entries" },
    files: { sql: "e.files", label: "Files" },
    leftOut: { sql: "e.left_out", label: "Left out" },
    requestedBy: { sql: "e.requested_name", label: "Asked by" },
    createdAt: { sql: "e.created_at", label: "Asked (UTC)", sort: true },
  },
  filters: {
    createdAt: { kind: "range", sql: "(e.created_at at time zone $zone)::date", type: "date" },
    made: { kind: "flag", sql: "e.file_id is not null" },
  },
  search: ["e.title"],
};

export const packageEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "audit.export", packageList, packageRow),
  endpoint({
    method: "POST",
    path,
    permission: "evidence.take",
    summary: "Ask for an evidence package (ZIP) of records; a job makes it",
    status: 202,
    body: packageInput,
    response: z.object({ id: z.string(), jobId: z.string() }),
    handler: ({ tx, actor, body }) => orderPackage(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/file`,
    permission: "evidence.take",
    summary: "The ZIP of an evidence package",
    params: idParams,
    raw: true,
    handler: async ({ db, actor, app, params, reply }) => {
      const file = await packageFile(db, actor, params.id);
      await app.database.transaction(actor, async (tx) =>
        note(tx, actor, "evidencePackage", params.id, {
          action: "download",
          after: { sha256: file.sha256 },
          event: null,
        }),
      );
      return sendFile(app.files, reply, file);
    },
  }),
];
