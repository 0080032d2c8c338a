import { patchOf, wholeWith } from "#kernel/fields.ts";
import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { toCsv } from "#server/http/export.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { incidentNoun } from "./nouns.ts";
import { beginIncident } from "./draft.service.ts";
import { incidentList } from "./incident.list.ts";
import {
  holdInput,
  incidentDetail,
  incidentInput,
  incidentRow,
  logInput,
  objectiveEnd,
  objectiveInput,
  periodInput,
  timelineRow,
} from "./incident.model.ts";
import { openAreas, readIncident, timelineOf } from "./incident.read.service.ts";
import {
  changeIncident,
  endObjective,
  moveIncident,
  openPeriod,
  setObjective,
  writeLog,
} from "./incident.service.ts";

import { planEndpoints } from "./plan.api.ts";
import { positionInput } from "./position.fields.ts";
import { addPosition, closePosition, holdPosition } from "./position.service.ts";

const path = "/api/v1/incidents";
const made = z.object({ id: z.string() });
const reasonInput = z.object({
  reason: z.string().trim().max(2000).nullish(),
  level: z.coerce.number().int().min(1).max(3).optional(),
});

const steps = stepEndpoints(incidentNoun, {
  ...alike(
    (tx, actor, name, { id, version }, input) =>
      moveIncident(tx, actor, name, { id, version, ...input }),
    ["activate", "respond", "recover", "demobilize", "review", "close", "standDown"],
    { body: reasonInput },
  ),
});

const timelineQuery = z.object({
  incidentId: z.uuid().optional(),
  kind: z
    .enum(["log", "alert", "request", "order", "receipt", "plan", "situation", "release"])
    .optional(),
});

const work: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/incident-positions/{id}/holder",
    permission: "incident.work",
    summary: "Give a position of an incident to a person",
    status: 201,
    params: idParams,
    body: holdInput,
    response: made,
    handler: ({ tx, actor, params, body }) => holdPosition(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/positions`,
    permission: "incident.work",
    summary: "Add a branch, division, group, task force or unit to an incident",
    status: 201,
    params: idParams,
    body: positionInput,
    response: made,
    handler: ({ tx, actor, params, body }) => addPosition(tx, actor, params.id, body),
  }),
  recordAct("/api/v1/incident-positions", "close", {
    permission: "incident.work",
    summary: "Take an added position out of an incident",
    response: made,
    handler: ({ tx, actor, params }) => closePosition(tx, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/periods`,
    permission: "incident.work",
    summary: "Open an operational period",
    status: 201,
    params: idParams,
    body: periodInput,
    response: made,
    handler: ({ tx, actor, params, body }) => openPeriod(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/objectives`,
    permission: "incident.work",
    summary: "Set an objective of an incident",
    status: 201,
    params: idParams,
    body: objectiveInput,
    response: made,
    handler: ({ tx, actor, params, body }) => setObjective(tx, actor, params.id, body.objective),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/incident-objectives/{id}/end",
    permission: "incident.work",
    summary: "Say that an objective is met, or dropped",
    status: 200,
    params: idParams,
    body: objectiveEnd,
    response: made,
    handler: ({ tx, actor, params, body }) => endObjective(tx, actor, params.id, body.outcome),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/log`,
    permission: "incident.work",
    summary: "Write into the log of an incident; it is only added to",
    status: 201,
    params: idParams,
    body: logInput,
    response: made,
    handler: ({ tx, actor, params, body }) => writeLog(tx, actor, params.id, body),
  }),
];

/** Incidents, their organization, periods, plans, log and timeline. */
export const incidentEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "incident.read", incidentList, incidentRow),
  endpoint({
    method: "POST",
    path,
    permission: "incident.edit",
    summary: "Begin an incident in monitoring",
    status: 201,
    body: incidentInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => beginIncident(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "incident.read",
    summary: "An incident with organization, periods, objectives and cost",
    params: idParams,
    response: incidentDetail,
    handler: ({ db, actor, params }) => readIncident(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "incident.edit",
    summary: "Change an incident",
    params: idParams,
    body: patchOf(incidentInput.shape),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stands = await readIncident(tx, actor, params.id);
      const whole = wholeWith(incidentInput, incidentInput.shape, stands, body);
      return changeIncident(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "incident", "incident.read"),
  endpoint({
    method: "GET",
    path: "/api/v1/incident-areas",
    permission: "incident.read",
    summary: "Areas of the open incidents",
    response: z.object({
      items: z.array(z.object({ id: z.string(), title: z.string(), area: z.unknown() })),
    }),
    handler: async ({ db }) => ({ items: await openAreas(db) }),
  }),
  ...steps,
  ...work,
  endpoint({
    method: "GET",
    path: "/api/v1/incident-timeline",
    permission: "incident.read",
    summary: "What happened, by the time of the event",
    query: timelineQuery,
    response: z.object({ items: z.array(timelineRow) }),
    handler: async ({ db, query }) => ({ items: await timelineOf(db, query as never) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/incident-timeline.csv",
    permission: "incident.read",
    summary: "The same as CSV",
    query: timelineQuery,
    raw: true,
    handler: async ({ db, query, reply }) => {
      const items = await timelineOf(db, { ...(query as object), limit: 10_000 });
      const rows = items.map((e) => [
        e.at,
        e.incident,
        e.kind,
        e.title,
        e.person ?? "",
        e.enteredAt ?? "",
      ]);
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", 'attachment; filename="incident-timeline.csv"')
        .send(toCsv(["Time", "Incident", "Kind", "What", "Who", "Entered"], rows));
    },
  }),
  ...planEndpoints,
];
