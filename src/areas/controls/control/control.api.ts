import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { controlHead, controlMonth, controlRow, standingPolicy } from "./control.model.ts";
import { listControls, monthsOfControl } from "./control.read.service.ts";
import { allControlSubjects } from "#server/controls/control-checks.ts";
import { ownKind, tried, tryInput } from "./own.model.ts";
import { ownKinds, tryControl } from "./try.service.ts";
import { policyCitation } from "#server/controls/policies.ts";
import { policiesToday } from "./own.service.ts";
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
  endpoint({
    method: "GET",
    path: "/api/v1/control-kinds",
    permission: "control.read",
    summary: "Kinds of records of which the agency may write checks, with their facts",
    response: z.object({ items: z.array(ownKind) }),
    handler: async () => ({ items: ownKinds(allControlSubjects().map(({ noun }) => noun)) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/control-trials",
    permission: "control.write",
    summary: "Try a check of the agency's own over the records of some days; nothing is kept",
    body: tryInput,
    response: tried,
    handler: ({ tx, body }) => tryControl(tx, body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/control-policies",
    permission: "control.read",
    summary: "Published policies that a control of the agency's own may stand on",
    response: z.object({ items: z.array(standingPolicy) }),
    handler: async ({ db }) => ({
      items: (await policiesToday(db)).map((version) => ({
        policyId: version.policyId,
        label: policyCitation(version),
      })),
    }),
  }),
  ...definitionEndpoints(controls, {
    path,
    read: "control.read",
    write: "control.write",
    publish: "control.publish",
    row: controlHead,
  }),
];
