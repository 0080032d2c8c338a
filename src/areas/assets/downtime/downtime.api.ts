import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { downtimeChange, downtimeInput, serviceDayInput } from "./downtime.model.ts";
import { correctServiceDay, saveDowntime } from "./downtime.service.ts";

const path = "/api/v1/assets";
const madeId = z.object({ id: z.string() });

/** Times out of service entered afterwards, and the first day in service corrected. */
export const downtimeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${path}/{id}/downtime`,
    permission: "workOrder.work",
    summary: "Enter a time out of service afterwards",
    status: 201,
    params: idParams,
    body: downtimeInput,
    response: madeId,
    handler: ({ tx, actor, params, body }) => saveDowntime(tx, actor, params.id, body),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}/downtime/{downtimeId}`,
    permission: "asset.edit",
    summary: "Correct a time out of service",
    params: idParams.extend({ downtimeId: z.uuid("Not an id of a time.") }),
    body: downtimeChange,
    response: madeId,
    handler: ({ tx, actor, params, body }) =>
      saveDowntime(tx, actor, params.id, body, params.downtimeId),
  }),
  recordAct(path, "serviceDay", {
    permission: "asset.edit",
    summary: "Correct the first day in service: depreciation begins there",
    body: serviceDayInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      correctServiceDay(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
];
