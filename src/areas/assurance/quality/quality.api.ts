import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { dayInput } from "#kernel/time-fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { objectiveList } from "./objective.list.ts";
import {
  acceptInput,
  dismissInput,
  objectiveDetail,
  objectiveFields,
  objectiveInput,
  objectiveRow,
  pointAnswer,
  qualityAnswer,
} from "./objective.model.ts";
import { objectiveNoun } from "./objective.noun.ts";
import {
  changeObjective,
  draftObjective,
  endObjective,
  readObjective,
  readPoint,
  startObjective,
} from "./objective.service.ts";
import { readQuality } from "./quality.service.ts";
import { acceptSignal, dismissSignal } from "./signal.service.ts";

const path = "/api/v1/quality-objectives";
const [read, edit] = ["quality.read", "quality.edit"] as const;
const made = z.object({ id: z.string() });

/** Quality objectives, their charts and what is decided about their signals. */
export const qualityEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/quality",
    permission: read,
    summary: "Active quality objectives with their charts, and what waits",
    response: qualityAnswer,
    handler: ({ db, actor }) => readQuality(db, actor),
  }),
  ...listEndpoints(path, read, objectiveList, objectiveRow),
  endpoint({
    method: "POST",
    path,
    permission: edit,
    summary: "Draft a quality objective",
    status: 201,
    body: objectiveInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftObjective(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A quality objective with its chart",
    params: idParams,
    response: objectiveDetail,
    handler: ({ db, actor, params }) => readObjective(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
    summary: "Change a quality objective",
    params: idParams,
    body: patchOf(objectiveFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stored = await readObjective(tx, actor, params.id);
      const whole = wholeWith(objectiveInput, objectiveFields, stored, body);
      return changeObjective(tx, actor, params.id, whole, ifMatch);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/points/{on}`,
    permission: read,
    summary: "The records behind the value of the period that a day lies in",
    params: idParams.extend({ on: dayInput("Enter a day.") }),
    response: pointAnswer,
    handler: ({ db, params }) => readPoint(db, params.id, params.on),
  }),
  historyEndpoint(path, "qualityObjective", read),
  recordAct(path, "accept-signal", {
    permission: "correctiveAction.edit",
    summary: "Open the corrective action that a signal proposes",
    body: acceptInput,
    response: made,
    handler: ({ tx, actor, params, body }) => acceptSignal(tx, actor, params.id, body),
  }),
  recordAct(path, "dismiss-signal", {
    permission: edit,
    summary: "Leave a signal as it is, with the reason",
    body: dismissInput,
    response: made,
    handler: ({ tx, actor, params, body }) => dismissSignal(tx, actor, params.id, body),
  }),
  ...stepEndpoints(objectiveNoun, { start: startObjective, end: endObjective }),
];
