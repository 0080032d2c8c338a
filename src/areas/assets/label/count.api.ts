import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { countDetail, countInput, countsAnswer, foundInput, missingInput } from "./count.model.ts";
import {
  closeCount,
  countsOf,
  explainMissing,
  findAsset,
  openCount,
  readCount,
} from "./count.service.ts";

const path = "/api/v1/asset-counts";
const madeId = z.object({ id: z.string() });

/** Physical counts of assets. */
export const countEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "asset.read",
    summary: "Physical counts, and how many federally funded assets are overdue",
    response: countsAnswer,
    handler: ({ db }) => countsOf(db),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "asset.edit",
    summary: "Begin a physical count",
    status: 201,
    body: countInput,
    response: madeId,
    handler: ({ tx, actor, body }) => openCount(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "asset.read",
    summary: "One count with what it looks for",
    params: idParams,
    response: countDetail,
    handler: ({ db, params }) => readCount(db, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/found`,
    permission: "workOrder.work",
    summary: "Write down that an asset was found, by its label",
    params: idParams,
    status: 200,
    body: foundInput,
    response: z.object({ number: z.string(), again: z.boolean() }),
    handler: ({ tx, actor, params, body }) => findAsset(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/missing`,
    permission: "asset.edit",
    summary: "Say what became of an asset that is not found",
    params: idParams,
    status: 200,
    body: missingInput,
    response: madeId,
    handler: ({ tx, actor, params, body }) => explainMissing(tx, actor, params.id, body),
  }),
  recordAct(path, "close", {
    permission: "asset.edit",
    summary: "Close a count that another person began",
    status: 200,
    response: madeId,
    handler: ({ tx, actor, params, ifMatch }) => closeCount(tx, actor, params.id, ifMatch),
  }),
];
