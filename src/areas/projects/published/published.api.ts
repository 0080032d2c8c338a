import { z } from "zod";
import { sendFile } from "#server/files/send-file.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { publicPhoto } from "./portal.service.ts";
import { projectPublicity, publishedVersion, publishProjectInput } from "./published.model.ts";
import { publishProject, readPublicity, withdrawPublication } from "./published.service.ts";

const path = "/api/v1/projects";

/** What everybody reads of a project, and who decides it. */
export const publishedEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/{id}/publicity`,
    permission: "project.read",
    summary: "What would be published of a project today, and what stands published",
    params: idParams,
    response: projectPublicity,
    handler: ({ db, actor, params }) => readPublicity(db, actor, params.id),
  }),
  recordAct(path, "publish", {
    permission: "project.edit",
    summary: "Publish a project to everybody, as it stands today",
    body: publishProjectInput,
    response: publishedVersion,
    handler: ({ tx, actor, params, body }) => publishProject(tx, actor, params.id, body),
  }),
  recordAct(path, "withdrawPublication", {
    permission: "project.edit",
    summary: "Take a published project back",
    response: publishedVersion,
    handler: ({ tx, actor, params, ifMatch }) => withdrawPublication(tx, actor, params.id, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/projects/{orgId}/{id}/photos/{fileId}",
    permission: "public",
    summary: "A photo of a published project",
    params: z.object({ orgId: z.uuid(), id: z.uuid(), fileId: z.uuid() }),
    raw: true,
    handler: async ({ app, params, reply }) =>
      sendFile(app.files, reply, await publicPhoto(app, params)),
  }),
];
