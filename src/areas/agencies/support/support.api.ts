import { z } from "zod";
import { supportAreas } from "#roles.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { areaLabel } from "./support.labels.ts";
import { supportInput, supportRow } from "./support.model.ts";
import { operatorsOf } from "#areas/organization/organization.server.ts";
import { endSupport, listSupport, openSupport } from "./support.service.ts";

const path = "/api/v1/support-access";

export const supportEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "agency.administer",
    summary: "Who was let in for support, newest first",
    response: z.object({ items: z.array(supportRow) }),
    handler: async ({ db }) => ({ items: await listSupport(db) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/choices`,
    permission: "agency.administer",
    summary: "Who can be let in for support, and which areas they can read",
    response: z.object({
      operators: z.array(z.object({ id: z.string(), name: z.string() })),
      areas: z.array(z.object({ name: z.string(), label: z.string() })),
    }),
    handler: async ({ app }) => ({
      operators: (await operatorsOf(app.database)).map(({ id, name }) => ({ id, name })),
      areas: supportAreas.map((name) => ({ name, label: areaLabel(name) })),
    }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "agency.administer",
    summary: "Let a named operator read chosen areas for some hours, with a reason",
    opensIn: "read_only",
    body: supportInput,
    response: supportRow,
    handler: ({ app, tx, actor, body }) =>
      openSupport(app.database, tx, actor, body, app.config.origin),
  }),
  recordAct(path, "end", {
    permission: "agency.administer",
    summary: "End support at once",
    opensIn: "suspended",
    response: supportRow,
    handler: ({ tx, actor, params, ifMatch }) => endSupport(tx, actor, params.id, ifMatch),
  }),
];
