import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import {
  choiceRow,
  drawdownDetail,
  drawdownInput,
  drawdownRow,
  paidInput,
} from "./drawdown.model.ts";
import { cashDays, drawdownList, readChoices, readDrawdown } from "./drawdown.read.service.ts";
import {
  approvePartly,
  certifyDrawdown,
  checkDrawdown,
  draftDrawdown,
  endDrawdown,
  payDrawdown,
  reconcileDrawdown,
  submitDrawdown,
} from "./drawdown.service.ts";

const path = "/api/v1/drawdowns";
const reason = z.object({ reason: z.string().trim().max(2000).nullish() });
const step = (name: string, permission: "drawdown.prepare" | "drawdown.certify", summary: string) =>
  ({
    method: "POST",
    path: `${path}/{id}/actions/${name}`,
    permission,
    summary,
    params: idParams,
    response: writtenRecord,
  }) as const;

export const drawdownEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "grant.read", drawdownList, drawdownRow),
  endpoint({
    method: "POST",
    path,
    permission: "drawdown.prepare",
    summary: "Begin a request for money from the paid lines of an award",
    status: 201,
    body: drawdownInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftDrawdown(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "grant.read",
    summary: "A request for money with its lines and its form",
    params: idParams,
    response: drawdownDetail,
    handler: ({ db, actor, params }) => readDrawdown(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/grant-awards/{id}/drawable",
    permission: "grant.read",
    summary: "What can be drawn of an award until a day",
    params: idParams,
    query: drawdownInput.pick({ kind: true, through: true }),
    response: z.object({ items: z.array(choiceRow) }),
    handler: async ({ db, params, query }) => ({ items: await readChoices(db, params.id, query) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/grant-awards/{id}/cash",
    permission: "grant.read",
    summary: "Money of an award on hand, day by day",
    params: idParams,
    response: z.object({
      items: z.array(
        z.object({ on: z.string(), what: z.string(), cents: z.number(), balance: z.number() }),
      ),
    }),
    handler: async ({ db, params }) => ({ items: await cashDays(db, params.id) }),
  }),
  historyEndpoint(path, "drawdown", "grant.read"),
  endpoint({
    ...step("check", "drawdown.prepare", "Check a request line by line"),
    body: reason,
    handler: ({ tx, actor, params, ifMatch }) => checkDrawdown(tx, actor, params.id, ifMatch),
  }),
  endpoint({
    ...step("certify", "drawdown.certify", "Certify a request that another person prepared"),
    body: reason,
    handler: ({ tx, actor, params, ifMatch }) => certifyDrawdown(tx, actor, params.id, ifMatch),
  }),
  endpoint({
    ...step("submit", "drawdown.prepare", "Record that a request was sent"),
    body: z.object({ reference: z.string().trim().min(1, "Enter the reference.").max(120) }),
    handler: ({ tx, actor, params, body, ifMatch }) =>
      submitDrawdown(tx, actor, params.id, ifMatch, body.reference),
  }),
  endpoint({
    ...step("approvePartly", "drawdown.prepare", "Record that the grantor approved less"),
    body: z.object({
      approved: z.number().int().min(1),
      reason: z.string().trim().min(1).max(2000),
    }),
    handler: ({ tx, actor, params, body, ifMatch }) =>
      approvePartly(tx, actor, { id: params.id, version: ifMatch, ...body }),
  }),
  endpoint({
    ...step("pay", "drawdown.prepare", "Record the money of a request"),
    body: paidInput,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      payDrawdown(tx, actor, params.id, ifMatch, body),
  }),
  endpoint({
    ...step("reconcile", "drawdown.certify", "Reconcile the money with the bank"),
    body: reason,
    handler: ({ tx, actor, params, ifMatch }) => reconcileDrawdown(tx, actor, params.id, ifMatch),
  }),
  ...(["return", "cancel"] as const).map((action) =>
    endpoint({
      ...step(action, "drawdown.prepare", ""),
      summary: action === "return" ? "Record that the grantor returned it" : "Cancel a request",
      body: reason,
      handler: ({ tx, actor, params, body, ifMatch }) =>
        endDrawdown(tx, actor, action, {
          id: params.id,
          version: ifMatch,
          reason: body.reason ?? null,
        }),
    }),
  ),
];
