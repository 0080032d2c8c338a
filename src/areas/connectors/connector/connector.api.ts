import { z } from "zod";
import { wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { connectorNoun } from "./connector.noun.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { runJob } from "../run/run.jobs.ts";
import { beginRun, listRuns } from "../run/run.service.ts";
import {
  connectorFields,
  connectorInput,
  connectorPatch,
  connectorRecord,
  connectorRow,
  importerRow,
  listRow,
  mappingInput,
  runRow,
} from "./connector.model.ts";
import {
  addConnector,
  changeConnector,
  connectorList,
  mapConnector,
  readConnector,
  stepConnector,
} from "./connector.service.ts";
import { importersFor } from "./importer.service.ts";
import { listsFor } from "../outward/outward.service.ts";

const path = "/api/v1/connectors";
const edit = { permission: "connector.edit" } as const;
const written = z.object({
  id: z.string(),
  number: z.string(),
  status: z.string(),
  version: z.number(),
});

const writes: readonly Endpoint[] = [
  endpoint({
    ...edit,
    method: "POST",
    path,
    summary: "Set up a connector, as a draft",
    body: connectorInput,
    response: written,
    handler: ({ app, tx, actor, body }) => addConnector(app, tx, actor, body),
  }),
  endpoint({
    ...edit,
    method: "PATCH",
    path: `${path}/{id}`,
    summary: "Change a connector; another source is tested anew",
    params: idParams,
    body: connectorPatch,
    response: written,
    handler: async ({ app, tx, actor, params, body, ifMatch }) => {
      const before = await readConnector(tx, actor, params.id);
      const whole = wholeWith(connectorInput, connectorFields, before, {
        ...body,
        ...(body.settings && { settings: { ...before.settings, ...body.settings } }),
      });
      return changeConnector(app, tx, actor, params.id, whole, ifMatch ?? before.version);
    },
  }),
  endpoint({
    ...edit,
    method: "PUT",
    path: `${path}/{id}/mapping`,
    summary: "Which column of the source fills which field",
    params: idParams,
    body: mappingInput,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      mapConnector(tx, actor, params.id, body.mapping, ifMatch),
  }),
  recordAct(path, "run", {
    ...edit,
    summary: "Fetch now: as a dry run that writes nothing, or for good",
    body: z.object({ dry: z.boolean(), accept: z.boolean().default(false) }),
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params, body }) => {
      const run = await beginRun(tx, params.id, body);
      const what = body.dry ? "Dry run of a connector" : "Run of a connector";
      const page = `/api-connectors/connectors/${params.id}`;
      await enqueue(tx, actor, runJob, { runId: run.id, connectorId: params.id }, what, page);
      return run;
    },
  }),
  ...stepEndpoints(connectorNoun, {
    ...alike(
      stepConnector,
      {
        activate: "Let a tested connector run by its schedule",
        pause: "Fetch nothing until it goes on",
        resume: "Let a paused connector go on",
        retire: "End a connector for good; what it brought in stays",
      },
      { response: written },
    ),
  }),
];

/** Sources of other systems that are fetched by the clock. */
export const connectorEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "connector.read", connectorList, connectorRow),
  endpoint({
    method: "GET",
    path: "/api/v1/connector-importers",
    permission: "connector.edit",
    summary: "What this person may have brought in by connectors",
    response: z.object({ items: z.array(importerRow) }),
    handler: async ({ actor }) => ({ items: importersFor(actor) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/connector-lists",
    permission: "connector.edit",
    summary: "The lists that this person may have sent out, each with its saved views",
    response: z.object({ items: z.array(listRow) }),
    handler: async ({ db, actor }) => ({ items: await listsFor(db, actor) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "connector.read",
    summary: "One connector, never with its credential",
    params: idParams,
    response: connectorRecord,
    handler: ({ db, actor, params }) => readConnector(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/runs`,
    permission: "connector.read",
    summary: "The last runs of a connector, each with its first problems",
    params: idParams,
    response: z.object({ items: z.array(runRow) }),
    handler: async ({ db, params }) => ({ items: await listRuns(db, params.id) }),
  }),
  historyEndpoint(path, "connector", "connector.read"),
  ...writes,
];
