import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { actAt } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { checkDraft, flows, listFlows } from "./definition.service.ts";
import { flowInput, flowParts, flowRow } from "./flow.model.ts";
import { readParts } from "./parts.service.ts";

const path = "/api/v1/flow-definitions";
const check = z.object({ sentence: z.string(), ok: z.boolean(), path: z.string() });

/** What designers do: write workflows, check and publish them. */
export const flowEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "flowRun.read",
    summary: "Workflows and auto rules: all versions for designers, those in force for everybody",
    response: z.object({ items: z.array(flowRow) }),
    handler: async ({ db, actor }) => ({
      items: await listFlows(db, !actor.permissions.has("flow.design")),
    }),
  }),
  ...definitionEndpoints(flows, {
    path,
    read: "flow.design",
    write: "flow.design",
    publish: "flow.publish",
    row: flowRow,
  }),
  actAt(path, "check", {
    permission: "flow.design",
    summary: "What a workflow lacks before it is published; nothing is stored",
    body: flowInput,
    response: z.object({ items: z.array(check) }),
    ownTransaction: true,
    unkept: true,
    handler: async ({ app, actor, body }) => ({
      items: await checkDraft(app.database.read(actor), body),
    }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/flow-parts",
    permission: "flowRun.read",
    summary: "What a workflow may be made of: records with fields and actions, steps, people",
    response: flowParts,
    handler: ({ db, actor }) => readParts(db, actor),
  }),
];
