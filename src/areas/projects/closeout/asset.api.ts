import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { draftAssetInput, projectAssets } from "./asset.model.ts";
import { draftAsset, readAssets } from "./asset.service.ts";

const path = "/api/v1/projects";

/** What a project built, as assets. */
export const projectAssetEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/{id}/assets`,
    permission: "project.read",
    summary: "What was billed of each code of a project, and the assets that bear it",
    params: idParams,
    response: projectAssets,
    handler: ({ db, params }) => readAssets(db, params.id),
  }),
  recordAct(path, "draftAsset", {
    permission: "project.edit",
    summary: "Draft an asset of what a project built, with what was billed of a cost code",
    body: draftAssetInput,
    response: z.object({ id: z.string(), number: z.string() }),
    handler: ({ tx, actor, params, body }) => draftAsset(tx, actor, params.id, body),
  }),
];
