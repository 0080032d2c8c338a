import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { leavingInput, leavingPage, leavingRow } from "./leaver.model.ts";
import { cancelLeaving, leavingOf, listLeavings, planLeaving } from "./leaver.service.ts";

export const leaverEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/leavings",
    permission: "member.edit",
    summary: "Whose leaving is planned or was carried out",
    response: z.object({ items: z.array(leavingRow) }),
    handler: async ({ db }) => ({ items: await listLeavings(db) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/people/{id}/leaving",
    permission: "member.edit",
    summary: "What hangs on a member, and the plan of their leaving",
    params: idParams,
    response: leavingPage,
    handler: ({ db, params }) => leavingOf(db, params.id),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/people/{id}/leaving",
    permission: "member.edit",
    summary: "Set the instant at which a member's access ends, and who takes over what",
    params: idParams,
    body: leavingInput,
    response: leavingRow,
    handler: ({ tx, actor, params, body }) => planLeaving(tx, actor, params.id, body),
  }),
  recordAct("/api/v1/leavings", "cancel", {
    permission: "member.edit",
    summary: "Take a planned leaving back: the membership stays",
    response: leavingRow,
    handler: ({ tx, actor, params, ifMatch }) => cancelLeaving(tx, actor, params.id, ifMatch),
  }),
];
