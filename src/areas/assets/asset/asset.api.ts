import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { proposalInput } from "../disposal/disposal.model.ts";
import { disposeOfAsset, proposeDisposal } from "../disposal/disposal.service.ts";
import { inServiceInput } from "../downtime/downtime.model.ts";
import { assetNoun } from "./asset.noun.ts";
import { assetList } from "./asset.list.ts";
import {
  assetDetail,
  assetInput,
  assetPatch,
  assetRow,
  classChange,
  classInput,
  classRow,
  disposeInput,
  readingInput,
} from "./asset.model.ts";
import { readAsset } from "./asset.read.service.ts";
import {
  changeAsset,
  createAsset,
  moveAsset,
  putInService,
  readCondition,
} from "./asset.service.ts";
import { changeClass, classesOf, createClass } from "./class.service.ts";

const path = "/api/v1/assets";
const classes = "/api/v1/asset-classes";
const madeId = z.object({ id: z.string() });

const steps: readonly Endpoint[] = stepEndpoints(assetNoun, {
  proposeDisposal: step(proposalInput, proposeDisposal, {
    summary: "Propose how a retired asset goes, with its value and basis, to its approvers",
  }),
  dispose: step(disposeInput, disposeOfAsset, { summary: "Dispose of a retired asset" }),
  putInService: step(inServiceInput, putInService, {
    summary: "Put an asset in service, on an earlier day too",
  }),
  ...alike(moveAsset, ["order", "receive", "takeOut", "putBack", "retire"]),
});

const classEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: classes,
    permission: "asset.read",
    summary: "Classes of assets, by name or code, or those that are named by id",
    query: z.object({
      q: z.string().max(120).default(""),
      id: z
        .string()
        .max(4_000)
        .transform((text) => text.split(",").filter(Boolean))
        .pipe(z.array(z.uuid("Not a class id.")))
        .optional(),
      limit: z.coerce.number().int().min(1).max(500).default(500),
    }),
    response: z.object({ items: z.array(classRow) }),
    handler: async ({ db, query }) => ({ items: await classesOf(db, query) }),
  }),
  endpoint({
    method: "POST",
    path: classes,
    permission: "asset.edit",
    summary: "Add a class of assets",
    status: 201,
    body: classInput,
    response: madeId,
    handler: ({ tx, actor, body }) => createClass(tx, actor, body),
  }),
  endpoint({
    method: "PUT",
    path: `${classes}/{id}`,
    permission: "asset.edit",
    summary: "Change a class of assets, or retire it",
    params: idParams,
    body: classChange,
    response: madeId,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeClass(tx, actor, params.id, body, ifMatch),
  }),
];

export const assetEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "asset.read", assetList, assetRow),
  endpoint({
    method: "POST",
    path,
    permission: "asset.edit",
    summary: "Enter an asset",
    status: 201,
    body: assetInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => createAsset(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "asset.read",
    summary: "An asset with its parts, conditions, downtime and book",
    params: idParams,
    response: assetDetail,
    handler: ({ db, actor, params }) => readAsset(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "asset.edit",
    summary: "Change an asset",
    params: idParams,
    body: assetPatch,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeAsset(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/conditions`,
    permission: "workOrder.work",
    summary: "Write down a condition that was read",
    status: 201,
    params: idParams,
    body: readingInput,
    response: madeId,
    handler: ({ tx, actor, params, body }) => readCondition(tx, actor, params.id, body),
  }),
  historyEndpoint(path, "asset", "asset.read"),
  ...steps,
  ...classEndpoints,
];
