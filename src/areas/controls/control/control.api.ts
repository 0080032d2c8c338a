import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { controlHead, controlMonth, controlRow } from "./control.model.ts";
import { listControls, monthsOfControl } from "./control.read.service.ts";
import { controls } from "./control.service.ts";

const path = "/api/v1/controls";

export const controlEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "control.read",
    summary: "Controls of the agency in all versions, with how records stand",
    response: z.object({ items: z.array(controlRow) }),
    handler: async ({ db }) => ({ items: await listControls(db) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/months`,
    permission: "control.read",
    summary: "How many records passed and failed a control, by month",
    params: z.object({ id: z.uuid() }),
    response: z.object({ items: z.array(controlMonth) }),
    handler: async ({ db, params }) => ({ items: await monthsOfControl(db, params.id) }),
  }),
  ...definitionEndpoints(controls, {
    path,
    read: "control.read",
    write: "control.write",
    publish: "control.publish",
    row: controlHead,
  }),
];
