import { z } from "zod";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { countingInput, removeSpanInput, spanChange, spanInput } from "./safety.model.ts";
import { removeSpan, saveSpan, setCounting } from "./span.service.ts";

const path = "/api/v1/safety-cases";
const spanParams = idParams.extend({ spanId: z.uuid("Not a span's id.") });

/** Days of a case away, restricted and transferred: entered as dates, counted by the rule. */
export const spanEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${path}/{id}/days`,
    permission: "safety.edit",
    summary: "Enter days away, restricted or transferred, with the clinician's word",
    status: 201,
    params: idParams,
    body: spanInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      saveSpan(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}/days/{spanId}`,
    permission: "safety.edit",
    summary: "Change such days: their last one, or by whose word",
    params: spanParams,
    body: spanChange,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      saveSpan(tx, actor, { id: params.id, version: ifMatch }, body, params.spanId),
  }),
  actAt(`${path}/{id}/days/{spanId}`, "remove", {
    permission: "safety.edit",
    summary: "Take days away that were entered by mistake",
    params: spanParams,
    body: removeSpanInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      removeSpan(tx, actor, { id: params.id, version: ifMatch }, params.spanId, body.reason),
  }),
  recordAct(path, "counting", {
    permission: "safety.edit",
    summary: "The person's working days, and the day after which nothing is counted",
    body: countingInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      setCounting(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
];
