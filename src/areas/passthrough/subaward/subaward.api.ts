import { patchOf, wholeWith } from "#kernel/fields.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { recordAct } from "#server/http/acts.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { subawardNoun } from "./subaward.noun.ts";
import {
  approveSubaward,
  assessRisk,
  closeSubaward,
  endSubaward,
  executeSubaward,
  passSubaward,
  terminateSubaward,
} from "./course.service.ts";
import { subawardList } from "./subaward.list.ts";
import {
  factsInput,
  reviseInput,
  riskInput,
  subawardDetail,
  subawardInput,
  subawardRow,
} from "./subaward.model.ts";
import { reviseBudget } from "./revised.service.ts";
import { readSubaward } from "./subaward.read.service.ts";
import { changeSubaward, draftSubaward, saveFacts } from "./subaward.service.ts";

const path = "/api/v1/subawards";

export const subawardEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "subaward.read", subawardList, subawardRow),
  endpoint({
    method: "POST",
    path,
    permission: "subaward.edit",
    summary: "Draft a subaward",
    status: 201,
    body: subawardInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftSubaward(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "subaward.read",
    summary: "A subaward: what it states, how risky it is, its money",
    params: idParams,
    response: subawardDetail,
    handler: ({ db, actor, params }) => readSubaward(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "subaward.edit",
    summary: "Change the draft of a subaward",
    params: idParams,
    body: patchOf(subawardInput.shape),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await readSubaward(tx, actor, params.id);
      const whole = wholeWith(subawardInput, subawardInput.shape, stands, body);
      return changeSubaward(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "subaward", "subaward.read"),
  endpoint({
    method: "POST",
    path: `${path}/{id}/facts`,
    permission: "subaward.edit",
    summary: "Fill what the law asks a subaward to state",
    params: idParams,
    body: factsInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      saveFacts(tx, actor, params.id, body.facts, ifMatch),
  }),
  recordAct(path, "revise", {
    permission: "subaward.approve",
    summary: "Approve a revised budget by class of a subaward",
    body: reviseInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      reviseBudget(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
  ...stepEndpoints(subawardNoun, {
    assess: step(riskInput, assessRisk, { summary: "Assess the risk of a subrecipient" }),
    approve: approveSubaward,
    execute: executeSubaward,
    end: endSubaward,
    close: closeSubaward,
    terminate: terminateSubaward,
    ...alike(passSubaward, ["sendBack", "activate", "hold", "resume", "cancel"]),
  }),
];
